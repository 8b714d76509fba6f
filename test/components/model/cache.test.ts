import { expect } from '@open-wc/testing';
import { LanguageCache, onLanguageChange } from '../../../src/model/cache.js';
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
const changeLanguage = () => dispatchEvent(new Event('languagechange'));

describe('a cache', () => {
  it('keeps the latest values, and makes each only once while it is kept', () => {
    const cache = new LanguageCache<string>(2);
    let made = 0;
    const get = (key?: string) => cache.get(key, () => `${key} ${++made}`);
    expect([get('a'), get('b'), get('a')]).to.deep.equal(['a 1', 'b 2', 'a 1']);
    expect([get('c'), get('b')]).to.deep.equal(['c 3', 'b 2']);
    expect([get('a'), get(), get()]).to.deep.equal(['a 4', 'undefined 5', 'undefined 5']);
  });

  it('keeps nothing if making a value fails', () => {
    const cache = new LanguageCache<string>(2);
    const fail = () => {
      throw new Error('No.');
    };
    expect(() => cache.get('a', fail)).to.throw('No.');
    expect(cache.get('a', () => 'made')).to.equal('made');
  });

  it('keeps an empty text too', () => {
    const cache = new LanguageCache<string>(2);
    cache.get('a', () => '');
    expect(cache.get('a', () => 'again')).to.equal('');
  });

  it('is empty after a change of the browser’s language, and still works', () => {
    const cache = new LanguageCache<string>(2);
    let made = 0;
    const get = () => cache.get('a', () => `${++made}`);
    get();
    changeLanguage();
    expect([get(), get()]).to.deep.equal(['2', '2']);
    changeLanguage();
    expect(get()).to.equal('3');
  });

  it('notifies other caches of the change too', () => {
    let told = 0;
    onLanguageChange(() => void told++);
    changeLanguage();
    expect(told).to.equal(1);
  });

  it('is empty before the page’s own listener runs, however early it was added', () => {
    const heard: string[] = [];
    const cache = new LanguageCache<string>(2);
    const hear = () => heard.push(cache.get('a', () => 'new'));
    addEventListener('languagechange', hear);
    cache.get('a', () => 'old');
    changeLanguage();
    removeEventListener('languagechange', hear);
    expect(heard).to.deep.equal(['new']);
  });
});

describe('a formatter', () => {
  it('is made once for each language, and again after the browser’s language changed', () => {
    const made = counting('DisplayNames');
    changeLanguage();
    for (let round = 0; round < 5; round++) [name('fr'), name('sv')];
    expect(made()).to.equal(2);
    changeLanguage();
    name('fr');
    expect(made()).to.equal(3);
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

  it('is for the new language in a list of countries in the browser’s language', () => {
    const before = countries();
    expect(countries()).to.equal(before);
    changeLanguage();
    expect(countries()).not.to.equal(before);
    expect(countries()).to.deep.equal(before);
  });

  it('does not keep lists of countries in an unlimited number of languages', () => {
    const first = countries('de-x-first');
    for (let i = 0; i < 8; i++) countries(`de-x-${i}`);
    expect(countries('de-x-first')).not.to.equal(first);
  });
});
