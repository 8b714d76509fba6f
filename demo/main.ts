import '../src/define.js';
import { configure, origin } from '../src/index.js';
import { type Attribution, attributions, dataDate } from './service/attributions.js';

/** Real addresses, so that the service has something true to say. */
const visitors = [
  ['81.2.69.142', 'United Kingdom'],
  ['2003:de:2710:1::1', 'Germany'],
  ['2a01:cb00::1', 'France'],
  ['210.130.1.1', 'Japan'],
  ['200.147.3.157', 'Brazil'],
  ['2607:f8b0:4009:800::200e', 'United States'],
  ['49.36.0.1', 'India'],
] as const;

/** One visit is one tab: the service counts what it costs under this name. */
const visit = sessionStorage.getItem('visit') ?? crypto.randomUUID();
sessionStorage.setItem('visit', visit);

const form = element('try', HTMLFormElement);
element('visitors', HTMLElement).append(...visitors.map(choiceOf));
element('data-date', HTMLElement).textContent = dataDate;
element('attributions', HTMLElement).append(...attributions.flatMap(linkOf));

configure({ flagsUrl: '/flags/' });
form.addEventListener('change', show);
for (const lookup of ['ip', 'asn', 'user-agent'] as const) origin.subscribe(lookup, count);
show();

function show(): void {
  const { address, way } = Object.fromEntries(new FormData(form));
  const relayed = way === 'relay';
  element('key-warning', HTMLElement).hidden = relayed;
  configure(
    relayed
      ? { baseUrl: `/origin/visit/${visit}/from/${address}/`, apiKey: undefined, auth: 'none' }
      : { baseUrl: `/api/visit/${visit}/from/${address}/`, apiKey: 'demo-page', auth: 'query' },
  );
}

/** Shows what the service says this visit has cost. */
async function count(): Promise<void> {
  const usage: Record<string, unknown> = await (await fetch(`/api/usage/${visit}`)).json();
  for (const name of ['requests', 'preflights', 'credits'])
    element(name, HTMLOutputElement).value = String(usage[name]);
}

function choiceOf([address, country]: readonly [string, string], index: number): HTMLElement {
  const label = document.createElement('label');
  const radio = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'address',
    value: address,
    defaultChecked: index === 0,
  });
  const text = document.createElement('span');
  const note = document.createElement('small');
  note.textContent = address;
  text.append(country, ' ', note);
  label.append(radio, text);
  return label;
}

function linkOf({ name, url, licence, licenceUrl }: Attribution, index: number): (Node | string)[] {
  const link = (href: string, textContent: string) =>
    Object.assign(document.createElement('a'), { href, textContent });
  return [index ? ', ' : '', link(url, name), ' (', link(licenceUrl, licence), ')'];
}

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`The page has no ${type.name} #${id}.`);
}
