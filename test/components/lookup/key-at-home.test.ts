import { expect } from '@open-wc/testing';
import { cleanUp, newPage } from '../support/page.js';
import { countedVisit, failure } from '../support/service.js';

const key = 'demo-open';

/** Records the URLs of all requests that a page sends. */
function listen(): string[] {
  const sent: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    sent.push(`${input} ${JSON.stringify(init?.headers ?? {})}`);
    return fetch(input, init);
  };
  return sent;
}

describe('the page’s key is sent only to the page’s own service', () => {
  afterEach(cleanUp);

  const begin = () => ({ ...newPage().lookup, sent: listen() });
  const elsewhere = () => countedVisit('', otherOrigin).baseUrl;

  for (const auth of ['query', 'header'] as const)
    it(`a lookup’s own URL on another origin gets no key (${auth}), and is misconfigured`, async () => {
      const { configure, OriginLookup, sent } = begin();
      configure({ baseUrl: countedVisit().baseUrl, apiKey: key, auth });
      const error = await failure(new OriginLookup({ baseUrl: elsewhere() }).ip());
      expect(error.code).to.equal('misconfigured');
      expect(error.message).to.include('apiKey');
      expect(sent).to.deep.equal([]);
    });

  it('to a lookup’s own URL on the same origin; elsewhere only a key of its own', async () => {
    const { configure, OriginLookup, sent } = begin();
    configure({ baseUrl: countedVisit('', otherOrigin).baseUrl, apiKey: key });
    await new OriginLookup({ baseUrl: elsewhere() }).ip();
    await new OriginLookup({ baseUrl: countedVisit().baseUrl, apiKey: 'demo-page' }).ip();
    await failure(new OriginLookup({ baseUrl: countedVisit().baseUrl, auth: 'none' }).ip());
    expect(sent.map((address) => address.match(/demo-\w+/)?.[0])).to.deep.equal([
      key,
      'demo-page',
      undefined,
    ]);
  });

  it('a lookup’s own URL gets no key if the page has no URL', async () => {
    const { configure, OriginLookup, sent } = begin();
    configure({ apiKey: key });
    expect((await failure(new OriginLookup({ baseUrl: elsewhere() }).ip())).code).to.equal('misconfigured');
    expect(sent).to.deep.equal([]);
  });

  it('another origin that the page is configured for later gets no key, in any order', async () => {
    for (const steps of [
      [{ baseUrl: elsewhere() }],
      [{ baseUrl: undefined }, { baseUrl: elsewhere() }],
      [{ baseUrl: 'not an address://' }, { baseUrl: elsewhere() }],
    ]) {
      const { configure, origin, sent } = begin();
      configure({ baseUrl: countedVisit().baseUrl, apiKey: key });
      for (const step of steps) configure(step);
      expect((await failure(origin.ip())).code).to.equal('misconfigured');
      expect(sent).to.deep.equal([]);
      configure({ apiKey: key });
      await origin.ip();
      expect(sent).to.have.lengthOf(1);
    }
  });

  it('the key of a new URL replaces the old one', async () => {
    const { configure, origin, sent } = begin();
    configure({ baseUrl: countedVisit().baseUrl, apiKey: key });
    configure({ baseUrl: elsewhere(), apiKey: 'demo-page' });
    await origin.ip();
    expect(sent).to.have.lengthOf(1);
    expect(sent[0]).to.include(otherOrigin).and.include('demo-page').and.not.include(key);
  });

  it('with auth none an old key is sent nowhere, and isn’t removed from data', async () => {
    const { OriginLookup } = begin();
    const { baseUrl } = countedVisit();
    const sent: string[] = [];
    const answer = { ip: '81.2.69.142', hostname: 'host.example' };
    globalThis.fetch = async (input) => {
      sent.push(String(input));
      return new Response(JSON.stringify(answer));
    };
    const lookups = ['81.2.69.142', 'host.example'].map((apiKey) =>
      new OriginLookup({ baseUrl, auth: 'none', apiKey }).ip(),
    );
    for (const data of await Promise.all(lookups)) expect(data).to.deep.equal(answer);
    expect(sent).to.deep.equal([new URL(baseUrl, location.href).href]);
  });

  it('to another path of the same origin, and to a URL that is set after the key', async () => {
    const { configure, origin, sent } = begin();
    configure({ apiKey: key });
    configure({ baseUrl: countedVisit().baseUrl });
    configure({ baseUrl: countedVisit().baseUrl });
    await origin.ip();
    expect(sent).to.have.lengthOf(1);
  });

  it('a base of the document that changes later sends the key nowhere else', async () => {
    const { configure, origin, sent } = begin();
    const { baseUrl } = countedVisit();
    configure({ baseUrl, apiKey: key });
    const base = document.createElement('base');
    base.href = otherOrigin;
    document.head.append(base);
    await origin.ip().finally(() => base.remove());
    expect(sent[0]).to.include(new URL(baseUrl, location.href).href);
  });
});
