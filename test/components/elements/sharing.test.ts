import type { VisitorInfo, VisitorValue } from '../../../src/index.js';
import { thisPage } from '../../../src/lookup/page.js';
import { setClock } from '../support/clock.js';
import {
  type AnyElement,
  expect,
  failed,
  markup,
  nextPage,
  place,
  put,
  reaches,
  ready,
  shown,
  until,
  visit,
} from './support.js';

const kinds = [
  '<visitor-info></visitor-info>',
  '<visitor-info fields="ip"></visitor-info>',
  '<visitor-value field="location.country.name">somewhere</visitor-value>',
  '<visitor-value field="location.country.code" as="flag">somewhere</visitor-value>',
  '<visitor-value field="time_zone.current_time">now</visitor-value>',
  '<visitor-info loading="lazy"></visitor-info>',
  '<visitor-switch><template data-country="GB">Hello</template>Welcome</visitor-switch>',
  '<visitor-country-select></visitor-country-select>',
];

const fifty = Array.from({ length: 50 }, (_, i) => kinds[i % kinds.length]).join('');

async function showFifty() {
  const elements = [...put(`<main>${fifty}</main>`).children] as AnyElement[];
  expect(elements).to.have.length(50);
  for (const element of elements) {
    element.loading = 'eager';
    await reaches(element, 'ready');
  }
}

for (const [where, service] of [
  ['the page’s own origin', '/api/'],
  ['another origin', otherOrigin],
] as const)
  describe(`50 elements of all kinds with the IP lookup of ${where}`, () => {
    it('send 1 GET and no preflight; on the next page, nothing', async () => {
      visit();
      const { baseUrl, usage } = place('', service);
      visit('', { baseUrl });
      await showFifty();
      expect(await usage()).to.include({ requests: 1, preflights: 0 });
      nextPage();
      await showFifty();
      expect(await usage()).to.include({ requests: 1, preflights: 0 });
    });
  });

describe('elements', () => {
  it('with different lookups send one request each', async () => {
    const { usage } = visit();
    const page = put<HTMLElement>(`<main>${Object.values(markup).join('').repeat(5)}</main>`);
    for (const element of page.children) await reaches(element, 'ready');
    expect((await usage()).log.map(({ path }) => path).sort()).to.deep.equal(['/', '/AS', '/user_agent']);
  });

  it('share one failure, and one attempt', async () => {
    const { requests } = visit('fault/status-500/');
    const page = put<HTMLElement>(`<main>${markup['visitor-value'].repeat(20)}</main>`);
    for (const element of page.children) await reaches(element, 'error');
    expect(await requests()).to.equal(1);
  });
});

describe('an element’s own setting wins over the page’s:', () => {
  it('base-url', async () => {
    const { requests } = visit();
    const { baseUrl } = place('from/133.242.0.1/');
    const value = await ready(`<visitor-value field="ip" base-url="${baseUrl}"></visitor-value>`);
    expect(shown(value)).to.equal('133.242.0.1');
    expect(await requests()).to.equal(0);
  });

  it('api-key', async () => {
    visit();
    const poor = await failed('<visitor-value field="ip" api-key="demo-empty">an address</visitor-value>');
    expect(poor.error?.code).to.equal('out-of-credits');
    await ready(markup['visitor-value']);
  });

  it('auth', async () => {
    visit();
    const { baseUrl, usage } = place('', otherOrigin);
    visit('', { baseUrl });
    await ready('<visitor-value field="ip" auth="header"></visitor-value>');
    expect(await usage()).to.include({ requests: 1, preflights: 1 });
  });

  it('auth="none", which sends no key', async () => {
    visit();
    const keyless = await failed('<visitor-value field="ip" auth="none"></visitor-value>');
    expect(keyless.error?.serviceCode).to.equal('MISSING_API_KEY');
  });

  it('params', async () => {
    const { usage } = visit('', { params: 'fields=ip' });
    const value = await ready<VisitorValue>(
      '<visitor-value field="currency.code" params="fields=currency"></visitor-value>',
    );
    expect(Object.keys(value.data ?? {})).to.deep.equal(['currency']);
    expect((await usage()).log.map(({ path }) => path)).to.deep.equal(['/?fields=currency']);
    await ready(markup['visitor-value']);
    expect((await usage()).log.map(({ path }) => path)).to.deep.equal(['/?fields=currency', '/?fields=ip']);
  });

  it('an empty attribute is ignored', async () => {
    const { requests } = visit();
    await ready('<visitor-value field="ip" base-url="" api-key="" auth="" params=""></visitor-value>');
    expect(await requests()).to.equal(1);
  });

  it('a wrong attribute is misconfigured, for that element alone', async () => {
    const { requests } = visit();
    const wrong = await failed<VisitorInfo>('<visitor-info auth="cookie">somebody</visitor-info>');
    expect(wrong.error?.code).to.equal('misconfigured');
    expect(wrong.error?.message).to.include('auth').and.include('cookie').and.include('query, header, none');
    expect(await requests()).to.equal(0);
    await ready(markup['visitor-value']);
  });
});

describe('elements with the same lookup', () => {
  const value = markup['visitor-value'];
  /** The number of observers that somebody follows. */
  const open = () => thisPage().observers.size;
  beforeEach(() => void visit());

  it('share one subscription, which ends with the last of them', async () => {
    const home = put<HTMLElement>(`<main>${value.repeat(200)}</main>`);
    for (const element of home.children) await reaches(element, 'ready');
    expect(open()).to.equal(1);
    for (const element of [...home.children].slice(1)) element.remove();
    expect(open()).to.equal(1);
    home.innerHTML = '';
    await until(() => open() === 0, 'the end of the subscription');
  });

  it('all receive each change', async () => {
    const home = put<HTMLElement>(`<main>${value.repeat(50)}</main>`);
    const all = [...home.children] as VisitorValue[];
    for (const element of all) await reaches(element, 'ready');
    await all[0]?.refresh();
    const [data] = all.map((element) => element.data);
    expect(all.every((element) => element.data === data)).to.equal(true);
    dispatchEvent(new Event('online'));
    for (const element of all) await reaches(element, 'stale');
  });

  it('do not share with elements of another lookup', async () => {
    const { baseUrl } = place('from/133.242.0.1/');
    const ways = [
      '',
      `base-url="${baseUrl}" api-key="demo-open"`,
      'api-key="demo-page"',
      'auth="header"',
      'params="fields=ip"',
    ];
    const html = ways.map((own) => `<visitor-value field="ip" ${own}></visitor-value>`).join('');
    const home = put<HTMLElement>(`<main>${html}${html}</main>`);
    for (const element of home.children) await reaches(element, 'ready');
    expect(open()).to.equal(ways.length);
    const [own, japan] = [...home.children].map(shown);
    expect([own, japan]).to.deep.equal(['81.2.69.142', '133.242.0.1']);
    put(value.replace(' ', ' from="asn" '));
    const agents = ['a/1.0', 'b/1.0'].map((ua) =>
      put(`<visitor-user-agent ua="${ua}"></visitor-user-agent>`),
    );
    for (const agent of agents) await reaches(agent, 'ready');
    expect(open()).to.equal(ways.length + 3);
  });

  it('send another request when an element is added ten seconds after a failure', async () => {
    const { requests } = visit('fault/status-500/');
    await failed(value);
    const clock = setClock();
    await failed(value);
    expect(await requests()).to.equal(1);
    clock.ahead(11);
    put<VisitorValue>(value);
    await until(async () => (await requests()) === 2, 'the second request');
    expect(open()).to.equal(1);
  });

  it('are updated even if a listener changes or removes one of them', async () => {
    const home = put<HTMLElement>(`<main>${value.repeat(3)}</main>`);
    const [first, second, third] = [...home.children] as [VisitorValue, VisitorValue, VisitorValue];
    first.addEventListener('visitor-load', () => second.remove());
    await reaches(third, 'ready');
    first.from = 'asn';
    await first.updateComplete;
    await reaches(first, 'ready');
    await third.refresh();
    expect(shown(third)).to.equal('81.2.69.142');
    expect(open()).to.equal(2);
  });
});
