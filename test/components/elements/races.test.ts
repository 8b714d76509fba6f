import type { VisitorInfo, VisitorUserAgent, VisitorValue } from '../../../src/index.js';
import {
  expect,
  failed,
  hear,
  place,
  put,
  reaches,
  ready,
  rows,
  settled,
  shown,
  statesOf,
  until,
  visit,
} from './support.js';

const answered = async ({ usage }: ReturnType<typeof place>) => {
  let done = false;
  while (!done) done = (await usage()).log.some(({ status }) => status !== null);
};

describe('an attribute that changes while a lookup is pending', () => {
  it('wins: the older response, which arrives later, is never shown and fires no event', async () => {
    visit();
    const slow = place('fault/slow-400/from/1.1.1.1/');
    const fast = place('from/133.242.0.1/');
    const value = put<VisitorValue>(`<visitor-value field="ip" base-url="${slow.baseUrl}"></visitor-value>`);
    const witness = put(`<visitor-value field="ip" base-url="${slow.baseUrl}"></visitor-value>`);
    await reaches(value, 'pending');
    const told: unknown[] = [];
    value.addEventListener('visitor-load', () => told.push(value.data));
    value.baseUrl = fast.baseUrl;
    await reaches(value, 'ready');
    expect(shown(value)).to.equal('133.242.0.1');
    await reaches(witness, 'ready');
    expect(shown(witness)).to.equal('1.1.1.1');
    await settled();
    expect(shown(value)).to.equal('133.242.0.1');
    expect(told).to.have.length(1);
  });

  it('shows the first data again when it changes back, for one request each', async () => {
    visit();
    const first = place('fault/slow-300/from/1.1.1.1/');
    const second = place('fault/slow-300/from/133.242.0.1/');
    const value = put<VisitorValue>(`<visitor-value field="ip" base-url="${first.baseUrl}"></visitor-value>`);
    await reaches(value, 'pending');
    value.baseUrl = second.baseUrl;
    await value.updateComplete;
    value.baseUrl = first.baseUrl;
    await reaches(value, 'ready');
    expect(shown(value)).to.equal('1.1.1.1');
    await answered(second);
    await settled();
    expect(shown(value)).to.equal('1.1.1.1');
    expect((await first.usage()).requests).to.equal(1);
  });

  it('many times before the first render sends only the last request', async () => {
    const { usage } = visit();
    const card = put<VisitorUserAgent>('<visitor-user-agent fields="header"></visitor-user-agent>');
    const heard = hear(card);
    for (const ua of ['a/1', 'b/1', 'c/1']) card.ua = ua;
    await reaches(card, 'ready');
    expect(rows(card)).to.deep.equal({ Header: 'c/1' });
    expect((await usage()).log.map(({ path }) => path)).to.deep.equal(['/user_agent?ua=c%2F1']);
    expect(heard).to.have.length(1);
  });

  it('to a URL that fails removes the earlier data', async () => {
    visit();
    const card = await ready<VisitorInfo>('<visitor-info>nobody</visitor-info>');
    card.baseUrl = place('fault/drop/').baseUrl;
    await reaches(card, 'error');
    expect(shown(card)).to.equal('nobody');
    expect(card.data).to.equal(undefined);
  });

  it('from a URL that failed removes the error', async () => {
    visit('fault/drop/');
    const card = await failed<VisitorInfo>('<visitor-info fields="ip"></visitor-info>');
    card.baseUrl = place().baseUrl;
    await reaches(card, 'ready');
    expect(card.error).to.equal(undefined);
    expect(statesOf(card)).to.deep.equal(['ready']);
  });

  it('from one lookup to another never mixes the two', async () => {
    visit('fault/slow-100/');
    const value = put<VisitorValue>('<visitor-value field="name" from="asn">a name</visitor-value>');
    await reaches(value, 'pending');
    value.from = 'user-agent';
    await reaches(value, 'ready');
    expect(shown(value)).not.to.include('Andrews');
    value.from = 'asn';
    await until(() => shown(value) === 'Andrews & Arnold Ltd', 'the name of the network');
  });
});

describe('a refresh while a lookup is pending', () => {
  it('shares its request', async () => {
    const { usage } = visit('fault/slow-200/');
    const value = await reaches(put<VisitorValue>('<visitor-value field="ip"></visitor-value>'), 'pending');
    await Promise.all([value.refresh(), value.refresh()]);
    expect(statesOf(value)).to.deep.equal(['ready']);
    expect((await usage()).requests).to.equal(1);
  });

  it('resolves when the new data is shown, and keeps the old data until then', async () => {
    visit();
    const value = await ready<VisitorValue>('<visitor-value field="ip">an address</visitor-value>');
    const before = value.data;
    const refreshed = value.refresh();
    await value.updateComplete;
    expect(statesOf(value)).to.deep.equal(['ready']);
    expect(shown(value)).to.equal('81.2.69.142');
    await refreshed;
    expect(value.data).not.to.equal(before);
  });
});
