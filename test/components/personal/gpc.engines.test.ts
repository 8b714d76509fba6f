import { expect } from '@open-wc/testing';
import { expose, matches, override } from '../../../src/index.js';
import { put, settled, until, visit } from '../elements/support.js';
import { type OpenPage, openPage, simulate, stored } from '../support/page.js';
import { hearMatches, read, reads } from './support.js';

const root = document.documentElement;
const { search } = location;

/** Makes this browser send the signal, or not, or not know it. */
const signal = (value: unknown) =>
  Object.defineProperty(navigator, 'globalPrivacyControl', { value, configurable: true });

/** What the browser that runs this test signals. */
const own = String(Reflect.get(navigator, 'globalPrivacyControl') === true);

/** What a page requests. No request is answered. */
function countRequests({ window }: OpenPage): unknown[] {
  const sent: unknown[] = [];
  window.fetch = (...given) => {
    sent.push(given);
    return Promise.reject(new Error('No request is needed.'));
  };
  return sent;
}

const onlySignal = `
  <visitor-switch>
    <template data-gpc="true"><p>Sent</p></template>
    <template data-gpc="false"><p>Not sent</p></template>
    <p>Unknown</p>
  </visitor-switch>`;

describe('Global Privacy Control', () => {
  let stop: (() => void) | undefined;

  afterEach(() => {
    stop?.();
    stop = undefined;
    Reflect.deleteProperty(navigator, 'globalPrivacyControl');
    Reflect.deleteProperty(navigator, 'userAgent');
    history.replaceState(null, '', search || location.pathname);
  });

  it('is what this browser sends', () => {
    visit();
    stop = expose();
    expect(root.dataset.visitorGpc).to.equal(own);
    expect(matches(undefined, { gpc: own })).to.equal(true);
    expect(matches(undefined, { gpc: `!${own}` })).to.equal(false);
  });

  for (const [value, expected] of [
    [true, 'true'],
    [false, 'false'],
    [undefined, 'false'],
    ['1', 'false'],
  ] as const)
    it(`is ${expected} if the browser’s property is ${JSON.stringify(value)}`, async () => {
      signal(value);
      const { requests } = visit();
      const element = put(onlySignal);
      await reads(element, expected === 'true' ? 'Sent' : 'Not sent');
      expect(await requests()).to.equal(0);
    });

  for (const [when, prefix, settings] of [
    ['before consent', '', { consent: 'required' }],
    ['if the lookup fails', 'fault/status-500/', {}],
    ['without a service', '', { baseUrl: undefined, apiKey: undefined }],
    ['if nothing may be stored', '', { storage: 'none' }],
  ] as const)
    it(`is known ${when}, on <html> at once`, async () => {
      signal(true);
      visit(prefix, settings);
      stop = expose();
      expect(root.dataset.visitorGpc).to.equal('true');
      const element = put(
        '<visitor-switch><template data-gpc><p>Sent</p></template><template data-country="GB">GB</template>Other</visitor-switch>',
      );
      await reads(element, 'Sent');
    });

  it('is known for crawlers', async () => {
    signal(true);
    Object.defineProperty(navigator, 'userAgent', { value: 'Googlebot/2.1', configurable: true });
    visit();
    stop = expose();
    expect(root.dataset.visitorGpc).to.equal('true');
    await reads(put(onlySignal), 'Sent');
  });

  it('sends no request until a case needs data', async () => {
    signal(false);
    const { requests } = visit();
    const element = put('<visitor-switch><template data-gpc="true">Sent</template>Default</visitor-switch>');
    const heard = hearMatches(element);
    await until(() => heard.length === 1, 'the choice');
    expect(heard).to.deep.equal([null]);
    await settled();
    expect(await requests()).to.equal(0);
    element.insertAdjacentHTML('beforeend', '<template data-country="GB" data-gpc="false">Home</template>');
    await reads(element, 'Home');
    expect(await requests()).to.equal(1);
  });

  it('sends no request while a switch has no case, for example before a script adds one', async () => {
    signal(true);
    const { requests } = visit();
    const element = put<HTMLElement & { refresh(): Promise<void> }>(
      '<visitor-switch>Default</visitor-switch>',
    );
    await element.refresh();
    await settled();
    expect([read(element), await requests()]).to.deep.equal(['Default', 0]);
    element.insertAdjacentHTML('beforeend', '<template data-gpc="true">Sent</template>');
    await reads(element, 'Sent');
    expect(await requests()).to.equal(0);
    element.insertAdjacentHTML('afterbegin', '<template data-country="GB">Home</template>');
    await reads(element, 'Home');
    expect(await requests()).to.equal(1);
  });

  it('needs no lookup for `refresh()` either', async () => {
    const { requests } = visit();
    const element = put<HTMLElement & { refresh(): Promise<void> }>(onlySignal);
    await element.refresh();
    await settled();
    expect(await requests()).to.equal(0);
  });

  it('sends no request while the parser adds the cases', async () => {
    const page = await openPage();
    const { document: parsed } = page.window;
    const sent = countRequests(page);
    const { configure: configurePage } = await page.library();
    configurePage({ baseUrl: '/api/', apiKey: 'demo-open', retries: 0 });
    await page.window.load('/src/define.ts');
    // Each part is parsed, and frames pass, before the next one is there.
    for (const part of [
      '<!doctype html><visitor-switch>',
      '<template data-gpc="true"><p>Sent</p></template>',
      '<template data-gpc="false"><p>Not sent</p></template><p>Unknown</p></visitor-switch>',
    ]) {
      parsed.write(part);
      await settled();
    }
    parsed.close();
    await until(() => read(parsed.querySelector('visitor-switch') as Element).includes('ent'), 'the case');
    expect(sent.length).to.equal(0);
    page.close();
  });

  it('is never stored, and not restored on the next page', async () => {
    signal(true);
    visit('', { storage: 'local' });
    stop = expose();
    await until(() => root.dataset.visitorCountry, 'the country');
    override({ location: { country: { code: 'FR' } } });
    expect(stored().length).to.be.greaterThan(1);
    expect(JSON.stringify(stored())).not.to.contain('gpc');
    const page = await openPage();
    await page.window.load('/src/script/attributes.ts');
    expect({ ...page.window.document.documentElement.dataset }).to.include({ visitorCountry: 'FR' });
    expect(page.window.document.documentElement.dataset.visitorGpc).to.equal(undefined);
    page.close();
  });

  it('goes from <html> with `expose()`', () => {
    signal(true);
    visit();
    expose()();
    expect(root.dataset.visitorGpc).to.equal(undefined);
  });

  it('can be simulated, either way, also after elements are there', async () => {
    signal(false);
    visit('', { consent: 'required' });
    stop = expose();
    const element = put(onlySignal);
    await reads(element, 'Not sent');
    expect(root.dataset.visitorGpc).to.equal('false');
    simulate('visitor-gpc=true');
    await reads(element, 'Sent');
    expect(root.dataset.visitorGpc).to.equal('true');
    expect(matches(undefined, { gpc: true })).to.equal(true);
    signal(true);
    simulate('visitor-gpc=false');
    expect(matches(undefined, { gpc: false })).to.equal(true);
  });

  it('stores nothing for the next page while it is simulated', async () => {
    visit();
    simulate('visitor-gpc=true');
    stop = expose();
    await until(() => root.dataset.visitorCountry, 'the country');
    expect(Object.keys(sessionStorage).join()).not.to.contain('attributes');
  });

  it('is what a server says in `matches`, whatever this browser sends', () => {
    signal(false);
    visit();
    const inGB = { location: { country: { code: 'GB' } } };
    expect(matches(inGB, { gpc: true, country: 'GB' }, { gpc: true })).to.equal(true);
    expect(matches(inGB, { gpc: false }, { gpc: true })).to.equal(false);
    expect(matches(inGB, { gpc: false }, { gpc: undefined })).to.equal(true);
  });

  it('is known in a worker', async () => {
    const worker = new Worker(new URL('../support/gpc-worker.ts', import.meta.url), { type: 'module' });
    const heard = await new Promise<MessageEvent>((resolve, reject) => {
      worker.addEventListener('message', resolve);
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.postMessage('');
    });
    worker.terminate();
    expect(heard.data).to.deep.equal([own === 'true', own === 'false', true, false]);
  });
});
