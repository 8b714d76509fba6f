import { expect } from '@open-wc/testing';
import { changeSettings } from '../../../src/lookup/configure.js';
import { extensionQueue } from '../../../src/lookup/extensions.js';
import { type IpData, LookupError, type Snapshot } from '../../../src/lookup/index.js';
import { Page } from '../../../src/lookup/page.js';
import { shownSnapshot } from '../../../src/personal/personalise.js';

const resting = { pending: false, stale: false, guessed: false, overridden: false };
const german = { ip: '81.2.69.142', location: { country: { code: 'DE' }, city: 'Bremen' } };
const answered: Snapshot<object> = { ...resting, data: german, updatedAt: 1 };
const failed: Snapshot<object> = { ...resting, error: new LookupError('network', 'No.') };
const skipped: Snapshot<object> = { ...resting, error: new LookupError('skipped', 'A crawler.') };
const override = { location: { country: { code: 'FR' } } };
const simulated = { location: { country: { code: 'JP' } }, connection: { asn: 64500 } };
const guess = { location: { country: { code: 'PL' }, in_eu: true }, time_zone: { id: 'Europe/Warsaw' } };

/** What a page shows that has an override and a simulated visitor. */
function shown(
  snapshot: Snapshot<object>,
  layers: { override?: IpData; simulated?: IpData } = {},
  page = new Page(),
) {
  page.state.simulation = layers.simulated && { data: layers.simulated };
  return shownSnapshot(snapshot, { lookup: 'ip', settings: {} }, page, () => layers.override);
}

/** A page that has guessed. */
async function guessingPage(): Promise<Page> {
  const page = new Page();
  changeSettings(page, { guess: 'time-zone' });
  await new Promise<void>((resolve) => {
    page.state.listeners.add(resolve);
    shown(failed, {}, page);
  });
  return page;
}

describe('the snapshot that a page shows', () => {
  before(() => extensionQueue().push(['guess', 1, async () => guess]));
  after(() => extensionQueue().push(['guess', 1, undefined]));

  it('is the same object without layers', async () => {
    for (const answer of [answered, failed, skipped, resting]) expect(shown(answer)).to.equal(answer);
    const page = await guessingPage();
    for (const answer of [answered, skipped, resting]) expect(shown(answer, {}, page)).to.equal(answer);
  });

  it('merges the override over the simulation, and that over the data', async () => {
    const { data, ...rest } = shown(answered, { override, simulated }, await guessingPage());
    expect(data).to.deep.equal({
      ip: '81.2.69.142',
      connection: { asn: 64500 },
      location: { country: { code: 'FR' }, in_eu: true },
    });
    expect(rest).to.deep.equal({ ...resting, updatedAt: 1, overridden: true });
    expect(shown(answered, { simulated }).data).to.have.nested.property('location.country.code', 'JP');
    expect(shown(resting, { override })).to.deep.equal({
      ...resting,
      overridden: true,
      data: { location: { country: { code: 'FR' }, in_eu: true } },
    });
  });

  it('has the guess only if the lookup failed, marked, with the error', async () => {
    const page = await guessingPage();
    expect(shown(failed, {}, page)).to.deep.equal({ ...failed, data: guess, guessed: true });
    const stale = { ...answered, stale: true, error: failed.error };
    expect(shown(stale, {}, page)).to.equal(stale);
  });

  it('is marked as guessed only while the guessed location is shown', async () => {
    const page = await guessingPage();
    const phone = { user_agent: { device: { type: 'mobile' } } };
    expect(shown(failed, { simulated: phone }, page)).to.include({ guessed: true, overridden: true });
    expect(shown(failed, { override }, page)).to.include({ guessed: false, overridden: true });
  });

  it('gives the same data object for the same layers, and it is frozen', () => {
    const layers = { override, simulated };
    const [first, second] = [shown(answered, layers), shown({ ...answered, stale: true }, layers)];
    expect(first.data).to.equal(second.data);
    expect(Object.isFrozen(first.data)).to.equal(true);
  });

  describe('with facts of its country', () => {
    const currency = { code: 'EUR' };
    before(() =>
      extensionQueue().push([
        'countries',
        1,
        (data: IpData) =>
          data.location?.country?.code === 'FR' ? Object.freeze({ ...data, currency }) : data,
      ]),
    );
    after(() => extensionQueue().push(['countries', 1, undefined]));

    it('has them after everything else, unmarked', () => {
      expect(shown({ ...resting, data: { ip: '192.0.2.1' } }, { override }).data).to.deep.equal({
        ip: '192.0.2.1',
        location: { ...override.location, in_eu: true },
        currency,
      });
      expect(shown({ ...resting, data: override })).to.deep.equal({
        ...resting,
        data: { ...override, currency },
      });
    });

    it('is the same object if there are none', () => {
      for (const answer of [resting, answered]) expect(shown(answer)).to.equal(answer);
    });
  });
});
