import { expect } from '@open-wc/testing';
import {
  conditionProblem,
  countries,
  formatField,
  guessFromTimeZone,
  matches,
} from '../../../src/visitor/index.js';

describe('a language with a region or script', () => {
  for (const code of ['pt-BR', 'zh-Hant-TW'])
    it(code, () => {
      const data = { location: { language: { code } } };
      expect(conditionProblem({ language: code })).to.equal(undefined);
      expect(matches(data, { language: code.toLowerCase() })).to.equal(true);
      expect(matches(data, { language: `!${code}` })).to.equal(false);
      expect(matches(data, { language: code.slice(0, 2) })).to.equal(false);
    });
});

describe('what is wrong with a condition', () => {
  it('lists all that there are, as they are written', () => {
    expect(conditionProblem({})).to.contain('data-country, data-continent, data-region, data-eu');
  });

  it('says that a name is missing', () => {
    for (const condition of ['os', 'browser', 'region'])
      expect(conditionProblem({ [condition]: '' })).to.match(/takes a name$/);
  });
});

describe('a field below one that is called `name`', () => {
  it('has no code beside it', () => {
    const user_agent = { name: { long: 'Chrome' }, code: { long: 'no code of a name' } };
    expect(formatField({ user_agent }, 'user_agent.name.long')).to.equal('Chrome');
  });
});

describe('the list of countries', () => {
  it('is made once for each language', () => {
    expect(countries('fr')).to.equal(countries('fr'));
    expect(countries()).to.equal(countries());
  });
});

describe('a guess that takes long', () => {
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
