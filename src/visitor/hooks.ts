import { conditionFields } from './condition-fields.js';
import { fieldValue, text } from './fields.js';

/**
 * What is known, by condition name, as text for the `data-visitor-*` attributes of `<html>`; AS numbers as `AS64500`.
 * What is unknown is named too, so that an old value can go.
 */
export function hooks(data: unknown): Record<string, string | undefined> {
  const known = [...conditionFields].map(([name, path]) => {
    const value = text(fieldValue(data, path));
    return [name, (name === 'asn' ? value.replace(/^(?=\d+$)/, 'AS') : value) || undefined];
  });
  return Object.fromEntries(known);
}
