import { expect } from '@open-wc/testing';
import { countries } from '../../../src/model/country-lists.js';
import { guessFromTimeZone } from '../../../src/personal/guess.js';

type ZonedLocale = Intl.Locale & { getTimeZones?(): string[] | undefined; timeZones?: string[] };
const zonesOf = (code: string) => {
  const region: ZonedLocale = new Intl.Locale(`und-${code}`);
  return region.getTimeZones?.() ?? region.timeZones;
};
const engineKnowsZones = Boolean(zonesOf('DE'));
/** An engine's own name for a time zone. Some engines return it only for the browser's own zone. */
const canonical = (zone: string) =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

describe('the guess from a time zone', () => {
  before(function () {
    if (!engineKnowsZones) this.skip();
  });

  for (const [zone, code] of [
    ['Europe/Berlin', 'DE'],
    ['Europe/Busingen', 'DE'],
    ['Europe/Zurich', 'CH'],
    ['Europe/Amsterdam', 'NL'],
    ['Arctic/Longyearbyen', 'SJ'],
    ['America/Chicago', 'US'],
    ['Europe/Moscow', 'RU'],
    ['Asia/Tokyo', 'JP'],
  ] as const)
    it(`finds ${code} for ${zone}, and claims no more`, async () => {
      expect(await guessFromTimeZone(zone)).to.deep.equal({
        location: { country: { code }, in_eu: ['DE', 'NL'].includes(code) },
        time_zone: { id: zone },
      });
    });

  for (const [alias, name, code] of [
    ['Asia/Calcutta', 'Asia/Kolkata', 'IN'],
    ['Europe/Kiev', 'Europe/Kyiv', 'UA'],
  ] as const)
    it(`finds ${code} for ${alias} and ${name}, where the engine takes them for one`, async () => {
      const guesses = await Promise.all([guessFromTimeZone(alias), guessFromTimeZone(name)]);
      const codes = guesses.map((guess) => guess?.location?.country?.code);
      // An engine that has both names lists only one of them for the region.
      if (canonical(alias) === canonical(name)) expect(codes).to.deep.equal([code, code]);
      else expect(codes.filter(Boolean)).to.deep.equal([code]);
    });

  for (const zone of [
    'UTC',
    'Etc/UTC',
    'GMT',
    'Etc/GMT+1',
    'CET',
    'EST',
    'EST5EDT',
    'MST7MDT',
    'WET',
    'Etc/Greenwich',
    'Zulu',
    'GMT0',
    '+01:00',
    'Nowhere/Land',
    '',
  ])
    it(`finds nothing for ${zone || 'an empty name'}`, async () => {
      expect(await guessFromTimeZone(zone)).to.equal(undefined);
    });

  for (const [languages, code] of [
    [['is-IS', 'en'], 'IS'],
    [['is'], 'IS'],
    [['en-IS'], 'IS'],
    [['en-US', 'en'], undefined],
    [['de-DE'], undefined],
    [['is-DK'], undefined],
    [['is_IS', 'kis', ''], undefined],
    [[], undefined],
    [undefined, undefined],
  ] as const)
    it(`takes Iceland's zone, which protection against fingerprinting reports, for ${code} in ${languages}`, async () => {
      Object.defineProperty(navigator, 'languages', { configurable: true, value: languages });
      try {
        const guess = await guessFromTimeZone('Atlantic/Reykjavik');
        expect(guess?.location?.country?.code).to.equal(code);
      } finally {
        Reflect.deleteProperty(navigator, 'languages');
      }
    });

  it("takes the browser's own zone", async () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(await guessFromTimeZone()).to.deep.equal(await guessFromTimeZone(own));
  });

  it('may take the first region found, for no engine lists a zone under two countries', () => {
    const owners = new Map<string, string>();
    for (const [code] of countries())
      for (const zone of zonesOf(code) ?? []) {
        expect(owners.get(zone), `${zone} of ${code}`).to.equal(undefined);
        owners.set(zone, code);
      }
    expect(owners.size).to.be.greaterThan(300);
  });
});

describe('an engine that cannot tell the zones of a region', () => {
  const { getTimeZones, timeZones } = Object.getOwnPropertyDescriptors(
    Intl.Locale.prototype,
  ) as PropertyDescriptorMap;

  afterEach(() => {
    if (getTimeZones) Object.defineProperty(Intl.Locale.prototype, 'getTimeZones', getTimeZones);
    if (timeZones) Object.defineProperty(Intl.Locale.prototype, 'timeZones', timeZones);
  });

  it('may have the older property', async () => {
    Reflect.deleteProperty(Intl.Locale.prototype, 'getTimeZones');
    Object.defineProperty(Intl.Locale.prototype, 'timeZones', {
      configurable: true,
      get(this: Intl.Locale) {
        return this.region === 'DE' ? ['Europe/Berlin'] : undefined;
      },
    });
    expect((await guessFromTimeZone('Europe/Berlin'))?.location?.country?.code).to.equal('DE');
  });
});
