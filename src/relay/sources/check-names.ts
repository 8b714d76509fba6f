import { isObject } from '../../model/json.js';
import { misconfiguredError } from '../rules.js';

/**
 * Checks the options of a source: an object with only listed names and values of one kind. Returns a copy without
 * `undefined`.
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
  if (!isObject(given))
    throw failure(`The source ${source} has no options. Use an object with ${allowed.join(', ')}.`);
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  if (entries.length === 0)
    throw failure(`The source ${source} has no options. Use one of ${allowed.join(', ')}.`);
  for (const [name, value] of entries) {
    if (!allowed.includes(name))
      throw failure(
        `The source ${source} has no option "${name.slice(0, 50)}". Use one of ${allowed.join(', ')}.`,
      );
    if (!fits(value)) throw failure(`The source ${source} has an invalid "${name}". Use ${kind}.`);
  }
  return Object.fromEntries(entries) as Checked;
}

const failure = (message: string) => misconfiguredError(message, 'sources.md#all-sources');
