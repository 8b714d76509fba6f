import type { Type } from 'ts-morph';
import { emptyProject } from './elements.js';
import { markdownTable } from './markdown.js';
import { path } from './path.js';

const lookups = { IpData: 'ip', AsData: 'asn', UserAgentData: 'user-agent' };

/** The list of fields in `docs/fields.md`: every path in the data types, by lookup and first word. */
export function fieldList(): string {
  const file = emptyProject().addSourceFileAtPath(path('src/model/types.ts'));
  const tables = Object.entries(lookups).map(([name, lookup]) => {
    const groups = new Map<string, string[]>();
    for (const [first = '', ...rest] of paths(file.getInterfaceOrThrow(name).getType())) {
      const group = rest.length ? `${first}.` : '';
      groups.set(group, [...(groups.get(group) ?? []), `\`${rest.length ? rest.join('.') : first}\``]);
    }
    const rows = [...groups].map(([group, names]) => [group && `\`${group}\``, names.join(', ')]);
    return `**\`${lookup}\`**\n\n${markdownTable(['in', 'fields'], rows)}`;
  });
  return tables.join('\n\n');
}

/** The path of each value. A list counts as one value. Data of another lookup is named without its fields. */
function paths(type: Type): string[][] {
  return type.getProperties().flatMap((property) => {
    const [declaration] = property.getDeclarations();
    const name = property.getName();
    if (!declaration) return [[name]];
    const value = property.getTypeAtLocation(declaration).getNonNullableType();
    const isWhole = value.isArray() || value.isReadonlyArray() || !value.isObject() || name === 'user_agent';
    return isWhole ? [[name]] : paths(value).map((rest) => [name, ...rest]);
  });
}
