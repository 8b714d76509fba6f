/** The `data-visitor-*` attributes that an earlier page stored, and `visitor-attributes.min.js` restored: how they go. */
import { documentProperty } from '../lookup/document.js';
import { writeStored } from '../lookup/storage.js';

/** The name of the record. It must equal the name in `script/attributes.ts`, which can't import it. */
export const ATTRIBUTES = 'attributes';

/**
 * Removes what is known of the visitor from `<html>`, also what `visitor-attributes.min.js` restored on a page that writes
 * no attributes itself.
 */
export function clearHtmlAttributes(): void {
  const root = documentProperty('documentElement');
  // The browser's own signal is known without consent.
  for (const name of root?.getAttributeNames() ?? [])
    if (/^data-visitor-(?!gpc$)/.test(name)) root?.removeAttribute(name);
}

/** Removes the stored attributes from both areas. */
export function dropStoredHtmlAttributes(): void {
  for (const area of ['session', 'local'] as const) writeStored(area, ATTRIBUTES, undefined);
}
