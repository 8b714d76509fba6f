import { isObject } from '../lookup/internal.js';

/** Keeps the named fields of a data object: `ip,location.country.name`. Empty keeps all. */
export function pickFields(text: string, fields: string): string {
  const paths = fields.split(',').filter(Boolean);
  return paths.length > 0 ? JSON.stringify(pick(JSON.parse(text), paths)) : text;
}

function pick(data: object, paths: readonly string[]): object {
  const kept = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    if (paths.includes(name)) return [[name, value]];
    const inner = paths
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    return inner.length > 0 && isObject(value) ? [[name, pick(value, inner)]] : [];
  });
  return Object.fromEntries(kept);
}
