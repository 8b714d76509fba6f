import { expect } from '@open-wc/testing';
import { expose, origin, type Settings } from '../../../src/index.js';
import type * as Personal from '../../../src/personal/guess.js';
import { guessFromTimeZone } from '../../../src/personal/guess.js';
import { put, reaches, settled, shown, statesOf, until, visit } from '../elements/support.js';
import { type Globals, openPage } from '../support/page.js';
import { greeting, read } from './support.js';

type ZonedLocale = Intl.Locale & { getTimeZones?(): string[] | undefined; timeZones?: string[] };
const germany: ZonedLocale = new Intl.Locale('und-DE');
const engineKnowsZones = Boolean(germany.getTimeZones?.() ?? germany.timeZones);

const inZone =
  (timeZone: string) =>
  ({ Intl: { DateTimeFormat } }: Globals) => {
    const { resolvedOptions } = DateTimeFormat.prototype;
    DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone };
    };
  };

/** A page in a frame with a given time zone, whose lookups fail. */
async function pageIn(
  timeZone: string,
  {
    guess = 'time-zone',
    fault = 'status-500',
    userAgent = navigator.userAgent,
    wrong = {},
  }: { guess?: string; fault?: string; userAgent?: string; wrong?: Settings } = {},
) {
  const page = await openPage({
    arrange(window) {
      Object.defineProperty(window.navigator, 'userAgent', { value: userAgent });
      inZone(timeZone)(window);
    },
  });
  const { baseUrl } = visit(`fault/${fault}/`);
  const library = await page.library();
  library.configure({
    baseUrl,
    apiKey: 'demo-open',
    retries: 0,
    guess: guess as 'time-zone' | 'none',
    ...wrong,
  });
  await page.window.load('/src/define.ts');
  const { document } = page.window;
  document.body.innerHTML = `${greeting}
    <visitor-value field="location.country.name">somewhere</visitor-value><visitor-asn></visitor-asn>`;
  const [element, value, network] = document.body.children as unknown as HTMLElement[];
  if (!element || !value || !network) throw new Error('the page has no elements');
  return { page, library, document, element, value, network };
}

describe('the guess after a failed lookup', () => {
  before(function () {
    if (!engineKnowsZones) this.skip();
  });
  let opened: Awaited<ReturnType<typeof pageIn>>;
  afterEach(() => opened.page.close());

  it("is the country of the browser's own zone and the zone, nothing more, and marked", async () => {
    opened = await pageIn('Europe/Paris');
    const { element, value, library } = opened;
    await reaches(element, 'guessed');
    expect(statesOf(element)).to.deep.equal(['ready', 'guessed', 'error']);
    await until(() => shown(value) === 'France', 'the country');
    expect(read(element)).to.equal('Bonjour');
    library.origin.subscribe('ip', (snapshot) => {
      expect(snapshot.data).to.deep.equal({
        location: { country: { code: 'FR' }, in_eu: true },
        time_zone: { id: 'Europe/Paris' },
      });
      expect(snapshot).to.include({ guessed: true, overridden: false, stale: false });
      expect(snapshot.error?.code).to.equal('service');
    })();
  });

  it('reaches the attributes on <html>', async () => {
    opened = await pageIn('Asia/Tokyo');
    const { library, document } = opened;
    library.expose();
    const { dataset } = document.documentElement;
    await until(() => dataset.visitorCountry, 'the country');
    expect({ ...dataset }).to.deep.equal({
      visitorCountry: 'JP',
      visitorEu: 'false',
      visitorGpc: 'false',
      visitorTimeZone: 'Asia/Tokyo',
    });
  });

  it('is no result: a promise rejects, and the network stays unknown', async () => {
    opened = await pageIn('Europe/Paris');
    const { element, network, library } = opened;
    await reaches(element, 'guessed');
    const failure = await library.origin.ip().catch((error: unknown) => error);
    expect(failure).to.include({ code: 'service' });
    await reaches(network, 'error');
    expect(statesOf(network)).to.deep.equal(['error']);
  });

  it('is not stored', async () => {
    opened = await pageIn('Europe/Paris');
    await reaches(opened.element, 'guessed');
    expect(JSON.stringify({ ...sessionStorage })).not.to.contain('FR');
  });

  it('is not stored for the next page’s attributes, though the visitor chose the same country', async () => {
    opened = await pageIn('Europe/Paris');
    const { element, library, document } = opened;
    await reaches(element, 'guessed');
    library.expose();
    library.override({ location: { country: { code: 'FR' } } });
    expect(document.documentElement.dataset).to.include({
      visitorCountry: 'FR',
      visitorTimeZone: 'Europe/Paris',
    });
    const record = sessionStorage.getItem('visitor-elements/attributes');
    expect(record).to.contain('FR').and.not.to.contain('Europe/Paris');
  });

  it('is replaced by an override', async () => {
    opened = await pageIn('Europe/Paris');
    const { element, library } = opened;
    await reaches(element, 'guessed');
    library.override({ location: { country: { code: 'GB' } } });
    await until(() => read(element) === 'Good day', 'the chosen country');
    expect(statesOf(element)).to.deep.equal(['ready', 'error']);
    library.clearOverride();
    await reaches(element, 'guessed');
    library.override({ currency: { code: 'EUR' } });
    await settled();
    expect(statesOf(element)).to.deep.equal(['ready', 'guessed', 'error']);
    expect(read(element)).to.equal('Bonjour');
  });

  it('is no new data beside an override of another country, which is there already', async () => {
    opened = await pageIn('Europe/Paris');
    const { page, library, document } = opened;
    document.body.replaceChildren();
    library.configure({ baseUrl: undefined });
    library.override({ location: { country: { code: 'GB' } } });
    let loads = 0;
    document.addEventListener('visitor-load', () => loads++);
    document.body.innerHTML = greeting;
    await until(() => loads, 'the override');
    const { guessFromTimeZone: guessed } = (await page.window.load(
      '/src/personal/guess.ts',
    )) as typeof Personal;
    await guessed();
    await settled();
    expect(loads).to.equal(1);
    library.clearOverride();
    await until(() => loads === 2, 'the guess');
  });

  it('is replaced by data that arrives later', async () => {
    opened = await pageIn('Europe/Paris');
    const { element, library } = opened;
    await reaches(element, 'guessed');
    library.configure({ baseUrl: '/api/' });
    await until(() => read(element) === 'Good day', 'the answer');
    expect(statesOf(element)).to.deep.equal(['ready']);
  });

  it('is made only with the setting', async () => {
    opened = await pageIn('Europe/Paris', { guess: 'none' });
    const { element, library } = opened;
    await reaches(element, 'error');
    await settled();
    expect([statesOf(element), read(element)]).to.deep.equal([['error'], 'Hello']);
    library.configure({ guess: 'time-zone' });
    await reaches(element, 'guessed');
    library.configure({ guess: 'none' });
    await until(() => statesOf(element).join() === 'error', 'the guess to go');
    // Content changes once per frame.
    await until(() => read(element) === 'Hello', 'the default to come back');
  });

  it('follows a lookup’s own setting, whatever the page’s', async () => {
    opened = await pageIn('Europe/Paris', { guess: 'none' });
    const { OriginLookup, configure } = opened.library;
    const [guessing, plain] = (['time-zone', 'none'] as const).map((guess) => new OriginLookup({ guess }));
    const isGuessed = (lookup = guessing) => lookup?.snapshot('ip').guessed;
    guessing?.subscribe('ip', () => undefined);
    await until(isGuessed, 'the guess');
    configure({ guess: 'time-zone' });
    await reaches(opened.element, 'guessed');
    expect([isGuessed(), isGuessed(plain)]).to.deep.equal([true, false]);
  });

  it('is the result of a lookup’s own setting if there is no service', async () => {
    opened = await pageIn('Europe/Paris', { guess: 'none' });
    const { OriginLookup, configure } = opened.library;
    configure({ baseUrl: undefined, apiKey: undefined });
    const data = await new OriginLookup({ guess: 'time-zone' }).ip();
    expect(data.location?.country?.code).to.equal('FR');
  });

  for (const zone of ['UTC', 'Etc/GMT+1', 'CET'])
    it(`stays unknown for a zone without a single country: ${zone}`, async () => {
      opened = await pageIn(zone);
      const { element, page } = opened;
      await reaches(element, 'error');
      // The search that began later also ends later.
      const { guessFromTimeZone } = (await page.window.load('/src/personal/guess.ts')) as typeof Personal;
      expect(await guessFromTimeZone()).to.equal(undefined);
      await settled();
      expect([statesOf(element), read(element)]).to.deep.equal([['error'], 'Hello']);
    });

  it('is not made for a skipped crawler', async () => {
    opened = await pageIn('Europe/Paris', { userAgent: 'Googlebot' });
    const { page, library, element } = opened;
    expect(library.origin.snapshot('ip').error?.code).to.equal('skipped');
    // The guess that began earlier is known earlier.
    const { guessFromTimeZone } = (await page.window.load('/src/personal/guess.ts')) as typeof Personal;
    expect((await guessFromTimeZone())?.location?.country?.code).to.equal('FR');
    await settled();
    const { data, guessed } = library.origin.snapshot('ip');
    expect([data, guessed]).to.deep.equal([undefined, false]);
    expect(read(element)).to.equal('Hello');
  });

  for (const [where, wrong, userAgent] of [
    ['before required consent', { consent: 'required', timeout: 0 }, navigator.userAgent],
    ['before consent whose setting is misspelt', { consent: 'requird' as 'required' }, navigator.userAgent],
    ['for a crawler', { timeout: 0 }, 'Googlebot'],
  ] as const)
    it(`is not made of a wrong setting ${where}`, async () => {
      opened = await pageIn('Europe/Paris', { userAgent, wrong });
      const { page, library, element, document } = opened;
      library.expose();
      await reaches(element, 'error');
      // The guess that began earlier is known earlier.
      const { guessFromTimeZone } = (await page.window.load('/src/personal/guess.ts')) as typeof Personal;
      expect((await guessFromTimeZone())?.location?.country?.code).to.equal('FR');
      await settled();
      expect([statesOf(element), read(element)]).to.deep.equal([['error'], 'Hello']);
      expect({ ...document.documentElement.dataset }).to.deep.equal({ visitorGpc: 'false' });
    });

  it('is not made while the lookup is pending', async () => {
    opened = await pageIn('Europe/Paris', { fault: 'slow-100' });
    const { element } = opened;
    const seen = new Set<string>();
    const look = () => {
      seen.add(statesOf(element).join(' '));
      return element.matches(':state(ready)');
    };
    await until(look, 'the answer');
    expect([...seen].join(', ')).not.to.contain('guessed');
    expect(read(element)).to.equal('Good day');
  });
});

it('a lookup with the setting guesses on a page that is not configured at all', async () => {
  const page = await openPage({ arrange: inZone('Europe/Paris') });
  const { OriginLookup } = await page.library();
  const { location: place } = await new OriginLookup({ guess: 'time-zone' }).ip();
  expect(place?.country?.code).to.equal(engineKnowsZones ? 'FR' : undefined);
  page.close();
});

describe('the guess in an engine that doesn’t know the zones of a region', () => {
  it('stays unknown, and breaks nothing', async () => {
    visit('fault/status-500/', { guess: 'time-zone' });
    const stop = expose();
    const { prototype } = Intl.Locale as unknown as { prototype: ZonedLocale };
    const own = Object.getOwnPropertyDescriptors(prototype);
    for (const name of ['getTimeZones', 'timeZones'])
      Object.defineProperty(prototype, name, { value: undefined, configurable: true });
    try {
      const element = put(greeting);
      await reaches(element, 'error');
      expect(await guessFromTimeZone('Europe/Berlin')).to.equal(undefined);
      await settled();
      expect([statesOf(element), read(element)]).to.deep.equal([['error'], 'Hello']);
      expect(document.documentElement.dataset.visitorCountry).to.equal(undefined);
      expect(await origin.ip().catch(({ code }) => code)).to.equal('service');
    } finally {
      for (const name of ['getTimeZones', 'timeZones'] as const) {
        Reflect.deleteProperty(prototype, name);
        if (own[name]) Object.defineProperty(prototype, name, own[name]);
      }
      stop();
    }
  });
});
