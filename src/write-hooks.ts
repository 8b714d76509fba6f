import { ofDocument } from './lookup/internal.js';
import { hooks } from './visitor/hooks.js';

/** Writes what is known of the visitor to `<html>`, for CSS; what is unknown has no attribute. */
export function writeHooks(data: object | undefined): void {
  const root = ofDocument('documentElement');
  for (const [name, value] of Object.entries(hooks(data))) {
    const attribute = `data-visitor-${name}`;
    if (value === undefined) root?.removeAttribute(attribute);
    else root?.setAttribute(attribute, value);
  }
}
