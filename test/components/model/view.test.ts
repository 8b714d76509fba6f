import { expect } from '@open-wc/testing';
import { LookupError, type Snapshot } from '../../../src/lookup/index.js';
import { withLayers } from '../../../src/personal/personalise.js';

const resting = { pending: false, stale: false, guessed: false, overridden: false };
const german = { ip: '81.2.69.142', location: { country: { code: 'DE' }, city: 'Bremen' } };
const answered: Snapshot<object> = { ...resting, data: german, updatedAt: 1 };
const failed: Snapshot<object> = { ...resting, error: new LookupError('network', 'No.') };
const skipped: Snapshot<object> = { ...resting, error: new LookupError('skipped', 'A crawler.') };
const override = { location: { country: { code: 'FR' } } };
const simulated = { location: { country: { code: 'JP' } }, connection: { asn: 64500 } };
const guess = { location: { country: { code: 'PL' }, in_eu: true }, time_zone: { id: 'Europe/Warsaw' } };

describe('the snapshot that a page shows', () => {
  it('is the same object without layers', () => {
    for (const answer of [answered, failed, skipped, resting])
      expect(withLayers(answer, {})).to.equal(answer);
    expect(withLayers(answered, { guess })).to.equal(answered);
  });

  it('merges the override over the simulation, and that over the data', () => {
    const { data, ...rest } = withLayers(answered, { override, simulated, guess });
    expect(data).to.deep.equal({
      ip: '81.2.69.142',
      connection: { asn: 64500 },
      location: { country: { code: 'FR' }, in_eu: true },
    });
    expect(rest).to.deep.equal({ ...resting, updatedAt: 1, overridden: true });
    expect(withLayers(answered, { simulated }).data).to.have.nested.property('location.country.code', 'JP');
    expect(withLayers(resting, { override })).to.deep.equal({
      ...resting,
      overridden: true,
      data: { location: { country: { code: 'FR' }, in_eu: true } },
    });
  });

  it('has the guess only if the lookup failed, marked, with the error', () => {
    expect(withLayers(failed, { guess })).to.deep.equal({ ...failed, data: guess, guessed: true });
    const stale = { ...answered, stale: true, error: failed.error };
    expect(withLayers(stale, { guess })).to.equal(stale);
  });

  it('is marked as guessed only while the guessed location is shown', () => {
    const phone = { user_agent: { device: { type: 'mobile' } } };
    expect(withLayers(failed, { guess, simulated: phone })).to.include({ guessed: true, overridden: true });
    expect(withLayers(failed, { guess, override })).to.include({ guessed: false, overridden: true });
  });

  it('gives the same data object for the same layers, and it is frozen', () => {
    const layers = { override, simulated };
    const [first, second] = [withLayers(answered, layers), withLayers({ ...answered, stale: true }, layers)];
    expect(first.data).to.equal(second.data);
    expect(Object.isFrozen(first.data)).to.equal(true);
  });
});
