import { expect } from '@open-wc/testing';
import type { Settings } from '../../../src/lookup/index.js';
import { cleanUp, type NewPage, newPage, stored } from '../support/page.js';
import { countedVisit } from '../support/service.js';

const areas = { session: sessionStorage, local: localStorage };
const kinds = ['session', 'local'] as const;

/** Looks up the same visit on any page. */
function begin(own: Settings = {}) {
  const { baseUrl, requests } = countedVisit();
  const settings: Settings = { baseUrl, apiKey: 'demo-open', ...own };
  return { requests, ask: ({ lookup }: NewPage) => new lookup.OriginLookup(settings).ip() };
}

/** Fills a storage area to its last character. */
function fill(area: Storage): void {
  for (let size = 2 ** 24, part = 0; size >= 1; part++) {
    try {
      area.setItem(`filler ${part}`, 'x'.repeat(size));
    } catch {
      size /= 2;
    }
  }
}

function unfill(area: Storage): void {
  for (const name of Object.keys(area)) if (name.startsWith('filler ')) area.removeItem(name);
}

describe('storage that is full', () => {
  afterEach(cleanUp);

  for (const storage of kinds)
    it(`${storage}: the page shares one lookup, and others’ values stay`, async () => {
      const { requests, ask } = begin({ storage });
      const page = newPage();
      const area = areas[storage];
      fill(area);
      try {
        const held = area.length;
        await ask(page);
        expect(await ask(page)).to.equal(await ask(page));
        expect(await requests()).to.equal(1);
        expect(area.length).to.equal(held);
      } finally {
        unfill(area);
      }
    });
});

describe('a stored value', () => {
  afterEach(cleanUp);

  it('that breaks the JSON parser is ignored, and replaced by a new result', async () => {
    for (const value of ['', '\u0000\uD800', '['.repeat(100_000)]) {
      sessionStorage.clear();
      const { requests, ask } = begin();
      const page = newPage();
      await ask(page);
      for (const [name] of stored()) sessionStorage.setItem(name, value);
      expect((await ask(page.next())).ip).to.equal('81.2.69.142');
      expect(await requests()).to.equal(2);
      expect(stored().map(([, record]) => record.includes('81.2.69.142'))).to.deep.equal([true]);
    }
  });
});

describe('results are stored', () => {
  afterEach(cleanUp);

  for (const storage of kinds)
    it(`${storage}: only there, with one value for each lookup`, async () => {
      const { ask } = begin({ storage });
      const page = newPage();
      await Promise.all([ask(page), ask(page)]);
      const names = (area: Storage) =>
        Object.keys(area).filter((name) => name.startsWith('visitor-elements/'));
      expect(names(areas[storage])).to.have.lengthOf(1);
      expect(stored()).to.have.lengthOf(1);
    });

  it('none: nowhere, and the next page sends another request', async () => {
    const { requests, ask } = begin({ storage: 'none' });
    const page = newPage();
    await ask(page);
    expect(stored()).to.deep.equal([]);
    await ask(page.next());
    expect(await requests()).to.equal(2);
  });
});

describe('another tab in the meantime', () => {
  afterEach(cleanUp);

  it('stores a newer result: the next page uses it', async () => {
    const { baseUrl, requests } = countedVisit();
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local' };
    const [one, other] = [newPage(), newPage()];
    await new one.lookup.OriginLookup(settings).ip();
    const newer = await new other.lookup.OriginLookup(settings).ip({ refresh: true });
    const { lookup } = one.next();
    const taken = await new lookup.OriginLookup(settings).ip();
    expect(taken.time_zone?.current_time).to.equal(newer.time_zone?.current_time);
    expect(await requests()).to.equal(2);
  });

  it('clears storage: this page keeps its data, the next one sends a request', async () => {
    const { requests, ask } = begin({ storage: 'local' });
    const page = newPage();
    const answer = await ask(page);
    localStorage.clear();
    expect(await ask(page)).to.equal(answer);
    expect(await requests()).to.equal(1);
    await ask(page.next());
    expect(await requests()).to.equal(2);
  });

  it('writes junk: this page keeps its data', async () => {
    const { requests, ask } = begin({ storage: 'local' });
    const page = newPage();
    const answer = await ask(page);
    for (const [name] of stored()) localStorage.setItem(name, '{"fetchedAt":1e15,"data":{"ip":"junk"}}');
    expect(await ask(page)).to.equal(answer);
    expect(await requests()).to.equal(1);
  });
});
