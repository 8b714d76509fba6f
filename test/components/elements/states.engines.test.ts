import {
  configure,
  grantConsent,
  override,
  type VisitorInfo,
  type VisitorValue,
} from '../../../src/index.js';
import {
  expect,
  markup,
  moveToParis,
  parts,
  place,
  put,
  reaches,
  ready,
  rows,
  shown,
  statesOf,
  unanswered,
  until,
  visit,
} from './support.js';

for (const [tag, html] of Object.entries(markup))
  describe(`<${tag}>`, () => {
    it('is idle until the visitor consents, then pending, then ready', async () => {
      visit('fault/slow-100/', { consent: 'required' });
      const element = await reaches(put(html), 'idle');
      expect(statesOf(element)).to.deep.equal(['idle']);
      grantConsent();
      await reaches(element, 'pending');
      expect(statesOf(element)).to.deep.equal(['pending']);
      await reaches(element, 'ready');
      expect(statesOf(element)).to.deep.equal(['ready']);
    });

    it('is in error after a failure', async () => {
      visit('fault/drop/');
      expect(statesOf(await reaches(put(html), 'error'))).to.deep.equal(['error']);
    });

    it('is stale when the browser comes back online, and ready after a refresh', async () => {
      visit();
      const element = await ready(html);
      dispatchEvent(new Event('online'));
      await element.updateComplete;
      expect(statesOf(element)).to.deep.equal(['ready', 'stale']);
      const refreshed = element.refresh();
      await element.updateComplete;
      expect(statesOf(element)).to.deep.equal(['ready', 'stale']);
      await refreshed;
      expect(statesOf(element)).to.deep.equal(['ready']);
    });

    it('is stale and in error when a refresh fails, with its data still there', async () => {
      visit();
      const element = await ready(html);
      // A note replaces the card's subtitle.
      const kept = () => parts(element, 'title')[0]?.textContent + JSON.stringify(rows(element));
      const before = tag === 'visitor-value' ? shown(element) : kept();
      configure({ timeout: 10 });
      await unanswered(() => element.refresh());
      expect(statesOf(element)).to.deep.equal(['ready', 'stale', 'error']);
      expect(element.error?.code).to.equal('timeout');
      expect(tag === 'visitor-value' ? shown(element) : kept()).to.equal(before);
      if (tag !== 'visitor-value') expect(shown(element)).to.include('May be out of date');
    });

    it('obeys CSS', async () => {
      visit();
      const element = put<HTMLElement>(html);
      element.insertAdjacentHTML('afterend', `<style>${tag}:state(ready) { outline: 3px solid red }</style>`);
      await reaches(element, 'ready');
      expect(getComputedStyle(element).outlineWidth).to.equal('3px');
    });
  });

describe('an element whose page is not configured', () => {
  it('fails as misconfigured, and works once it is', async () => {
    visit('', { baseUrl: undefined });
    const value = await reaches(put<VisitorValue>(markup['visitor-value']), 'error');
    expect(value.error?.code).to.equal('misconfigured');
    expect(value.error?.message).to.include('baseUrl');
    configure({ baseUrl: place().baseUrl });
    await reaches(value, 'ready');
    expect(statesOf(value)).to.deep.equal(['ready']);
  });
});

describe('an element that guesses', () => {
  before(moveToParis);

  it('shows the country of the browser’s time zone, and is marked as guessed and in error', async () => {
    visit('fault/drop/', { guess: 'time-zone' });
    const value = await reaches(
      put<VisitorValue>('<visitor-value field="location.country.name">somewhere</visitor-value>'),
      'guessed',
    );
    expect(shown(value)).to.equal('France');
    expect(statesOf(value)).to.deep.equal(['ready', 'guessed', 'error']);
    expect(value.error?.code).to.equal('network');
  });

  it('claims no more than country, EU and zone', async () => {
    visit('fault/drop/', { guess: 'time-zone' });
    const card = await reaches(put<VisitorInfo>('<visitor-info></visitor-info>'), 'guessed');
    expect(card.data).to.deep.equal({
      location: { country: { code: 'FR' }, in_eu: true },
      time_zone: { id: 'Europe/Paris' },
    });
    expect(shown(card)).to.match(/^France Guessed Local time \d+:\d\d.[AP]M Time zone Central European/);
  });

  it('is no longer guessed after an override', async () => {
    visit('fault/drop/', { guess: 'time-zone' });
    const value = await reaches(
      put('<visitor-value field="location.country.name"></visitor-value>'),
      'guessed',
    );
    override({ location: { country: { code: 'JP' } } });
    await until(() => shown(value) === 'Japan', 'the choice');
    expect(statesOf(value)).not.to.include('guessed');
  });

  it('does not guess if the lookup succeeds', async () => {
    visit('', { guess: 'time-zone' });
    expect(statesOf(await ready(markup['visitor-value']))).to.deep.equal(['ready']);
  });
});
