import { expect } from '@open-wc/testing';
import { keptFor, MAX_ENTRIES } from '../../../src/model/cache.js';
import { countries } from '../../../src/model/country-lists.js';
import { formatField } from '../../../src/model/format.js';

/** Starts to count how often a page creates a formatter of one kind, until the test ends. */
function counting<K extends 'DisplayNames' | 'NumberFormat' | 'DateTimeFormat'>(name: K): () => number {
  const real = Intl[name];
  let made = 0;
  Object.assign(Intl, {
    [name]: new Proxy(real, {
      construct(target, given) {
        made++;
        return Reflect.construct(target, given);
      },
    }),
  });
  restore.push(() => Object.assign(Intl, { [name]: real }));
  return () => made;
}
const restore: (() => void)[] = [];
afterEach(() => {
  for (const undo of restore.splice(0)) undo();
});

const germany = { location: { country: { code: 'DE' } }, time_zone: { id: 'Europe/Berlin' } };
const name = (locale?: string | string[]) => formatField(germany, 'location.country.name', { locale });

let languages = 0;
/** Gives the browser another language, until the test ends. */
function changeLanguage(): void {
  Object.defineProperty(navigator, 'language', { configurable: true, value: `en-x-${++languages}` });
  restore.push(() => Reflect.deleteProperty(navigator, 'language'));
}

describe('a map of limited size', () => {
  it('loses its oldest entry, and makes none twice', () => {
    const map = new Map<number, number>();
    let made = 0;
    const keep = (key: number) => keptFor(map, key, () => made++);
    for (let key = 0; key < MAX_ENTRIES; key++) [keep(key), keep(key)];
    expect(made).to.equal(MAX_ENTRIES);
    keep(-1);
    expect([...map.keys()].slice(0, 2)).to.deep.equal([1, 2]);
    expect(map.size).to.equal(MAX_ENTRIES);
  });
});

describe('a formatter', () => {
  it('is made once for each language, and again after the browser’s language changed', () => {
    const made = counting('DisplayNames');
    changeLanguage();
    for (let round = 0; round < 5; round++) [name('fr-x-a'), name('fr-x-b'), name()];
    expect(made()).to.equal(3);
    changeLanguage();
    [name('fr-x-a'), name()];
    expect(made()).to.equal(4);
  });

  it('is kept for the latest languages only', () => {
    const made = counting('NumberFormat');
    const show = (locale: string) => formatField({ n: 1.5 }, 'n', { locale });
    const tags = Array.from({ length: 100 }, (_, i) => `de-x-${i}`);
    for (const tag of tags) show(tag);
    expect(made()).to.equal(100);
    show(tags[99] ?? '');
    expect(made()).to.equal(100);
    show(tags[0] ?? '');
    expect(made()).to.equal(101);
  });

  it('depends on the time zone only for times', () => {
    const made = counting('DisplayNames');
    for (const id of ['Europe/Berlin', 'Europe/Paris', 'Asia/Tokyo'])
      formatField({ ...germany, time_zone: { id } }, 'location.country.name', { locale: 'fr-x-zone' });
    expect(made()).to.equal(1);
  });

  it('is not mixed up between a list of languages and a tag that looks like one', () => {
    expect(name(['fr', 'de'])).to.equal('Allemagne');
    expect(name('fr,de')).to.equal(name());
    expect(name('fr, de')).to.equal(name());
  });

  it('is for the new language in a list of countries in the browser’s language', () => {
    const before = countries();
    expect(countries()).to.equal(before);
    changeLanguage();
    expect(countries()).not.to.equal(before);
    expect(countries()).to.deep.equal(before);
  });

  it('does not keep lists of countries in an unlimited number of languages', () => {
    const first = countries('de-x-first');
    for (let i = 0; i < MAX_ENTRIES; i++) countries(`de-x-${i}`);
    expect(countries('de-x-first')).not.to.equal(first);
  });
});
