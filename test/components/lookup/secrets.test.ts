import { expect } from '@open-wc/testing';
import type { Settings } from '../../../src/lookup/index.js';
import { parseStruck as parse } from '../../../src/lookup/strike.js';
import { cleanUp, type Globals, openPage } from '../support/page.js';
import { until, visit } from '../support/service.js';

/** A key that looks different wherever it is encoded. */
const awkward = 'k3y/with+odd=chars%20&"\\<>\'';
const spellings = (key: string) => [
  key,
  encodeURIComponent(key),
  encodeURI(key),
  new URLSearchParams({ key }).toString().slice(4),
  JSON.stringify(key).slice(1, -1),
  btoa(key),
];

describe('a key in an answer', () => {
  const asBase64 = (text: string) => [btoa(text), btoa(`:${text}`), btoa(`u:${text}`), btoa(`${text}:`)];
  const lower = (text: string) => text.replace(/%../g, (code) => code.toLowerCase());
  const escaped = (text: string) =>
    Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const every = [
    ...spellings(awkward),
    lower(encodeURIComponent(awkward)),
    encodeURIComponent(encodeURIComponent(awkward)),
    awkward.replaceAll('/', '\\/'),
    escaped(awkward),
    escaped(awkward).toUpperCase().replaceAll('U', 'u'),
    ...asBase64(awkward).flatMap((text) => [text, `ApiKey ${text}`, `Basic ${text}`]),
    ...asBase64(awkward).map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
  ];
  for (const spelt of every)
    it(`is struck out of texts, and what it names is left out: ${spelt}`, () => {
      const kept = parse(
        JSON.stringify({ a: `c ${spelt} d`, [`x${spelt}`]: 1, list: [spelt], b: 'stays' }),
        awkward,
      );
      expect(kept).to.have.all.keys('a', 'list', 'b');
      expect(kept?.a).to.match(/^c (ApiKey |Basic )?.{0,3}….{0,3} d$/);
      expect(kept?.b).to.equal('stays');
    });

  it('is struck out where the answer itself is escaped', () => {
    const text = `{"a":"${escaped(awkward)}","b":"${escaped('kept')}"}`;
    expect(parse(text, awkward)).to.deep.equal({ a: '…', b: 'kept' });
  });

  it('is struck out of numbers, where it is digits', () => {
    const digits = '1234567890123456789';
    expect(parse(`{"a":${digits},"b":12345678,"c":[${digits}.0]}`, digits)).to.deep.equal({
      a: null,
      b: 12345678,
      c: [null],
    });
    expect(parse('{"a":12345678,"b":912345678,"c":1234567}', '12345678')).to.deep.equal({
      a: null,
      b: null,
      c: 1234567,
    });
    expect(parse('{"a":1.2345678e7}', '12345678')).to.deep.equal({ a: null });
    expect(parse('{"a":1234567}', '01234567')).to.deep.equal({ a: 1234567 });
  });

  it('of fewer than 8 characters is told from no data, and strikes none', () => {
    const text = '{"ip":"1.1.1.1","device":"desktop","key":"skip"}';
    for (const key of ['ip', 'k', 'desktop', '']) expect(JSON.stringify(parse(text, key))).to.equal(text);
  });

  it('leaves data as it is, frozen to its depth', () => {
    const text = '{"__proto__":{"x":1},"a":[{"b":"\\u0041"}]}';
    const data = parse(text, awkward);
    expect(data).to.have.own.property('__proto__');
    expect(JSON.stringify(data)).to.equal('{"__proto__":{"x":1},"a":[{"b":"A"}]}');
    expect(Object.isFrozen(Object(data?.a)[0])).to.equal(true);
  });
});

/** All that a page can read of a value: its text, its stack, its properties and what caused it. */
function textOf(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '';
  seen.add(value);
  const own = Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)]);
  const error = value instanceof Error || 'stack' in value ? String(value) : '';
  return [error, ...own.flat().map((part) => textOf(part, seen))].join('\n');
}

/** Listens to everything the page's console is told. */
function overhear(window: Globals): string[] {
  const heard: string[] = [];
  const { console } = window;
  for (const name of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const)
    console[name] = (...parts: unknown[]) => void heard.push(parts.map((part) => textOf(part)).join(' '));
  for (const type of ['error', 'unhandledrejection'])
    window.addEventListener(type, (event) => heard.push(textOf(Reflect.get(event, 'reason') ?? event)));
  return heard;
}

/** Has elements and callers look up on a page of their own; gives all that anybody can find there afterwards. */
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
  configure({ retries: 0, timeout: 1000, flagsUrl: '/flags/', ...settings });
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
  'slow-3000',
];
const spoilt = ['html', 'truncated', 'drop-body', 'relayed-secret', ''];

describe('the key is nowhere to be found', () => {
  afterEach(cleanUp);

  it('by a test that can find it', async () => {
    const { baseUrl } = visit('fault/echo-key/');
    const said = await traces({ baseUrl, apiKey: 'someone-else' });
    expect(said).to.include('INVALID_API_KEY').and.include('is not known');
    expect(said).not.to.include('someone-else');
    expect(textOf(new Error('outer', { cause: { inner: awkward } }))).to.include(awkward);
  });

  for (const auth of auths)
    for (const fault of faults)
      it(`${fault}, auth ${auth}`, async () => {
        const { baseUrl } = visit(`fault/${fault}/`, fault === 'no-cors' ? otherOrigin : '/api/');
        const said = await traces({ baseUrl, apiKey: awkward, auth });
        expect(said).to.include('LookupError');
        for (const spelling of spellings(awkward)) expect(said).not.to.include(spelling);
      });

  for (const auth of ['query', 'header'] as const)
    for (const storage of ['session', 'local'] as const)
      for (const fault of spoilt)
        it(`${fault || 'an answer'}, auth ${auth}, ${storage} storage`, async () => {
          const { baseUrl } = visit(fault && `fault/${fault}/`);
          const said = await traces({ baseUrl, apiKey: 'demo-open', auth, storage });
          expect(said).to.match(/81\.2\.69\.142|LookupError/);
          for (const spelling of spellings('demo-open')) expect(said).not.to.include(spelling);
        });

  const misplaced: Record<string, Settings> = {
    'a key with a space': { apiKey: `${awkward} and a space` },
    'a key in the address': { baseUrl: `/api/?key=${encodeURIComponent(awkward)}` },
    'a key as the user name': { baseUrl: `https://${encodeURIComponent(awkward)}@service.invalid/` },
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
        new lookup.OriginLookup({ baseUrl: visit().baseUrl, apiKey: awkward, auth, retries: 0 }).ip(),
      ),
    );
    const said = [textOf(outcomes), ...heard].join('\n');
    expect(said).to.include('Content-Security-Policy');
    for (const spelling of spellings(awkward)) expect(said).not.to.include(spelling);
  });
});
