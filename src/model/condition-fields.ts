/** The one list of what conditions, `data-visitor-*` hooks and simulation call each field. */
export const conditionFields: ReadonlyMap<string, string> = new Map([
  ['country', 'location.country.code'],
  ['continent', 'location.continent.code'],
  ['region', 'location.region.code'],
  ['eu', 'location.in_eu'],
  ['currency', 'currency.code'],
  ['language', 'location.language.code'],
  ['time-zone', 'time_zone.id'],
  ['asn', 'connection.asn'],
  ['network', 'connection.type'],
  ['device', 'user_agent.device.type'],
  ['os', 'user_agent.os.name'],
  ['browser', 'user_agent.name'],
]);
