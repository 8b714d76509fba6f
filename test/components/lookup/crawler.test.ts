import { expect } from '@open-wc/testing';
import type { IpData, Snapshot } from '../../../src/lookup/index.js';
import { cleanUp, newPage, stored } from '../support/page.js';
import { countedVisit, failure } from '../support/service.js';

const crawlers = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'SOME CRAWLER OF CAPITAL LETTERS',
];
const people = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  '',
];

/** Opens a page in a browser with this User-Agent. */
async function open(userAgent: string) {
  const { baseUrl, requests } = countedVisit();
  const { lookup } = newPage(({ navigator }) =>
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true }),
  );
  lookup.configure({ baseUrl, apiKey: 'demo-open' });
  return { ...lookup, requests };
}

describe('a crawler', () => {
  afterEach(cleanUp);

  for (const userAgent of crawlers)
    it(`causes no lookup: ${userAgent}`, async () => {
      const { origin, requests } = await open(userAgent);
      for (const failed of [origin.ip(), origin.asn({ refresh: true }), origin.userAgent({ ua: 'curl/8' })])
        expect((await failure(failed)).code).to.equal('skipped');
      expect(await requests()).to.equal(0);
      expect(stored()).to.deep.equal([]);
    });

  it('is reported to subscribers at once', async () => {
    const { origin } = await open('Googlebot');
    const seen: Snapshot<IpData>[] = [];
    origin.subscribe('ip', (snapshot) => seen.push(snapshot));
    expect(seen.at(-1)?.error?.code).to.equal('skipped');
    expect(seen.some(({ pending, data }) => pending || data)).to.equal(false);
  });

  it('is looked up if skipBots is false', async () => {
    const { origin, configure, requests } = await open('Googlebot');
    await failure(origin.ip());
    configure({ skipBots: false });
    expect((await origin.ip()).ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(1);
  });

  for (const userAgent of people)
    it(`is not a browser with the User-Agent "${userAgent}"`, async () => {
      const { origin, requests } = await open(userAgent);
      await origin.ip();
      expect(await requests()).to.equal(1);
    });
});
