import type { VisitorInfo, VisitorValue } from '../../../src/index.js';
import { setClock } from '../support/clock.js';
import { expect, parts, put, ready, rows, shown, until, visit } from './support.js';

const country = '<visitor-value field="location.country.name">somewhere</visitor-value>';
const inLanguage = (lang: string, html: string) => put(`<section lang="${lang}">${html}</section>`);

/** What an element shows when it has data. */
async function shownIn(section: Element) {
  const element = section.firstElementChild as VisitorValue;
  await until(() => element.matches(':state(ready)'), 'data');
  return shown(element);
}

describe('names are in the language of their place in the page', () => {
  const names = {
    en: ['Japan', 'Japanese', 'Japanese Yen'],
    de: ['Japan', 'Japanisch', 'Japanischer Yen'],
    fr: ['Japon', 'japonais', 'yen japonais'],
    ar: ['اليابان', 'اليابانية', 'ين ياباني'],
    ja: ['日本', '日本語', '日本円'],
  };
  const fields = ['location.country.name', 'location.language.name', 'currency.name'];
  for (const [lang, expected] of Object.entries(names))
    it(`lang="${lang}"`, async () => {
      visit('from/133.242.0.1/');
      const found = [];
      for (const field of fields)
        found.push(await shownIn(inLanguage(lang, `<visitor-value field="${field}"></visitor-value>`)));
      expect(found).to.deep.equal(expected);
    });

  it('in a card too, with numbers', async () => {
    visit();
    const html =
      '<visitor-asn fields="prefixes.ipv4.0.size" labels=\'{"prefixes.ipv4.0.size": "n"}\'></visitor-asn>';
    const inside = async (lang: string) => {
      const section = inLanguage(lang, html);
      await shownIn(section);
      return rows(section.firstElementChild as Element).n;
    };
    const [english, german] = [await inside('en'), await inside('de')];
    expect(english).to.match(/^\d+,\d{3}$/);
    expect(german).to.equal(english?.replace(',', '.'));
  });
});

describe('the language is', () => {
  const browser = new Intl.DisplayNames(undefined, { type: 'region' }).of('JP');

  it('the nearest one', async () => {
    visit('from/133.242.0.1/');
    const section = inLanguage('de', `<p lang="fr">${country}</p>`);
    expect(await shownIn(section.firstElementChild as Element)).to.equal('Japon');
  });

  it('the nearest one, whatever a sibling has', async () => {
    visit('from/133.242.0.1/');
    const languages = ['de', undefined, 'fr', undefined];
    const values = languages.map((lang) => country.replace(' ', lang ? ` lang="${lang}" ` : ' ')).join('');
    const section = inLanguage('ja', values);
    for (const value of section.children) await until(() => value.matches(':state(ready)'), 'data');
    expect([...section.children].map(shown)).to.deep.equal(['Japan', '日本', 'Japon', '日本']);
  });

  it('the element’s own, before others', async () => {
    visit('from/133.242.0.1/');
    expect(await shownIn(inLanguage('de', country.replace(' ', ' lang="fr" ')))).to.equal('Japon');
  });

  it('that of the host, outside of a shadow root', async () => {
    visit('from/133.242.0.1/');
    const outer = inLanguage('fr', '<div></div>').firstElementChild as Element;
    const inner = outer.attachShadow({ mode: 'closed' });
    inner.innerHTML = '<section><div></div></section>';
    const innermost = (inner.querySelector('div') as Element).attachShadow({ mode: 'open' });
    innermost.innerHTML = `<section>${country}</section>`;
    expect(await shownIn(innermost.firstElementChild as Element)).to.equal('Japon');
  });

  it('that of the tree with the element, not of the shadow tree with its slot', async () => {
    visit('from/133.242.0.1/');
    const host = inLanguage('fr', `<div>${country}</div>`).firstElementChild as Element;
    host.attachShadow({ mode: 'open' }).innerHTML = '<p lang="de"><slot></slot></p>';
    expect(await shownIn(host)).to.equal('Japon');
  });

  it('the browser’s if the nearest `lang` is empty', async () => {
    visit('from/133.242.0.1/');
    expect(
      await shownIn(inLanguage('fr', `<p lang="">${country}</p>`).firstElementChild as Element),
    ).to.equal(browser);
  });

  for (const lang of ['no language', 'x', 'de_DE', '-', '"><b>', '日本語'])
    it(`the browser’s if the nearest is malformed: ${lang}`, async () => {
      visit('from/133.242.0.1/');
      const section = put<HTMLElement>(`<section>${country}</section>`);
      section.lang = lang;
      expect(await shownIn(section)).to.equal(browser);
    });

  it('another one after the element was moved there', async () => {
    visit('from/133.242.0.1/');
    const section = inLanguage('fr', country);
    await shownIn(section);
    const other = inLanguage('de', '');
    other.append(section.firstElementChild as Element);
    await (other.firstElementChild as VisitorValue).updateComplete;
    expect(await shownIn(other)).to.equal('Japan');
  });

  it('another one after the page changed its own, also around shadow roots', async () => {
    visit('from/133.242.0.1/');
    const section = inLanguage(
      'fr',
      `${country}<visitor-info></visitor-info><visitor-country-select></visitor-country-select><div></div>`,
    );
    const [value, card, select, host] = [...section.children] as [Element, Element, Element, Element];
    const outer = host.attachShadow({ mode: 'open' });
    outer.innerHTML = '<p lang="fr"><span></span></p>';
    const inner = (outer.querySelector('span') as Element).attachShadow({ mode: 'open' });
    inner.innerHTML = `<i>${country}</i>`;
    const told = () => [
      shown(value),
      parts(card, 'title')[0]?.textContent?.trim(),
      select.shadowRoot?.querySelector('select')?.selectedOptions[0]?.text,
      shown(inner.querySelector('visitor-value') as Element),
    ];
    await until(() => told().every((text) => text === 'Japon'), 'French');
    section.setAttribute('lang', 'es');
    await until(
      () =>
        told()
          .slice(0, 3)
          .every((text) => text === 'Japón'),
      'Spanish',
    );
    expect(told()[3]).to.equal('Japon');
    outer.firstElementChild?.setAttribute('lang', 'es');
    await until(() => told()[3] === 'Japón', 'Spanish in the innermost tree');
  });
});

describe('the local time', () => {
  const html = '<visitor-value field="time_zone.current_time">now</visitor-value>';
  const { setTimeout: realTimeout, clearTimeout: realClear } = globalThis;

  /** Stops the page's clock, and captures timers of a minute instead of running them. */
  function stopClock(start: string) {
    const clock = setClock(start);
    const alarms: { id: number; at: number; ring: () => void }[] = [];
    let id = 1e9;
    globalThis.setTimeout = ((ring: () => void, ms = 0, ...rest: unknown[]) => {
      if (ms <= 30_000 || ms > 60_000) return realTimeout(ring, ms, ...rest);
      alarms.push({ id: ++id, at: clock.now + ms, ring });
      return id;
    }) as typeof setTimeout;
    globalThis.clearTimeout = (cleared) => {
      const index = alarms.findIndex((alarm) => alarm.id === cleared);
      if (index < 0) realClear(cleared);
      else alarms.splice(index, 1);
    };
    return {
      alarms,
      goTo(time: string) {
        clock.goTo(time);
        for (const { ring } of alarms.splice(0).filter(({ at }) => at <= clock.now)) ring();
      },
      /** As a browser does with a page from its back/forward cache, in which timers stand still. */
      restorePage(time: string) {
        clock.goTo(time);
        alarms.splice(0);
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      },
    };
  }

  afterEach(() => {
    Object.assign(globalThis, { setTimeout: realTimeout, clearTimeout: realClear });
  });

  it('follows the language', async () => {
    visit('from/133.242.0.1/');
    await ready('<visitor-value field="ip"></visitor-value>');
    stopClock('2026-01-05T06:07:08Z');
    expect(shown(await ready(html))).to.match(/^3:07\sPM$/);
    expect(await shownIn(inLanguage('de', html))).to.equal('15:07');
  });

  it('is updated each full minute, with one timer for all elements', async () => {
    // Data that is fresh for the page's life has no timer of its own.
    visit('from/133.242.0.1/', { maxAge: 0 });
    await ready('<visitor-value field="ip"></visitor-value>');
    const clock = stopClock('2026-01-05T06:07:08Z');
    const german = (element: string) => inLanguage('de', element).firstElementChild as VisitorInfo;
    const value = german(html);
    const card = german('<visitor-info fields="time_zone.current_time"></visitor-info>');
    await until(() => shown(value) === '15:07', 'the time');
    await until(() => rows(card)['Local time'] === '15:07', 'the time in the card');
    expect(clock.alarms.map(({ at }) => new Date(at).toISOString())).to.deep.equal([
      '2026-01-05T06:08:00.000Z',
    ]);
    clock.goTo('2026-01-05T06:08:00Z');
    await until(() => shown(value) === '15:08', 'the next minute');
    expect(rows(card)).to.deep.equal({ 'Local time': '15:08' });
    clock.goTo('2026-01-05T06:09:01Z');
    await until(() => shown(value) === '15:09', 'the minute after');
    expect(clock.alarms).to.have.length(1);
  });

  it('is right as soon as the browser restores the page, and from then on', async () => {
    visit('from/133.242.0.1/', { maxAge: 0 });
    await ready('<visitor-value field="ip"></visitor-value>');
    const clock = stopClock('2026-01-05T06:07:08Z');
    const value = inLanguage('de', html).firstElementChild as VisitorValue;
    await until(() => shown(value) === '15:07', 'the time');
    clock.restorePage('2026-01-05T08:30:10Z');
    await until(() => shown(value) === '17:30', 'the time at which the page is restored');
    expect(clock.alarms.map(({ at }) => new Date(at).toISOString())).to.deep.equal([
      '2026-01-05T08:31:00.000Z',
    ]);
  });

  it('goes on when another element is removed, and leaves no timer when the last one is', async () => {
    visit('from/133.242.0.1/', { maxAge: 0 });
    const other = await ready<VisitorValue>('<visitor-value field="ip"></visitor-value>');
    const clock = stopClock('2026-01-05T06:07:08Z');
    const value = inLanguage('de', html).firstElementChild as VisitorValue;
    await until(() => shown(value) === '15:07', 'the time');
    other.remove();
    clock.goTo('2026-01-05T06:08:00Z');
    await until(() => shown(value) === '15:08', 'the next minute');
    expect(clock.alarms).to.have.length(1);
    value.remove();
    expect(clock.alarms).to.have.length(0);
  });

  it('is the page’s own content if the time zone is unknown', async () => {
    visit('from/1.1.1.1/');
    expect(shown(await ready(html))).to.equal('now');
  });
});

describe('a page that is read from right to left', () => {
  for (const width of [200, 480])
    it(`has mirrored cards without clipping or overflow, ${width} pixels wide`, async () => {
      visit('from/197.30.0.1/');
      const page = put<HTMLElement>(
        `<main dir="rtl" lang="ar" style="inline-size: ${width}px"><visitor-info></visitor-info></main>`,
      );
      const card = page.firstElementChild as VisitorInfo;
      await until(() => card.matches(':state(ready)'), 'data');
      expect(shown(card)).to.include('تونس');
      expect(page.scrollWidth).to.equal(page.clientWidth);
      const box = card.getBoundingClientRect();
      for (const label of parts(card, 'label')) {
        const { left, right } = label.getBoundingClientRect();
        expect(right).to.be.within(box.left, box.right);
        expect(box.right - right).to.be.lessThan(left - box.left + 1);
      }
    });

  it('keeps the order of an IP address in a card, however it wraps', async () => {
    visit('from/2001:200::1/');
    const page = put('<main dir="rtl" lang="ar"><visitor-info fields="ip"></visitor-info></main>');
    const element = page.firstElementChild as VisitorInfo;
    await until(() => element.matches(':state(ready)'), 'data');
    const address = [...(element.shadowRoot?.querySelectorAll('bdi') ?? [])].at(-1) as Element;
    expect(address.textContent).to.equal('2001:200::1');
    const texts = document.createTreeWalker(address, NodeFilter.SHOW_TEXT);
    const at: number[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (let i = 0; i < text.length; i++) {
        const character = document.createRange();
        character.setStart(text, i);
        character.setEnd(text, i + 1);
        at.push(character.getBoundingClientRect().left);
      }
    }
    expect(at).to.deep.equal(at.toSorted((a, b) => a - b));
  });
});
