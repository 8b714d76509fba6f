/** The rows of a card as a list: each can be moved and removed, and others can be added. */
import type { Lookup } from './configuration.js';

const fieldsOf = (names: string) => names.split(' ');

/** Fields to choose from, by lookup. */
export const knownFields: Readonly<Record<Lookup, readonly string[]>> = {
  ip: fieldsOf(
    'ip type hostname location.city location.region.name location.country.name location.country.code location.continent.name location.postal location.language.name time_zone.current_time time_zone.id connection.organization connection.asn connection.type company.name carrier.name currency.name currency.code security.is_vpn user_agent.name user_agent.os.name user_agent.device.type',
  ),
  asn: fieldsOf(
    'asn name country_code registry allocated domain type prefixes.ipv4_count prefixes.ipv6_count',
  ),
  'user-agent': fieldsOf(
    'name version type os.name os.version device.type device.brand device.name engine.name header',
  ),
};

/** The rows of a card without `fields`: the first field of each. */
const defaultFields: Readonly<Record<Lookup, readonly string[]>> = {
  ip: ['ip', 'connection.organization', 'user_agent.name', 'user_agent.device.type'],
  asn: ['country_code', 'registry', 'domain', 'allocated'],
  'user-agent': ['version', 'engine.name', 'device.name', 'type'],
};

/** The signs of the buttons. */
const signs = { up: 'M4 10l4-4l4 4', down: 'M4 6l4 4l4-4', remove: 'M4.5 4.5l7 7M11.5 4.5l-7 7' };

const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

/**
 * The editor of the form's rows.
 *
 * @param changed Called after each change.
 */
export function rowEditor(form: HTMLFormElement, changed: () => void) {
  const list = find('rows');
  const more = find<HTMLSelectElement>('more-rows');
  const status = find('rows-status');
  const hidden = form.elements.namedItem('fields') as HTMLInputElement;
  /** The rows of the cards that aren't shown now. */
  const kept = new Map<Lookup, string>();
  let lookup: Lookup = 'ip';

  function fields(): string[] {
    const chosen = hidden.value.split(' ').filter((field) => knownFields[lookup].includes(field));
    return chosen.length > 0 ? chosen : [...defaultFields[lookup]];
  }
  function choose(chosen: readonly string[], message: string): void {
    const text = chosen.join(' ');
    hidden.value = text === defaultFields[lookup].join(' ') ? '' : text;
    status.textContent = message;
    changed();
  }
  /** Focuses a button of a row. A button that does nothing there gives way to its neighbour. */
  function focus(field: string | undefined, action: string): void {
    const buttons = [...list.querySelectorAll<HTMLButtonElement>('button')].filter(
      ({ value, disabled }) => value === field && !disabled,
    );
    (buttons.find(({ name }) => name === action) ?? buttons[0] ?? more).focus();
  }
  function move(field: string, to: number, action = ''): void {
    const others = fields().filter((other) => other !== field);
    others.splice(to, 0, field);
    choose(others, `${field} is row ${others.indexOf(field) + 1} of ${others.length}.`);
    if (action) focus(field, action);
  }
  function remove(field: string): void {
    const before = fields();
    const index = before.indexOf(field);
    choose(
      before.filter((other) => other !== field),
      `${field} is removed.`,
    );
    focus(fields()[Math.min(index, before.length - 2)], 'remove');
  }

  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : undefined;
    if (!button) return;
    const { name, value } = button;
    if (name === 'remove') remove(value);
    else move(value, fields().indexOf(value) + (name === 'up' ? -1 : 1), name);
  });
  // The form's own listener would rebuild the list before the selection is read.
  more.addEventListener('input', (event) => event.stopPropagation());
  find('add-row').addEventListener('click', () => {
    const { value } = more;
    if (value) choose([...fields(), value], `${value} is added.`);
    more.focus();
  });
  find('default-rows').addEventListener('click', () => {
    choose([], 'The default rows are back.');
    more.focus();
  });

  return {
    /** Shows the rows of a card. Other cards keep theirs. */
    show(wanted: Lookup): void {
      if (wanted !== lookup) {
        kept.set(lookup, hidden.value);
        hidden.value = kept.get(wanted) ?? '';
        lookup = wanted;
      }
      const chosen = fields();
      list.replaceChildren(...chosen.map((field, index) => rowOf(field, index, chosen.length)));
      find('default-rows').hidden = chosen.join(' ') === defaultFields[lookup].join(' ');
      const rest = knownFields[lookup].filter((field) => !chosen.includes(field));
      more.replaceChildren(new Option('Choose a row', ''), ...rest.map((field) => new Option(field)));
    },
    /** Accepts the form's restored rows, which are those of this card. */
    restored(wanted: Lookup): void {
      kept.clear();
      lookup = wanted;
      status.textContent = '';
    },
  };
}

function rowOf(field: string, index: number, count: number): HTMLElement {
  const row = document.createElement('li');
  row.append(Object.assign(document.createElement('span'), { textContent: field }));
  const isUseless = { up: index === 0, down: index === count - 1, remove: count === 1 };
  for (const [name, sign] of Object.entries(signs)) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      name,
      value: field,
      disabled: isUseless[name as keyof typeof signs],
      ariaLabel: name === 'remove' ? `Remove ${field}` : `Move ${field} ${name}`,
    });
    button.innerHTML = `<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${sign}"/></svg>`;
    row.append(button);
  }
  return row;
}
