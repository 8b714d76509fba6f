import { isObject } from '../../model/json.js';
import { misconfiguredError } from '../rules.js';

/**
 * Checks the options of a source: an object with only listed names and values of one kind. Returns a copy without
 * `undefined`.
 *
 * @throws {LookupError} `misconfigured`, naming what is wrong and what is allowed.
 */
export function checkSourceOptions<Checked extends object>(
  source: string,
  given: unknown,
  allowed: readonly string[],
  fits: (value: unknown) => boolean,
  kind: string,
): Checked {
  const entries = Object.entries(isObject(given) ? given : {}).filter(([, value]) => value !== undefined);
  if (entries.length === 0)
    throw sourceError(
      `The source ${source} has no options. Use an object with one or more of ${allowed.join(', ')}.`,
    );
  for (const [name, value] of entries) {
    if (!allowed.includes(name))
      throw sourceError(
        `The source ${source} has no option "${name.slice(0, 50)}". Use one of ${allowed.join(', ')}.`,
      );
    if (!fits(value)) throw sourceError(`The source ${source} has an invalid "${name}". Use ${kind}.`);
  }
  return Object.fromEntries(entries) as Checked;
}

/** The error of a source's options or arguments. */
export const sourceError = (message: string) => misconfiguredError(message, 'relay.md#data-sources');
