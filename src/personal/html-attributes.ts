/** The `data-visitor-*` attributes of `<html>`, and what is stored of them for the next page's first paint. */
import { documentProperty } from '../lookup/document.js';
import { type StorageName, writeRecord } from '../lookup/storage.js';
import { conditions, prefixedValue } from '../model/conditions.js';
import { countryOf, regionOf } from '../model/country.js';
import { shownValue } from '../model/paths.js';
import type { BrowserSignals } from '../model/types.js';
import { ATTRIBUTES, dropStoredHtmlAttributes } from './choice.js';
import { pageGroups } from './page-groups.js';

/**
 * The values of the `data-visitor-*` attributes of `<html>`, by condition name: AS numbers as `AS64500`, group names
 * separated by spaces. Unknown values are `undefined`, so that old attributes can be removed. They are safe to show in
 * a style sheet (`content: attr(…)`).
 */
export function htmlAttributes(data: unknown, signals?: BrowserSignals): Record<string, string | undefined> {
  const known = conditions.map((condition) => [
    condition.name,
    shownValue(prefixedValue({ data, signals }, condition)) || undefined,
  ]);
  const groups = pageGroups().namesWith(countryOf(data), regionOf(data)).join(' ') || undefined;
  return Object.fromEntries([...known, ['groups', groups]]);
}

/** Writes what is known of the visitor to `<html>`, for CSS. Removes the attributes of unknown values. */
export function writeHtmlAttributes(data?: object, signals?: BrowserSignals): void {
  const root = documentProperty('documentElement');
  for (const [name, value] of Object.entries(htmlAttributes(data, signals))) {
    const attribute = `data-visitor-${name}`;
    if (value === undefined) root?.removeAttribute(attribute);
    else root?.setAttribute(attribute, value);
  }
}

/** What is stored for the next page. */
interface AttributesToStore {
  readonly data: object | undefined;
  /** The end of the data, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** What the override determines, which lasts as long as the override. */
  readonly overrideData: object | undefined;
}

/**
 * Stores attributes for the next page, each with its end. Signals of the browser aren't stored, because the next page
 * reads them itself.
 */
export function storeHtmlAttributes(
  area: StorageName,
  { data, expiresAt, overrideData }: AttributesToStore,
): void {
  const fromOverride = htmlAttributes(overrideData);
  const attributes = Object.entries(htmlAttributes(data)).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, value, fromOverride[name] === value ? Number.MAX_SAFE_INTEGER : expiresAt] as const],
  );
  const fetchedAt = Date.now();
  const end = Math.max(0, ...attributes.map(([, , end]) => end));
  dropStoredHtmlAttributes();
  if (end > fetchedAt) writeRecord(area, ATTRIBUTES, { fetchedAt, expiresAt: end, attributes });
}
