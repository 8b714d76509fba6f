import { expect } from '@open-wc/testing';
import { type IpData, OriginLookup, type Settings, type Snapshot } from '../../../src/lookup/index.js';
import { setClock } from '../support/clock.js';
import { cleanUp, holdResponses, newPage, openPage, stored } from '../support/page.js';
import { countedVisit, failure, unanswered, until } from '../support/service.js';

function begin(prefixes = '', own: Settings = {}) {
  const { baseUrl, requests, usage } = countedVisit(prefixes);
  const settings: Settings = { baseUrl, apiKey: 'demo-open', ...own };
  const lookup = new OriginLookup(settings);
  const seen: Snapshot<IpData>[] = [];
  const watch = () => lookup.subscribe('ip', (snapshot) => seen.push(snapshot));
  return { settings, lookup, requests, usage, seen, watch };
}

const resting = { pending: false, stale: false, guessed: false, overridden: false };

describe('a subscriber', () => {
  afterEach(cleanUp);

  it('receives a pending snapshot at once, then the data', async () => {
    const { lookup, seen, watch } = begin();
    const before = Date.now();
    expect(newPage().lookup.origin.snapshot('ip')).to.deep.include(resting);
    const stop = watch();
    expect(seen).to.have.lengthOf(1);
    expect(seen[0]).to.deep.include({ ...resting, pending: true });
    expect(seen[0]?.data ?? seen[0]?.error).to.equal(undefined);
    const data = await lookup.ip();
    stop();
    expect(seen).to.have.lengthOf(2);
    expect(seen[1]).to.deep.include({ ...resting, data });
    expect(seen[1]?.error).to.equal(undefined);
    expect(seen[1]?.updatedAt).to.be.within(before, Date.now());
  });

  it('and every other reader may have null for no options', async () => {
    const { lookup, seen } = begin();
    const none = null as unknown as object;
    lookup.subscribe('ip', (snapshot) => seen.push(snapshot), none)();
    expect(seen[0]).to.equal(lookup.snapshot('ip', none));
    expect(await lookup.ip(none)).to.equal(await lookup.ip());
    expect(await lookup.userAgent(none)).to.equal(await lookup.userAgent());
  });

  it('isn’t called any more when another one ends its subscription, or starts one, during the same change', async () => {
    const { lookup, seen, watch } = begin();
    const stops: (() => void)[] = [];
    lookup.subscribe('ip', ({ data }) => {
      for (const stop of data ? stops.splice(0) : []) stop();
      if (data && seen.length < 9) watch();
    });
    stops.push(watch());
    const data = await lookup.ip();
    expect(seen.map((snapshot) => snapshot.data)).to.deep.equal([undefined, data]);
  });

  it('receives known data before subscribe returns, and nothing else', async () => {
    const { lookup, seen, watch } = begin();
    const data = await lookup.ip();
    const stop = watch();
    expect(seen).to.have.lengthOf(1);
    expect(seen[0]).to.deep.include({ ...resting, data });
    stop();
  });

  it('receives stored data before subscribe returns, without a pending state', async () => {
    const { settings, lookup } = begin();
    const { ip } = await lookup.ip();
    const next = newPage();
    const seen: Snapshot<IpData>[] = [];
    new next.lookup.OriginLookup(settings).subscribe('ip', (snapshot) => seen.push(snapshot));
    expect(seen).to.have.lengthOf(1);
    expect(seen[0]).to.deep.include(resting);
    expect(seen[0]?.data?.ip).to.equal(ip);
  });

  it('receives nothing at a revoke that changes nothing for it', async () => {
    const { lookup } = newPage();
    lookup.configure({ baseUrl: countedVisit().baseUrl, apiKey: 'demo-open' });
    expect(lookup.origin.snapshot('ip').pending).to.equal(false);
    lookup.configure({ consent: 'required' });
    const seen: unknown[] = [];
    const stop = lookup.origin.subscribe('ip', (snapshot) => seen.push(snapshot));
    lookup.revokeConsent();
    stop();
    expect(seen).to.have.lengthOf(1);
  });

  it('that was ended by another one during a notification receives nothing more', async () => {
    const { baseUrl } = countedVisit();
    const { lookup } = newPage();
    const told: string[] = [];
    let stop = () => {};
    lookup.configure({ baseUrl, apiKey: 'demo-open' });
    lookup.origin.subscribe('ip', ({ error }) => {
      if (error) stop();
    });
    stop = lookup.origin.subscribe('ip', ({ error }) => told.push(error?.code ?? 'fine'));
    await lookup.origin.ip();
    lookup.configure({ storage: 'cookie' as 'local' });
    expect(told).to.include('fine').and.not.include('misconfigured');
  });

  it('receives a failure', async () => {
    const { lookup, seen, watch } = begin('fault/status-500/');
    const stop = watch();
    const error = await failure(lookup.ip());
    stop();
    expect(seen.map(({ pending }) => pending)).to.deep.equal([true, false]);
    expect(seen[1]).to.deep.include({ ...resting, error });
    expect(seen[1]?.data).to.equal(undefined);
  });

  it('receives nothing after its end', async () => {
    const { lookup, seen, watch } = begin();
    const stop = watch();
    stop();
    stop();
    await lookup.ip();
    await lookup.ip({ refresh: true });
    expect(seen).to.have.lengthOf(1);
  });

  it('may end during its own notification', async () => {
    const { lookup } = begin();
    let heard = 0;
    const stop = lookup.subscribe('ip', ({ data }) => {
      heard++;
      if (data) stop();
    });
    await lookup.ip();
    await lookup.ip({ refresh: true });
    expect(heard).to.equal(2);
  });

  it('may end when consent gives it stored data, and nothing is reported', async () => {
    const { settings, lookup } = begin();
    await lookup.ip();
    const next = newPage().lookup;
    next.configure({ ...settings, consent: 'required' });
    const reported: unknown[] = [];
    globalThis.reportError = (error: unknown) => reported.push(error);
    const seen: unknown[] = [];
    const stop = next.origin.subscribe('ip', ({ data }) => {
      seen.push(data?.ip);
      if (data) stop();
    });
    next.grantConsent();
    expect(seen).to.deep.equal([undefined, '81.2.69.142']);
    expect(reported).to.deep.equal([]);
  });

  it('may start a lookup during its own notification', async () => {
    const { lookup, requests } = begin();
    const asked = new Set<Promise<IpData>>();
    const stop = lookup.subscribe('ip', () => asked.add(lookup.ip()));
    const data = await lookup.ip();
    stop();
    for (const answer of await Promise.all(asked)) expect(answer).to.equal(data);
    expect(await requests()).to.equal(1);
  });

  it('receives no older data after its lookup changed', async () => {
    const { lookup: page } = newPage();
    const slow = countedVisit('from/1.1.1.1/');
    const quick = countedVisit('from/8.8.8.8/');
    page.configure({ baseUrl: slow.baseUrl, apiKey: 'demo-open' });
    const seen: (string | null | undefined)[] = [];
    const release = holdResponses(slow);
    page.origin.subscribe('ip', ({ data }) => data && seen.push(data.ip));
    const answer = page.origin.ip();
    await until(async () => (await slow.requests()) === 1, 'the slow request');
    page.configure({ baseUrl: quick.baseUrl });
    expect((await answer).ip).to.equal('8.8.8.8');
    release();
    await page.origin.asn();
    expect(seen).to.deep.equal(['8.8.8.8']);
  });

  it('that throws is reported, and stops neither the others nor the lookup', async () => {
    const { lookup } = await openPage();
    const { baseUrl } = countedVisit();
    lookup.configure({ baseUrl, apiKey: 'demo-open' });
    const page = document.querySelector('iframe')?.contentWindow;
    const reports: string[] = [];
    page?.addEventListener('error', (event) => {
      reports.push(event.message);
      event.preventDefault();
    });
    const seen: (IpData | undefined)[] = [];
    lookup.origin.subscribe('ip', ({ pending }) => {
      if (!pending) throw new Error('a listener of the page');
    });
    lookup.origin.subscribe('ip', ({ data }) => seen.push(data));
    const data = await lookup.origin.ip();
    expect(seen.at(-1)).to.equal(data);
    expect(reports).to.have.lengthOf(1);
    expect(reports[0]).to.include('a listener of the page');
  });

  it('of each lookup receives that lookup’s data', async () => {
    const { lookup } = begin();
    const seen: Record<string, object | undefined> = {};
    const stops = [
      lookup.subscribe('ip', ({ data }) => Object.assign(seen, { ip: data })),
      lookup.subscribe('asn', ({ data }) => Object.assign(seen, { asn: data })),
      lookup.subscribe('user-agent', ({ data }) => Object.assign(seen, { ua: data }), { ua: 'curl/8' }),
    ];
    expect(await lookup.ip()).to.equal(seen.ip);
    expect(await lookup.asn()).to.equal(seen.asn);
    expect(await lookup.userAgent({ ua: 'curl/8' })).to.equal(seen.ua);
    for (const stop of stops) stop();
  });
});

describe('a snapshot', () => {
  afterEach(cleanUp);

  it('is frozen, and so is its data at any depth', async () => {
    const { lookup, seen, watch } = begin();
    const stop = watch();
    await lookup.ip();
    stop();
    for (const snapshot of seen) expect(snapshot).to.be.frozen;
    const parts: unknown[] = [seen.at(-1)?.data];
    for (const part of parts)
      if (typeof part === 'object' && part !== null) {
        expect(part).to.be.frozen;
        parts.push(...Object.values(part));
      }
    expect(parts.length).to.be.above(50);
  });

  it('of stored data is frozen too', async () => {
    const { settings, lookup } = begin();
    await lookup.ip();
    const next = newPage();
    const data = await new next.lookup.OriginLookup(settings).ip();
    expect(data).to.be.frozen;
    expect(data.location?.country).to.be.frozen;
  });
});

describe('a refresh', () => {
  afterEach(cleanUp);

  it('keeps known data while it is under way', async () => {
    const { lookup, seen, watch } = begin();
    const stop = watch();
    const data = await lookup.ip();
    const refreshed = lookup.ip({ refresh: true });
    expect(seen.at(-1)).to.deep.include({ data, pending: true, stale: false });
    expect(seen.at(-1)?.data).to.equal(data);
    await refreshed;
    stop();
    expect(seen.map(({ pending }) => pending)).to.deep.equal([true, false, true, false]);
  });

  it('by subscribing sends one request', async () => {
    const { lookup, requests } = begin();
    const before = await lookup.ip();
    const stop = lookup.subscribe('ip', () => {}, { refresh: true });
    expect(await lookup.ip()).not.to.equal(before);
    stop();
    expect(await requests()).to.equal(2);
  });

  /** A lookup whose refresh times out. */
  async function failedRefresh() {
    const { settings, lookup, requests, seen, watch } = begin();
    const data = await lookup.ip();
    const stop = watch();
    const impatient = new OriginLookup({ ...settings, timeout: 10 });
    const error = await unanswered(() => failure(impatient.ip({ refresh: true })));
    return { lookup, requests, data, seen, stop, error };
  }

  it('that fails keeps the last good data, marked stale, beside the error', async () => {
    const { data, seen, stop, error } = await failedRefresh();
    stop();
    expect(error.code).to.equal('timeout');
    expect(seen.at(-1)).to.deep.include({ data, error, stale: true, pending: false });
    expect(seen.at(-1)?.updatedAt).to.equal(seen[0]?.updatedAt);
  });

  it('that failed is repeated by the next subscriber, and success clears the failure', async () => {
    const { lookup, requests, data, seen, stop } = await failedRefresh();
    const before = await requests();
    const answer = await lookup.ip();
    stop();
    expect(await requests()).to.equal(before + 1);
    expect(answer).not.to.equal(data);
    expect(seen.at(-1)).to.deep.include({ data: answer, stale: false, pending: false });
    expect(seen.at(-1)?.error).to.equal(undefined);
  });
});

describe('a caller that aborts', () => {
  afterEach(cleanUp);

  it('gets an error with its reason at once; the others get data', async () => {
    const { lookup, requests, usage } = begin('fault/slow-300/');
    const wait = new AbortController();
    const given = failure(lookup.ip({ signal: wait.signal }));
    const other = lookup.ip();
    const reason = new Error('no longer needed');
    wait.abort(reason);
    const error = await given;
    expect(error.code).to.equal('aborted');
    expect(error.cause).to.equal(reason);
    expect((await other).ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(1);
    expect((await usage()).log[0]?.status).to.equal(200);
  });

  it('doesn’t abort the request, whose data is stored, and used by the next caller', async () => {
    const { settings, lookup, requests } = begin();
    const release = holdResponses(settings);
    const wait = new AbortController();
    const given = failure(lookup.ip({ signal: wait.signal }));
    await until(async () => (await requests()) === 1, 'the request');
    wait.abort();
    await given;
    release();
    await until(() => stored().some(([name]) => name.includes(`${settings.baseUrl}`)), 'the record');
    expect((await lookup.ip()).ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(1);
  });

  it('before the request causes none', async () => {
    const { lookup, requests } = begin();
    const error = await failure(lookup.ip({ signal: AbortSignal.abort() }));
    expect(error.code).to.equal('aborted');
    await begin().lookup.ip();
    expect(await requests()).to.equal(0);
  });

  it('after the response changes nothing', async () => {
    const { lookup } = begin();
    const wait = new AbortController();
    const data = await lookup.ip({ signal: wait.signal });
    wait.abort();
    expect(await lookup.ip()).to.equal(data);
  });

  it('may do so by a timeout of its own', async () => {
    const { lookup } = begin('fault/slow-9000/');
    expect((await failure(lookup.ip({ signal: AbortSignal.timeout(50) }))).code).to.equal('aborted');
  });
});

describe('the clock', () => {
  afterEach(cleanUp);

  it('is read with each snapshot, but notifies no subscriber', async () => {
    const page = newPage();
    const { baseUrl, requests } = countedVisit();
    const lookup = new page.lookup.OriginLookup({ baseUrl, apiKey: 'demo-open', maxAge: 60 });
    const clock = setClock();
    const seen: Snapshot<IpData>[] = [];
    lookup.subscribe('ip', (snapshot) => seen.push(snapshot));
    await lookup.ip();
    clock.ahead(61);
    expect(seen).to.have.lengthOf(2);
    await lookup.ip();
    expect(seen).to.have.lengthOf(4);
    expect(await requests()).to.equal(2);
  });
});
