import { expect } from '@open-wc/testing';
import { conditionProblem } from '../../../src/devtools/condition-problem.js';
import { thisPage } from '../../../src/lookup/page.js';
import { formatField } from '../../../src/model/format.js';
import { htmlAttributes } from '../../../src/personal/expose.js';
import { guessFromTimeZone } from '../../../src/personal/guess.js';
import { matches } from '../../../src/personal/matches.js';
import { pageGroups } from '../../../src/personal/page-groups.js';

describe('a language with a region or script', () => {
  for (const code of ['pt-BR', 'zh-Hant-TW'])
    it(code, () => {
      const data = { location: { language: { code } } };
      expect(conditionProblem({ language: code }, pageGroups(thisPage()))).to.equal(undefined);
      expect(matches(data, { language: code.toLowerCase() })).to.equal(true);
      expect(matches(data, { language: `!${code}` })).to.equal(false);
      expect(matches(data, { language: code.slice(0, 2) })).to.equal(false);
    });
});

describe('a field below one that is called `name`', () => {
  it('has no code beside it', () => {
    const user_agent = { name: { long: 'Chrome' }, code: { long: 'no code of a name' } };
    expect(formatField({ user_agent }, 'user_agent.name.long')).to.equal('Chrome');
    const found = { names: { home: 'de' }, codes: { home: 'fr' } };
    expect(formatField(found, 'names.home', { as: 'region', locale: 'en' })).to.equal('Germany');
  });
});

describe('text that would change the direction of the text after it', () => {
  const turning = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

  it('loses direction marks in single values, lists and values that Intl doesn’t know', () => {
    const hostile = [...`${turning}evil`].join('x');
    const harmless = `${'x'.repeat(12)}exvxixl`;
    for (const as of [undefined, 'text', 'region', 'language', 'currency', 'number', 'flag'] as const) {
      const region = { name: hostile, code: turning };
      expect(formatField({ location: { region } }, 'location.region.name', { as }), as).to.equal(
        as === 'flag' ? '' : harmless,
      );
    }
    const list = { location: { country: { languages: [{ name: hostile }, { name: turning }, hostile] } } };
    expect(formatField(list, 'location.country.languages', { locale: 'en' })).to.equal(
      `${harmless}, ${harmless}`,
    );
    expect(
      htmlAttributes({ user_agent: { os: { name: hostile } }, connection: { type: turning } }),
    ).to.include({
      os: harmless,
      network: undefined,
    });
  });

  it('keeps the joiners that languages need, and what Intl itself writes', () => {
    for (const name of ['می\u200cخواهم', 'क\u094d\u200dष', '👩\u200d👩\u200d👧'])
      expect(formatField({ name }, 'name')).to.equal(name);
    const [locale, allocated] = ['he', '2026-11-22'];
    const { format } = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    expect(formatField({ allocated }, 'allocated', { locale })).to.equal(format(new Date(allocated)));
  });
});

describe('an endless list or text', () => {
  it('is cut before it is formatted', () => {
    const list = Array(400_000).fill({ code: 'DE' });
    let touched = 0;
    Object.defineProperty(list, 2000, { get: () => ++touched });
    const shown = formatField({ location: { country: { borders: list } } }, 'location.country.borders', {
      locale: 'en',
    });
    expect(shown.slice(0, 16)).to.equal('Germany, Germany');
    expect([shown.length, touched]).to.deep.equal([1000, 0]);
    expect(formatField({ name: 'x'.repeat(5_000_000) }, 'name').length).to.equal(1000);
    for (const field of ['asn', 'allocated'])
      expect(formatField({ [field]: '1'.repeat(5_000_000) }, field).length, field).to.equal(1000);
    expect(formatField({ n: `${'0'.repeat(1500)}7` }, 'n', { as: 'number' })).to.equal('0');
  });
});

describe('a guess in a language of many countries, such as es-419', () => {
  const { maximize } = Intl.Locale.prototype;
  afterEach(() => {
    Intl.Locale.prototype.maximize = maximize;
  });

  it('is that of the time zone', async () => {
    const guess = () => guessFromTimeZone('Africa/Harare');
    const usual = await guess();
    Intl.Locale.prototype.maximize = () => new Intl.Locale('es-419');
    expect(await guess()).to.deep.equal(usual);
  });
});

describe('a slow guess', () => {
  const { setTimeout } = globalThis;
  const { now } = Date;

  afterEach(() => {
    Object.assign(globalThis, { setTimeout });
    Date.now = now;
  });

  it('pauses now and then, not at every region', async () => {
    const zones: Intl.Locale & { getTimeZones?(): unknown; timeZones?: unknown } = new Intl.Locale('und-ZW');
    const known = zones.getTimeZones?.() ?? zones.timeZones;
    let moment = 0;
    Date.now = () => moment++;
    let pauses = 0;
    globalThis.setTimeout = ((resume: TimerHandler) => {
      pauses++;
      return setTimeout(resume);
    }) as typeof setTimeout;
    const guess = await guessFromTimeZone('Africa/Harare');
    expect(guess?.location?.country?.code).to.equal(known ? 'ZW' : undefined);
    expect(pauses).to.be.within(20, 60);
  });
});
