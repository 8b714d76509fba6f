import { configureFromScript } from '../../../src/configure.js';
import {
  configure,
  grantConsent,
  revokeConsent,
  type VisitorCountrySelect,
  type VisitorInfo,
  type VisitorValue,
} from '../../../src/index.js';
import * as lookupModule from '../../../src/lookup/index.js';
import { thisPage } from '../../../src/lookup/page.js';
import { choose } from '../personal/support.js';
import { expect, hearConsole, parts, put, ready, settled, shown, until, visit } from './support.js';

const value = '<visitor-value field="location.country.code" as="flag">a flag</visitor-value>';
const flagOf = (element: Element) => parts(element, 'flag')[0] as HTMLImageElement | undefined;
const loaded = async (element: Element) => {
  await until(() => flagOf(element)?.complete, 'the flag');
  return flagOf(element) as HTMLImageElement;
};
const flagRequests = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.svg')) as PerformanceResourceTiming[];

beforeEach(() => performance.clearResourceTimings());

describe('a flag', () => {
  it('is one small request, for the one flag shown', async () => {
    visit('from/197.30.0.1/');
    const page = put<HTMLElement>(`<main>${value.repeat(10)}<visitor-info></visitor-info></main>`);
    for (const element of page.children) {
      await until(() => element.matches(':state(ready)'), 'data');
      await loaded(element);
    }
    await settled();
    await until(() => flagRequests().length > 0, 'the record of the request');
    const names = flagRequests().map(({ name }) => new URL(name).pathname);
    expect([...new Set(names)]).to.deep.equal(['/flags/TN.svg']);
    expect(names).to.have.length(1);
    expect(flagRequests()[0]?.decodedBodySize).to.be.within(1, 2000);
  });

  it('is beside the country’s name in a card, and is hidden from screen readers', async () => {
    visit();
    const card = await ready('<visitor-info fields="location.country.name ip"></visitor-info>');
    const flag = await loaded(card);
    expect(parts(card, 'flag')).to.have.length(2);
    expect(parts(card, 'row')[0]?.querySelector('img')).to.be.instanceOf(Element);
    expect(flag).to.have.attribute('alt', '');
    expect(flag.naturalWidth).to.be.greaterThan(0);
  });

  it('is requested without the page’s path, even where the page’s policy sends it', async () => {
    visit();
    const page = put<HTMLElement>(
      `<main>${value}<visitor-info></visitor-info><visitor-country-select></visitor-country-select></main>`,
    );
    for (const element of page.children) {
      await until(() => element.matches(':state(ready)'), 'data');
      expect((await loaded(element)).referrerPolicy).to.equal('strict-origin-when-cross-origin');
    }
  });

  it('is an emoji before consent, also of a country that the visitor or the page selects', async () => {
    const asked: string[] = [];
    const flagsUrl = (code: string) => {
      asked.push(code);
      return `/flags/${code}.svg`;
    };
    visit('', { consent: 'required', flagsUrl });
    const select = put<VisitorCountrySelect>('<visitor-country-select value="FR"></visitor-country-select>');
    await select.updateComplete;
    expect([flagOf(select)?.localName, flagOf(select)?.dataset['emoji']]).to.deep.equal(['span', '🇫🇷']);
    const chosen = put<VisitorValue>(value);
    choose(select, 'JP');
    await until(() => shown(chosen) === '🇯🇵', 'the country that the visitor chose');
    expect(flagOf(select)?.dataset['emoji']).to.equal('🇯🇵');
    expect(asked, 'what the page was told').to.deep.equal([]);
    grantConsent();
    for (const element of [select, chosen])
      expect(new URL((await loaded(element)).src).pathname).to.equal('/flags/JP.svg');
    await until(() => flagRequests().length > 0, 'the record of the request');
    expect(flagRequests().filter(({ name }) => name.endsWith('FR.svg')).length).to.equal(0);
    revokeConsent();
    await until(() => flagOf(select)?.localName !== 'img', 'no image after a revoke');
  });

  it('that couldn’t be loaded is tried again when the browser is back online', async () => {
    visit('', { flagsUrl: '/no-flags-offline/' });
    const element = await ready(value);
    await until(() => flagOf(element)?.localName === 'span', 'the emoji');
    dispatchEvent(new Event('online'));
    await until(
      () => flagRequests().filter(({ name }) => name.includes('offline')).length > 1,
      'another request',
    );
  });

  it('has the URL that `flagsUrl` had when it was set, and follows a later change of it', async () => {
    visit('', { flagsUrl: undefined });
    // For elements that are imported alone.
    lookupModule.configure({ flagsUrl: 'flags/' });
    const here = location.href;
    try {
      history.replaceState(null, '', '/some/where/else');
      const element = await ready(value);
      const { pathname } = new URL('flags/GB.svg', here);
      expect(new URL((await loaded(element)).src).pathname).to.equal(pathname);
      configure({ flagsUrl: (code) => `/flags/${code}.svg?second` });
      await settled();
      expect(new URL((await loaded(element)).src).search).to.equal('?second');
    } finally {
      history.replaceState(null, '', here);
    }
  });

  it('is beside the country of a network', async () => {
    visit('fault/hostile/');
    const card = await ready('<visitor-asn fields="country_code"></visitor-asn>');
    expect(flagOf(card)).to.equal(undefined);
  });

  it('is not requested for a code that isn’t a country’s', async () => {
    for (const code of ['XX', 'AP', 'xx']) {
      visit('', { initialData: { location: { country: { code, name: 'Somewhere' } } } });
      const element = await ready(value);
      expect(shown(element), code).to.equal('a flag');
      expect(flagOf(element), code).to.equal(undefined);
    }
  });

  it('has the country’s name in the page’s language as its text alternative if it is alone', async () => {
    visit('from/133.242.0.1/');
    const page = put(`<p lang="fr">${value}</p>`);
    const element = page.firstElementChild as VisitorValue;
    await until(() => element.matches(':state(ready)'), 'data');
    const flag = await loaded(element);
    expect(flag).to.have.attribute('alt', 'Japon');
    expect(shown(element)).to.equal('');
    expect(flag.getBoundingClientRect().width).to.be.greaterThan(5);
  });

  it('is as large as a letter, also while it loads', async () => {
    visit();
    const element = await ready(value);
    const flag = flagOf(element) as HTMLImageElement;
    const before = flag.getBoundingClientRect().width;
    await loaded(element);
    expect(flag.getBoundingClientRect().width).to.equal(before);
    expect(before).to.be.closeTo(1.2 * Number.parseFloat(getComputedStyle(element).fontSize), 0.5);
  });
});

const emojiOf = async (element: Element) => {
  await until(() => flagOf(element)?.localName === 'span', 'the emoji');
  return flagOf(element) as HTMLElement;
};

describe('a flag that fails to load', () => {
  const said = hearConsole();

  it('becomes an emoji in a card, and the console names the setting', async () => {
    visit('', { flagsUrl: '/nowhere/' });
    const card = await ready<VisitorInfo>('<visitor-info fields="location.country.name"></visitor-info>');
    const emoji = await emojiOf(card);
    expect(emoji.dataset.emoji).to.equal('🇬🇧');
    expect(emoji).to.have.attribute('aria-hidden', 'true');
    const messages = said.filter((line) => line.includes('flagsUrl'));
    expect(messages).to.have.length(1);
    for (const part of [new URL('/nowhere/', location.href).href, 'img-src'])
      expect(messages[0]).to.include(part);
  });

  it('of a script that one hosts oneself: the console names the folder beside the script', async () => {
    visit('', { flagsUrl: undefined });
    const { state } = thisPage();
    configureFromScript(
      Object.assign(document.createElement('script'), { src: '/vendor/visitor-elements.min.js' }),
    );
    await emojiOf(await ready(value));
    state.flagsFolder = undefined;
    const { href } = new URL('/vendor/flags/', location.href);
    expect(
      said.filter((line) => line.includes(`"${href}"`) && line.includes('to a copy of dist/flags')),
    ).to.have.length(1);
  });

  it('becomes an emoji with the country’s name as its text alternative if it is alone', async () => {
    visit('', { flagsUrl: '/nowhere/' });
    const emoji = await emojiOf(await ready(value));
    expect(emoji).to.have.attribute('aria-label', 'United Kingdom');
  });

  it('is shown again when another flagsUrl is set', async () => {
    visit('', { flagsUrl: '/nowhere/' });
    const element = await ready<VisitorValue>(value);
    await emojiOf(element);
    configure({ flagsUrl: '/flags/' });
    element.requestUpdate();
    await until(() => flagOf(element)?.complete && flagOf(element)?.naturalWidth, 'the flag');
  });
});

describe('flagsUrl as a function', () => {
  const said = hearConsole();
  const where = async (flagsUrl: (code: string) => string | undefined) => {
    visit('', { flagsUrl });
    return flagOf(await ready(value));
  };

  it('returns the URL of each flag by its country code', async () => {
    const flag = await where((code) => `/flags/${code}.svg?own`);
    expect(flag?.src).to.equal(new URL('/flags/GB.svg?own', location.href).href);
    const data = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    expect((await where(() => data))?.src, 'of another scheme').to.equal(data);
  });

  it('is called once a country, so that URLs which change and fail aren’t requested without end', async () => {
    let calls = 0;
    visit('', { flagsUrl: (code) => `/nowhere/${code}.svg?${++calls}` });
    const flag = await ready(value);
    await until(() => flagOf(flag)?.textContent === '🇬🇧', 'the emoji');
    expect(calls).to.equal(1);
  });

  it('leaves the emoji if it returns nothing, which nothing reports, or throws', async () => {
    expect((await where(() => undefined))?.textContent).to.equal('🇬🇧');
    expect(said).to.deep.equal([]);
    const broken = await where(() => {
      throw new Error('no flags here');
    });
    expect(broken?.textContent).to.equal('🇬🇧');
  });

  it('never makes a page request a `file:` URL', async () => {
    const flag = await where((code) => `file:///build/flags/${code}.svg`);
    expect(flag?.textContent).to.equal('🇬🇧');
    expect(said.join(), 'no emoji after a request').not.to.include('file:');
  });
});

describe('flagsUrl', () => {
  it('may lack its last slash, be relative to the page, or absolute', async () => {
    for (const flagsUrl of ['/flags', '/flags/', '../flags', new URL('/flags', location.href).href]) {
      visit('', { flagsUrl });
      const element = await ready(value);
      expect(flagOf(element)?.src, flagsUrl).to.equal(
        new URL(`${flagsUrl.replace(/\/$/, '')}/GB.svg`, document.baseURI).href,
      );
    }
  });

  it('is beside the module by default', async () => {
    visit('', { flagsUrl: undefined });
    await ready(value);
    const address = new URL('../../../src/flags/GB.svg', import.meta.url).href;
    await until(() => flagRequests().some(({ name }) => name === address), 'a request beside the module');
  });
});
