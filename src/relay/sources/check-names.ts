import { isObject } from '../../model/json.js';
import { misconfigured } from '../rules.js';

/**
 * Checks what a source is made with: an object whose names are all listed and whose values are of one kind. Gives a copy,
 * without what is `undefined`.
 *
 * @throws {LookupError} `misconfigured`, naming what is wrong and what is allowed.
 */
export function checkNames<Checked extends object>(
  source: string,
  given: unknown,
  allowed: readonly string[],
  fits: (value: unknown) => boolean,
  kind: string,
): Checked {
  if (!isObject(given)) throw misconfigured(`The source ${source} needs an object.`);
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  if (entries.length === 0) throw misconfigured(`The source ${source} needs one of ${allowed.join(', ')}.`);
  for (const [name, value] of entries) {
    if (!allowed.includes(name))
      throw misconfigured(
        `The source ${source} has no ${name.slice(0, 50)}; it must be one of ${allowed.join(', ')}.`,
      );
    if (!fits(value)) throw misconfigured(`The source ${source} needs ${kind} for ${name}.`);
  }
  return Object.fromEntries(entries) as Checked;
}
