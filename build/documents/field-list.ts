import type { Type } from 'ts-morph';
import { emptyProject } from '../elements.js';
import { path } from '../path.js';
import { markdownTable } from './markdown.js';

/** An example of a value, for fields whose name doesn't say it. */
const examples = new Map(
  `ip.type IPv4; ip.connection.asn 64500; ip.connection.route 192.0.2.0/24; ip.connection.type isp;
  ip.currency.code EUR; ip.location.continent.code EU; ip.location.country.code DE;
  ip.location.country.calling_code 49; ip.location.region.code DE-BE; ip.location.latitude 52.52;
  ip.location.in_eu true; ip.time_zone.id Europe/Berlin; ip.time_zone.current_time 2026-01-31T12:00:00+01:00;
  ip.time_zone.offset 3600; asn.asn 64500; asn.registry ripencc; asn.allocated 2008-12-01;
  user-agent.type browser; user-agent.version 140.0; user-agent.device.type desktop;
  user-agent.os.name Windows; user-agent.os.version 10`
    .split(/;\s+/)
    .map((example) => example.split(' ') as [string, string]),
);

const lookups = { IpData: 'ip', AsData: 'asn', UserAgentData: 'user-agent' };

/** The list of fields in `docs/fields.md`: every path in the data types, by lookup and first word. */
export function fieldList(): string {
  const file = emptyProject().addSourceFileAtPath(path('src/model/types.ts'));
  const tables = Object.entries(lookups).map(([name, lookup]) => {
    const groups = new Map<string, string[]>();
    for (const [first = '', ...rest] of paths(file.getInterfaceOrThrow(name).getType())) {
      const group = rest.length ? `${first}.` : '';
      const example = examples.get([lookup, first, ...rest].join('.'));
      const field = `\`${rest.length ? rest.join('.') : first}\`${example ? ` (${example})` : ''}`;
      groups.set(group, [...(groups.get(group) ?? []), field]);
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
