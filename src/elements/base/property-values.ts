/** Values of properties and attributes, which pages may set to anything. */
import { report } from '../../lookup/page.js';
import { toText } from '../../model/json.js';

/** One of the allowed values. Any other value is reported on the console and ignored. */
export function allowedValue<T extends string>(
  name: string,
  value: unknown,
  allowed: readonly T[],
): T | undefined {
  if (!value && value !== 0) return undefined;
  const found = allowed.find((word) => word === toText(value));
  if (!found) report(`The attribute "${name}" is "${toText(value)}". Use ${allowed.join(', ')}.`);
  return found;
}

/** A property as text, a list joined by spaces. An object is reported on the console and ignored. */
export function propertyText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(' ');
  if (value && typeof value === 'object') report(`The property "${name}" is an object. Use a text.`);
  return toText(value);
}
