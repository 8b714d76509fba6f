/** Keeps the named fields of a data object, in its own order: `fields=ip,location.country.name`. Empty keeps all. */
export function pickFields(data: object, fields: string): object {
  const paths = fields.split(',').filter(Boolean);
  return paths.length > 0 ? pick(data, paths) : data;
}

function pick(data: object, paths: readonly string[]): object {
  const kept = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    if (paths.includes(name)) return [[name, value]];
    const inner = paths
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    const deeper = inner.length > 0 && typeof value === 'object' && value !== null && !Array.isArray(value);
    return deeper ? [[name, pick(value, inner)]] : [];
  });
  return Object.fromEntries(kept);
}
