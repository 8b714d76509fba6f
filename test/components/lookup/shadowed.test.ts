import { expect } from '@open-wc/testing';
import { cleanUp, type Globals, openPage } from '../support/page.js';
import { countedVisit } from '../support/service.js';

/** What the lookup module, the settings and the attributes on `<html>` read of a document. */
const names = [
  'baseURI',
  'currentScript',
  'prerendering',
  'readyState',
  'documentElement',
  'querySelectorAll',
  'addEventListener',
];

const shadow =
  (tag: string) =>
  ({ document }: Globals) => {
    const { body } = document;
    for (const name of names) {
      const element = Object.assign(document.createElement(tag), { name });
      body.append(element);
    }
  };

describe('markup that hides properties of the document', () => {
  afterEach(cleanUp);

  for (const tag of ['img', 'form', 'object', 'embed'])
    it(`<${tag} name=…> breaks no lookup and no attribute on <html>`, async () => {
      const { baseUrl, requests } = countedVisit();
      const page = await openPage({ arrange: shadow(tag) });
      const { configure, expose, origin } = await page.library();
      configure({ baseUrl: `../..${baseUrl}`, apiKey: 'demo-open' });
      expose();
      expect((await origin.ip()).ip).to.equal('81.2.69.142');
      const [root] = page.window.document.getElementsByTagName('html');
      expect(root?.getAttribute('data-visitor-country')).to.equal('GB');
      expect(await requests()).to.equal(1);
    });

  it('<img name="readyState"> hides no missing setting', async () => {
    const page = await openPage({ arrange: shadow('img') });
    const { origin } = await page.library();
    expect(origin.snapshot('ip').error?.code).to.equal('misconfigured');
  });
});

describe('another value under the symbol of the shared state', () => {
  afterEach(cleanUp);

  const junk: Record<string, unknown> = {
    nothing: undefined,
    null: null,
    'a text': 'settings',
    'a number': 1,
    'a list': [1],
    'a frozen object': Object.freeze({ settings: 1 }),
    'an object of another shape': {
      settings: 'x',
      listeners: [],
      sent: {},
      revokes: 'y',
      consent: 'yes',
      override: 1,
      isUnsaved: {},
      channel: {},
    },
    'what an older version left': { settings: {}, entries: new Map(), watchers: new Set() },
  };
  for (const [what, value] of Object.entries(junk))
    it(`${what}: lookups work all the same`, async () => {
      const { baseUrl, requests } = countedVisit();
      const arrange = (window: Globals) => {
        for (const name of ['visitor-elements', 'visitor-elements/labels'])
          Reflect.set(window, Symbol.for(name), value);
      };
      const { library } = await openPage({ arrange });
      const { configure, grantConsent, origin, override } = await library();
      configure({ baseUrl, apiKey: 'demo-open', consent: 'required' });
      grantConsent();
      override({ location: { city: 'Here' } });
      expect((await origin.ip()).location?.city).to.equal('Here');
      expect(await requests()).to.equal(1);
    });

  it('the shared state has settings, consent and override for every version', async () => {
    const { baseUrl } = countedVisit();
    const { library, window } = await openPage();
    const { configure, grantConsent } = await library();
    configure({}); // The shared state is made on first use.
    const shared = Reflect.get(window, Symbol.for('visitor-elements'));
    expect(shared).to.include.keys('settings', 'revokes', 'listeners');
    let told = 0;
    shared.listeners.add(() => told++);
    shared.later = 'a later version’s';
    for (let time = 0; time < 2; time++) configure({ baseUrl, apiKey: 'demo-open' });
    grantConsent();
    expect(shared).to.deep.include({ consent: true, later: 'a later version’s' });
    expect(shared.settings.apiKey).to.equal('demo-open');
    expect(told).to.equal(2);
  });
});
