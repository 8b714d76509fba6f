import { expect } from '@open-wc/testing';
import type { Settings } from '../../../src/lookup/index.js';
import { cleanUp, type Globals, openPage } from '../support/page.js';
import { countedVisit, until } from '../support/service.js';

/** A key that each encoding changes. */
const awkward = 'k3y/with+odd=chars%20&"\\<>\'';
const spellings = (key: string) => [
  key,
  encodeURIComponent(key),
  encodeURI(key),
  new URLSearchParams({ key }).toString().slice(4),
  JSON.stringify(key).slice(1, -1),
  btoa(key),
];

/** All text that a page can read in a value: its string, stack, properties and causes. */
function textOf(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '';
  seen.add(value);
  const own = Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)]);
  const error = value instanceof Error || 'stack' in value ? String(value) : '';
  return [error, ...own.flat().map((part) => textOf(part, seen))].join('\n');
}

/** Records everything on the page's console. */
function overhear(window: Globals): string[] {
  const heard: string[] = [];
  const { console } = window;
  for (const name of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const)
    console[name] = (...parts: unknown[]) => void heard.push(parts.map((part) => textOf(part)).join(' '));
  for (const type of ['error', 'unhandledrejection'])
    window.addEventListener(type, (event) => heard.push(textOf(Reflect.get(event, 'reason') ?? event)));
  return heard;
}

/** Makes elements and callers look up on a page. Returns everything that a script could find there afterwards. */
async function traces(settings: Settings): Promise<string> {
  const { window, library } = await openPage();
  const heard = overhear(window);
  const { configure, expose, origin } = await library();
  await window.load('/src/define.ts');
  const found: string[] = [];
  for (const type of ['visitor-load', 'visitor-error'])
    window.document.addEventListener(type, (event) => {
      const { data, error } = event as Event & { data?: unknown; error?: unknown };
      found.push(textOf(data), textOf(error), JSON.stringify([data, error]));
    });
  configure({ retries: 0, timeout: 60_000, flagsUrl: '/flags/', ...settings });
  window.document.body.innerHTML = '<visitor-info></visitor-info><visitor-value field="ip"></visitor-value>';
  expose();
  const [ip, asn] = await Promise.allSettled([origin.ip(), origin.asn()]);
  for (const outcome of [ip, asn]) found.push(textOf(outcome), JSON.stringify(outcome));
  await until(() => found.length >= 4 + 6, 'the events of both elements');
  for (const area of [window.sessionStorage, window.localStorage]) found.push(JSON.stringify({ ...area }));
  found.push(window.document.documentElement.outerHTML);
  for (const element of window.document.body.children) found.push(element.shadowRoot?.innerHTML ?? '');
  return [...found, ...heard].join('\n');
}

const auths = ['query', 'header', 'none'] as const;
const faults = [
  'echo-key',
  'status-401',
  'status-402',
  'status-403',
  'status-404',
  'status-451',
  'status-500',
  'status-503',
  'retry-after-60',
  'drop',
  'no-cors',
  'slow-9000',
];
const spoilt = ['html', 'truncated', 'drop-body', ''];

describe('the key is found nowhere', () => {
  afterEach(cleanUp);

  it('by a search that can find it', async () => {
    const { baseUrl } = countedVisit('fault/echo-key/');
    const said = await traces({ baseUrl, apiKey: 'someone-else' });
    expect(said).to.include('INVALID_API_KEY').and.include('is not known');
    expect(said).not.to.include('someone-else');
    expect(textOf(new Error('outer', { cause: { inner: awkward } }))).to.include(awkward);
  });

  for (const auth of auths)
    for (const fault of faults)
      it(`${fault}, auth ${auth}`, async () => {
        const { baseUrl } = countedVisit(`fault/${fault}/`, fault === 'no-cors' ? otherOrigin : '/api/');
        const timeout = fault.startsWith('slow') ? 300 : 60_000;
        const said = await traces({ baseUrl, apiKey: awkward, auth, timeout });
        expect(said).to.include('LookupError');
        for (const spelling of spellings(awkward)) expect(said).not.to.include(spelling);
      });

  it('in what a service says that knows it without being sent it', async () => {
    // The service says "You have not supplied an API key."
    const said = await traces({ baseUrl: '/api/', apiKey: 'supplied', auth: 'none' });
    expect(said).to.include('You have not').and.not.to.include('supplied');
  });

  for (const auth of ['query', 'header'] as const)
    for (const storage of ['session', 'local'] as const)
      for (const fault of spoilt)
        it(`${fault || 'an answer'}, auth ${auth}, ${storage} storage`, async () => {
          const { baseUrl } = countedVisit(fault && `fault/${fault}/`);
          const said = await traces({ baseUrl, apiKey: 'demo-open', auth, storage });
          expect(said).to.match(/81\.2\.69\.142|LookupError/);
          for (const spelling of spellings('demo-open')) expect(said).not.to.include(spelling);
        });

  const misplaced: Record<string, Settings> = {
    'a key with a space': { apiKey: `${awkward} and a space` },
    'a key in the address': { baseUrl: `/api/?key=${encodeURIComponent(awkward)}` },
    'a key as the user name': { baseUrl: `https://${encodeURIComponent(awkward)}@service.invalid/` },
    'a key with its scheme as the way to send it': { auth: `ApiKey ${awkward}` as 'header' },
    'a key in the parameters': { params: new URLSearchParams({ key: awkward }).toString() },
  };
  for (const [what, settings] of Object.entries(misplaced))
    it(`${what}, which is misconfigured`, async () => {
      const said = await traces({ baseUrl: '/api/', apiKey: 'demo-open', ...settings });
      expect(said).to.include('misconfigured');
      for (const spelling of spellings(awkward)) expect(said).not.to.include(spelling);
    });

  it('where the page’s own policy forbids the lookup', async () => {
    const { window, lookup } = await openPage({ name: 'closed' });
    const heard = overhear(window);
    const outcomes = await Promise.allSettled(
      auths.map((auth) =>
        new lookup.OriginLookup({ baseUrl: countedVisit().baseUrl, apiKey: awkward, auth, retries: 0 }).ip(),
      ),
    );
    const said = [textOf(outcomes), ...heard].join('\n');
    expect(said).to.include('network');
    for (const spelling of spellings(awkward)) expect(said).not.to.include(spelling);
  });
});
