import { expect } from '@open-wc/testing';
import { cleanUp, openPage, stored } from '../support/page.js';
import { countedVisit, until } from '../support/service.js';

/** Opens two pages of the same origin, as in two tabs, with the same lookup. */
async function begin(own: object = {}) {
  const { baseUrl, requests } = countedVisit();
  const pages = await Promise.all([openPage(), openPage()]);
  const tabs = pages.map(({ lookup }) => {
    lookup.configure({ baseUrl, apiKey: 'demo-open', storage: 'local', ...own });
    const seen: (string | null | undefined)[] = [];
    lookup.origin.subscribe('ip', ({ data }) => seen.push(data?.ip));
    return { ...lookup, seen };
  });
  const [one, other] = tabs;
  if (!one || !other) throw new Error('two tabs');
  await until(() => tabs.every(({ seen }) => seen.at(-1)), 'both answers');
  return { one, other, requests };
}

describe('consent that is revoked in one tab', () => {
  afterEach(cleanUp);

  it('is revoked in the others: they lose their data, store nothing and send no request', async () => {
    const { one, other, requests } = await begin();
    const before = await requests();
    one.revokeConsent();
    await until(() => other.seen.at(-1) === undefined, 'the other tab’s forgetting');
    expect(stored()).to.deep.equal([]);
    let answered = false;
    void other.origin.ip({ refresh: true }).then(() => {
      answered = true;
    });
    const third = await openPage();
    await new third.lookup.OriginLookup({
      baseUrl: countedVisit().baseUrl,
      apiKey: 'demo-open',
      storage: 'none',
    }).ip();
    expect(answered).to.equal(false);
    expect(stored()).to.deep.equal([]);
    expect(await requests()).to.equal(before);
  });

  it('is revoked in a tab that has sent no request yet', async () => {
    const { one } = await begin();
    const idle = await openPage();
    const { baseUrl, requests } = countedVisit();
    idle.lookup.configure({ baseUrl, apiKey: 'demo-open', storage: 'local' });
    // The tab's own channel was opened earlier, so it receives the message earlier.
    const channel = new idle.window.BroadcastChannel('visitor-elements');
    const heard = new Promise((resolve) => channel.addEventListener('message', resolve));
    one.revokeConsent();
    await heard;
    const seen: unknown[] = [];
    idle.lookup.origin.subscribe('ip', ({ data, pending }) => seen.push([data, pending]));
    const { lookup } = await openPage();
    const own = { baseUrl: countedVisit().baseUrl, apiKey: 'demo-open', storage: 'none' } as const;
    await new lookup.OriginLookup(own).ip();
    expect(seen).to.deep.equal([[undefined, false]]);
    expect(await requests()).to.equal(0);
    expect(stored()).to.deep.equal([]);
  });

  it('must be granted again in each tab', async () => {
    const { one, other } = await begin();
    one.revokeConsent();
    await until(() => other.seen.at(-1) === undefined, 'the other tab’s forgetting');
    one.grantConsent();
    await until(() => one.seen.at(-1), 'this tab’s answer');
    expect(other.seen.at(-1)).to.equal(undefined);
    other.grantConsent();
    await until(() => other.seen.at(-1), 'the other tab’s answer');
  });

  it('is revoked by no other message between tabs', async () => {
    const { one, other } = await begin();
    const [speaker, hearer] = [1, 2].map(() => new BroadcastChannel('visitor-elements'));
    const heard = new Promise((resolve) => hearer?.addEventListener('message', resolve, { once: true }));
    speaker?.postMessage('hello');
    await heard;
    await Promise.all([one.origin.asn(), other.origin.asn()]);
    expect(other.origin.snapshot('ip').data?.ip).to.equal('81.2.69.142');
    speaker?.postMessage('revoke');
    for (const tab of [one, other]) await until(() => tab.seen.at(-1) === undefined, 'each tab’s forgetting');
    speaker?.close();
    hearer?.close();
  });

  it('can be granted again at once in the same tab', async () => {
    const { one, requests } = await begin();
    const before = await requests();
    one.revokeConsent();
    one.grantConsent();
    await until(() => one.seen.at(-1), 'an answer');
    expect(await requests()).to.equal(before + 1);
  });
});

describe('a request after a revoke, or the first one', () => {
  afterEach(cleanUp);

  it('neither writes to nor reads from the browser’s own cache', async () => {
    const page = await openPage();
    const modes: (string | undefined)[] = [];
    const { fetch } = page.window;
    page.window.fetch = (input, init) => {
      modes.push(init?.cache);
      return fetch(input, init);
    };
    const { configure, origin, revokeConsent, grantConsent } = page.lookup;
    configure({ baseUrl: countedVisit().baseUrl, apiKey: 'demo-open', storage: 'none' });
    await origin.ip();
    await origin.ip({ refresh: true });
    revokeConsent();
    grantConsent();
    await origin.ip();
    expect(modes).to.deep.equal(['no-store', 'no-store', 'no-store']);
  });
});
