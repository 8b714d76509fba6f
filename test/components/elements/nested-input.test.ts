import { type IpData, origin, override, type Settings, type VisitorInfo } from '../../../src/index.js';
import { thisPage } from '../../../src/lookup/page.js';
import { MAX_DEPTH, parseObject } from '../../../src/model/json.js';
import { stored } from '../support/page.js';
import {
  type AnyElement,
  answered,
  expect,
  forgetReading,
  hearConsole,
  nextPage,
  put,
  reaches,
  settled,
  shown,
  visit,
} from './support.js';

/** Deep enough to exhaust the stack in what merges it, and not yet in what freezes it. */
const DEPTH = 5000;

/** JSON of so many objects in one another, the outermost with other members. */
const nested = (depth: number, members = '') =>
  `{${members}${'"location":{'.repeat(depth - 1)}${'}'.repeat(depth - 1)}}`;
const deep = nested(DEPTH);
const deepObject = (): IpData => {
  let object = {};
  for (let level = 1; level < DEPTH; level++) object = { location: object };
  return object;
};

const markup = `<main><visitor-value field="ip">an address</visitor-value
  ><visitor-info>somebody</visitor-info
  ><visitor-switch><template data-country="GB">Good day</template>Hello</visitor-switch
  ><visitor-country-select></visitor-country-select></main>`;

describe('JSON that is nested 5,000 deep', () => {
  const said = hearConsole();
  const errors: unknown[] = [];
  const hear = ({ message }: ErrorEvent) => errors.push(message);
  beforeEach(() => {
    errors.length = 0;
    addEventListener('error', hear);
  });
  afterEach(() => {
    removeEventListener('error', hear);
    expect(errors).to.deep.equal([]);
  });

  /** Expects every kind of element to show the visitor. */
  async function expectData(): Promise<void> {
    const page = put<HTMLElement>(markup);
    for (const element of page.children) await reaches(element, 'ready');
    await settled();
    const [value, card, chosen, select] = page.children as HTMLCollectionOf<AnyElement>;
    expect(shown(value as Element)).to.equal('81.2.69.142');
    expect(shown(card as Element)).to.include('United Kingdom');
    expect((chosen as HTMLElement).innerText.trim()).to.equal('Good day');
    expect(select).to.have.property('value', 'GB');
  }

  for (const area of [sessionStorage, localStorage]) {
    const storage = area === sessionStorage ? 'session' : 'local';

    it(`is ignored in an override stored in ${storage} storage: every element shows the visitor`, async () => {
      visit('', { storage });
      area.setItem('visitor-elements/override', deep);
      forgetReading();
      await expectData();
    });

    it(`is ignored in a record of ${storage} storage, whose lookup is made again`, async () => {
      visit('', { storage });
      await origin.ip();
      const [[name] = ['']] = stored();
      const times = `"fetchedAt":${Date.now()},"expiresAt":${Date.now() + 1e6},`;
      nextPage();
      area.setItem(name, nested(DEPTH, `${times}"data":{"ip":"192.0.2.7"},`));
      await expectData();
    });
  }

  it('is ignored in initialData, in markup and in JavaScript, and the console says so', async () => {
    for (const initialData of [deep, deepObject()]) {
      said.length = 0;
      // The same message is printed only once on a page.
      thisPage().reported.clear();
      visit('', { initialData } as Settings);
      await expectData();
      expect(said.join()).to.include('"initialData"');
    }
  });

  it('is a mistake in groups, in markup and in JavaScript, and elements keep their own content', async () => {
    for (const groups of [deep, deepObject()]) {
      said.length = 0;
      visit('', { groups } as Settings);
      const value = await reaches(put('<visitor-value field="ip">an address</visitor-value>'), 'error');
      expect(shown(value)).to.equal('an address');
      expect(said.join()).to.include('"groups"');
    }
  });

  it('is ignored in labels, in markup and in JavaScript', async () => {
    visit();
    const card = put<VisitorInfo>('<visitor-info fields="ip"></visitor-info>');
    await reaches(card, 'ready');
    for (const label of [
      () => card.setAttribute('labels', deep),
      () => Object.assign(card, { labels: { ...deepObject(), ip: 'You' } }),
      () => Object.assign(card, { labels: { ip: deepObject() } }),
    ]) {
      label();
      await card.updateComplete;
      expect(shown(card)).to.include('81.2.69.142');
    }
    expect(said.join()).to.include('"labels"');
  });

  it('is ignored in a message of another tab', async () => {
    visit();
    await origin.ip();
    const [speaker, hearer] = [1, 2].map(() => new BroadcastChannel('visitor-elements'));
    const heard = new Promise((resolve) => hearer?.addEventListener('message', resolve, { once: true }));
    speaker?.postMessage(deep);
    await heard;
    speaker?.close();
    hearer?.close();
    await expectData();
  });

  it('is ignored where a page makes it an override, and nothing of it is stored', async () => {
    visit();
    override(deepObject());
    await expectData();
    expect(sessionStorage.getItem('visitor-elements/override')).to.equal(null);
  });

  it('is no answer of the service', async () => {
    visit();
    const error = await answered(JSON.parse(deep), () => origin.ip().catch((error: unknown) => error));
    expect(error).to.have.property('code', 'invalid-response');
  });

  it('is more than the limit, which is far above what data has', () => {
    expect(typeof parseObject(nested(MAX_DEPTH))).to.equal('object');
    expect(typeof parseObject(nested(MAX_DEPTH + 1))).to.equal('undefined');
  });
});
