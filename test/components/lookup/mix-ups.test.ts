import { expect } from '@open-wc/testing';
import { inStorage, questionOf } from '../../../src/lookup/question.js';
import type { CheckedSettings } from '../../../src/lookup/settings.js';
import { cleanUp, openPage, stored } from '../support/page.js';
import { visit } from '../support/service.js';

describe('answers are never mixed up', () => {
  afterEach(cleanUp);

  it('what is asked is named in full in memory, so that no two questions have one name', () => {
    const settings = { baseUrl: '/api/', apiKey: 'demo-open', auth: 'query', params: '' } as CheckedSettings;
    const names = [
      questionOf('ip', settings),
      questionOf('asn', settings),
      questionOf('user-agent', settings),
      questionOf('user-agent', settings, 'a'),
      questionOf('user-agent', settings, 'a"'),
      questionOf('ip', { ...settings, auth: 'header' }),
      questionOf('ip', { ...settings, apiKey: 'demo-open ' }),
      questionOf('ip', { ...settings, params: 'fields=ip' }),
    ].map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('a record that another question left under this one’s name is not shown', async () => {
    const { baseUrl, requests } = visit();
    const page = await openPage();
    const ask = ({ lookup }: typeof page) => new lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' });
    await ask(page).ip();
    const [[ipName = '', ipRecord = ''] = []] = stored();
    await ask(page).userAgent({ ua: 'curl/8' });
    const [, uaRecord = ''] = stored().find(([name]) => name !== ipName) ?? [];
    for (const forged of [
      uaRecord,
      ipRecord.replace('"auth":"query"', '"auth":"header"'),
      ipRecord.replace(/"key":"\w+"/, '"key":"3w5e11264sg0"'),
      ipRecord.replace(/"address":"[^"]+"/, '"address":"https://elsewhere.invalid/"'),
    ]) {
      sessionStorage.setItem(ipName, forged.replace('81.2.69.142', '192.0.2.9'));
      expect(ask(await page.next()).snapshot('ip').data, forged).to.equal(undefined);
    }
    sessionStorage.setItem(ipName, ipRecord);
    expect(ask(await page.next()).snapshot('ip').data?.ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(2);
  });

  it('what is stored names address and way, and the key by a digest of 64 bits alone', () => {
    const settings = {
      baseUrl: '/api/',
      apiKey: 'sesame-key',
      auth: 'query',
      params: 'token=sesame-key',
    } as CheckedSettings;
    const { name, place } = inStorage(questionOf('ip', settings));
    expect(JSON.stringify([name, place])).not.to.include('sesame-key');
    expect(place.key).to.match(/^[0-9a-z]{9,13}$/);
    const plain = inStorage(questionOf('ip', { ...settings, params: '' }));
    expect(plain.place).to.deep.include({ address: new URL('/api/', location.href).href, auth: 'query' });
  });

  it('two keys share nothing', () => {
    const digests = Array.from({ length: 5000 }, (_, i) => {
      const { name, place } = inStorage(
        questionOf('ip', {
          baseUrl: '/api/',
          apiKey: `key-number-${i}`,
          auth: 'query',
          params: '',
        } as CheckedSettings),
      );
      return [name, place.key];
    }).flat();
    expect(new Set(digests).size).to.equal(digests.length);
  });
});
