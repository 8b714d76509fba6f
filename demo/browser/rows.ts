/** Picks the rows of a card: chosen rows are buttons that remove them, the others a list to add from. */
const known: Record<string, readonly string[]> = {
  'visitor-info': [
    'ip',
    'type',
    'hostname',
    'location.city',
    'location.region.name',
    'location.country.name',
    'location.continent.name',
    'location.postal',
    'location.language.name',
    'time_zone.current_time',
    'time_zone.id',
    'connection.organization',
    'connection.asn',
    'connection.type',
    'company.name',
    'carrier.name',
    'currency.name',
    'security.is_vpn',
    'user_agent.name',
    'user_agent.os.name',
    'user_agent.device.type',
  ],
  'visitor-asn': [
    'asn',
    'name',
    'country_code',
    'registry',
    'allocated',
    'domain',
    'type',
    'prefixes.ipv4_count',
    'prefixes.ipv6_count',
  ],
  'visitor-user-agent': [
    'name',
    'version',
    'os.name',
    'os.version',
    'device.type',
    'device.brand',
    'device.name',
    'engine.name',
    'header',
  ],
};

/** Every field of the IP lookup, for elements that show one value. */
const knownFields = known['visitor-info'] ?? [];

export function rowEditor(
  list: HTMLElement,
  more: HTMLSelectElement,
  add: HTMLButtonElement,
  form: HTMLFormElement,
  changed: () => void,
) {
  const hidden = form.elements.namedItem('fields') as HTMLInputElement;
  const fields = () => hidden.value.split(' ').filter(Boolean);
  const choose = (chosen: string[]) => {
    hidden.value = chosen.join(' ');
    changed();
  };
  // The form's own listener would rebuild the list before the selection is read.
  more.addEventListener('input', (event) => event.stopPropagation());
  add.addEventListener('click', () => {
    if (more.value) choose([...fields(), more.value]);
    more.focus();
  });
  list.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    choose(fields().filter((field) => field !== target.value));
    more.focus();
  });
  document.querySelector('#known-fields')?.append(...knownFields.map((field) => new Option(field)));
  return {
    /** The chosen fields that the element has; empty for the element's default. */
    fields: (element: string) =>
      fields()
        .filter((field) => known[element]?.includes(field))
        .join(' '),
    show(element: string) {
      const chosen = fields().filter((field) => known[element]?.includes(field));
      list.replaceChildren(
        ...chosen.map((field) => {
          const item = document.createElement('li');
          const button = Object.assign(document.createElement('button'), { type: 'button', value: field });
          button.textContent = `${field} ×`;
          button.ariaLabel = `Remove ${field}`;
          item.append(button);
          return item;
        }),
      );
      list.dataset.empty = chosen.length === 0 ? 'Default rows' : '';
      const rest = (known[element] ?? []).filter((field) => !chosen.includes(field));
      more.replaceChildren(new Option('A row …', ''), ...rest.map((field) => new Option(field)));
    },
  };
}
