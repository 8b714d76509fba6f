import { expect } from '@open-wc/testing';
import { countries } from '../../../src/model/countries.js';
import { formatField } from '../../../src/model/format.js';
import { Cache, onLanguageChange } from '../../../src/model/intl-cache.js';

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
const changeLanguage = () => dispatchEvent(new Event('languagechange'));

describe('a cache', () => {
  it('keeps the latest values, and makes a value once as long as it is kept', () => {
    const cache = new Cache<string>(2);
    let made = 0;
    const get = (key?: string) => cache.get(key, () => `${key} ${++made}`);
    expect([get('a'), get('b'), get('a')]).to.deep.equal(['a 1', 'b 2', 'a 1']);
    expect([get('c'), get('b')]).to.deep.equal(['c 3', 'b 2']);
    expect([get('a'), get(), get()]).to.deep.equal(['a 4', 'undefined 5', 'undefined 5']);
  });

  it('keeps nothing of what could not be made', () => {
    const cache = new Cache<string>(2);
    const fail = () => {
      throw new Error('No.');
    };
    expect(() => cache.get('a', fail)).to.throw('No.');
    expect(cache.get('a', () => 'made')).to.equal('made');
  });

  it('keeps an empty text too', () => {
    const cache = new Cache<string>(2);
    cache.get('a', () => '');
    expect(cache.get('a', () => 'again')).to.equal('');
  });

  it('is empty after the language of the browser changed, and works on', () => {
    const cache = new Cache<string>(2);
    let made = 0;
    const get = () => cache.get('a', () => `${++made}`);
    get();
    changeLanguage();
    expect([get(), get()]).to.deep.equal(['2', '2']);
    changeLanguage();
    expect(get()).to.equal('3');
  });

  it('lets others drop what they keep, too', () => {
    let told = 0;
    onLanguageChange(() => void told++);
    changeLanguage();
    expect(told).to.equal(1);
  });

  it('is empty before the page hears of the change, however early it listens', () => {
    const heard: string[] = [];
    const cache = new Cache<string>(2);
    const hear = () => heard.push(cache.get('a', () => 'new'));
    addEventListener('languagechange', hear);
    cache.get('a', () => 'old');
    changeLanguage();
    removeEventListener('languagechange', hear);
    expect(heard).to.deep.equal(['new']);
  });
});

describe('what the browser formats with', () => {
  it('is made once for each language, and again when the browser changed its own', () => {
    const made = counting('DisplayNames');
    changeLanguage();
    for (let round = 0; round < 5; round++) [name('fr'), name('sv')];
    expect(made()).to.equal(2);
    changeLanguage();
    name('fr');
    expect(made()).to.equal(3);
  });

  it('is kept for the latest languages only, however many a page goes through', () => {
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

  it('depends on the zone only for a time', () => {
    const made = counting('DisplayNames');
    changeLanguage();
    for (const id of ['Europe/Berlin', 'Europe/Paris', 'Asia/Tokyo'])
      formatField({ ...germany, time_zone: { id } }, 'location.country.name', { locale: 'fr' });
    expect(made()).to.equal(1);
  });

  it('is not mixed up between a list of languages and a tag that looks like one', () => {
    expect(name(['fr', 'de'])).to.equal('Allemagne');
    expect(name('fr,de')).to.equal(name());
    expect(name('fr, de')).to.equal(name());
  });

  it('is that of the new language where a list of countries follows the browser’s', () => {
    const before = countries();
    expect(countries()).to.equal(before);
    changeLanguage();
    expect(countries()).not.to.equal(before);
    expect(countries()).to.deep.equal(before);
  });

  it('does not keep the lists of ever more languages', () => {
    const first = countries('de-x-first');
    for (let i = 0; i < 8; i++) countries(`de-x-${i}`);
    expect(countries('de-x-first')).not.to.equal(first);
  });
});
