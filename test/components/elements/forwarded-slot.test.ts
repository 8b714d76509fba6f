import type { VisitorCountrySelect, VisitorInfo, VisitorMap } from '../../../src/index.js';
import { expect, hearConsole, parts, put, reaches, settled, shown, until, visit } from './support.js';

/** An element of the page, with markup around its own content, and the element of the package inside. */
function wrapped<E extends Element = VisitorInfo>(markup: string, content = ''): { page: Element; inner: E } {
  const page = put(`<div>${content}</div>`);
  const root = page.attachShadow({ mode: 'open' });
  root.innerHTML = markup;
  return { page, inner: root.firstElementChild as E };
}

const card = '<visitor-info><slot></slot></visitor-info>';
const isVisible = (element: Element | null | undefined) =>
  element?.checkVisibility({ visibilityProperty: true }) ?? false;
const skeletonOf = ({ shadowRoot }: Element) => shadowRoot?.querySelector('[aria-busy=true] .skeleton-line');

describe('a forwarded slot that is empty doesn’t count as content', () => {
  hearConsole();

  for (const [how, content] of [
    ['empty', ''],
    ['white space', ' \n<!-- nothing -->'],
    ['content for another slot', '<b slot="else">else</b>'],
  ] as const)
    it(`in a card, which shows its skeleton and its failure: ${how}`, async () => {
      visit('fault/slow-300/fault/drop/');
      const { inner } = wrapped(card, content);
      await reaches(inner, 'pending');
      expect(isVisible(skeletonOf(inner))).to.equal(true);
      const { height } = inner.getBoundingClientRect();
      await reaches(inner, 'error');
      expect(shown(inner)).to.equal('Couldn’t load your details Try again');
      expect(inner.getBoundingClientRect().height).to.equal(height).and.to.be.greaterThan(200);
    });

  it('in a card inside two wrappers', async () => {
    visit('fault/drop/');
    const { page } = wrapped('<div><slot></slot></div>');
    const middle = page.shadowRoot?.firstElementChild?.attachShadow({ mode: 'open' }) as ShadowRoot;
    middle.innerHTML = card;
    const inner = middle.firstElementChild as VisitorInfo;
    await reaches(inner, 'error');
    expect(shown(inner)).to.equal('Couldn’t load your details Try again');
    page.textContent = 'our own words';
    await until(() => !isVisible(parts(inner, 'retry')[0]), 'the content');
    expect(inner.getBoundingClientRect().height).to.be.lessThan(50);
  });

  it('in a card that waits for consent, or whose lookup failed', async () => {
    visit('fault/drop/', { consent: 'required' });
    const slots = '<slot name="consent" slot="consent"></slot><slot name="error" slot="error"></slot>';
    const { page, inner } = wrapped(`<visitor-info>${slots}</visitor-info>`);
    await reaches(inner, 'idle');
    expect(shown(inner)).to.equal('Shown once you consent');
    page.innerHTML = '<p slot="consent">May we?</p>';
    await until(() => !isVisible(parts(inner, 'waiting')[0]), 'the page’s own question');
    visit('fault/drop/');
    await reaches(inner, 'error');
    expect(shown(inner)).to.equal('Couldn’t load your details Try again');
    page.innerHTML = '<p slot="error">Oh no.</p>';
    await until(() => !isVisible(parts(inner, 'error')[0]), 'the page’s own sentence');
    expect(isVisible(page.firstElementChild)).to.equal(true);
  });

  it('in a map, which shows the world', async () => {
    visit('fault/drop/');
    const { page, inner } = wrapped<VisitorMap & HTMLElement>('<visitor-map><slot></slot></visitor-map>');
    await reaches(inner, 'error');
    expect(parts(inner, 'map')).to.have.length(1);
    page.textContent = 'somewhere';
    await until(() => parts(inner, 'map').length === 0, 'the content');
  });

  it('in a select, which has a name', async () => {
    visit();
    const select = '<visitor-country-select id="where"><slot></slot></visitor-country-select>';
    const { page, inner } = wrapped<VisitorCountrySelect>(select);
    await reaches(inner, 'ready');
    const name = () => parts(inner, 'label')[0]?.textContent?.trim();
    expect(name()).to.equal('Country');
    await expect(inner).to.be.accessible();
    page.textContent = 'Ship to';
    await until(() => name() === '', 'the content');
  });
});

describe('what a slot forwards is content', () => {
  for (const [what, markup, content] of [
    ['text', card, 'our own words'],
    ['an element', card, '<b>our own words</b>'],
    [
      'of a named slot',
      '<visitor-info><slot name="own"></slot></visitor-info>',
      '<b slot="own">our own words</b>',
    ],
    ['the slot’s own content', '<visitor-info><slot>our own words</slot></visitor-info>', ''],
  ] as const)
    it(`of a card: ${what}`, async () => {
      visit('fault/drop/');
      const { inner } = wrapped(markup, content);
      await reaches(inner, 'error');
      await settled();
      expect(parts(inner, 'retry')).to.have.length(0);
      expect(inner.getBoundingClientRect().height).to.be.within(10, 50);
    });

  it('that names a select, after its labels', async () => {
    visit();
    const select = '<visitor-country-select id="where"><slot></slot></visitor-country-select>';
    const { page, inner } = wrapped<VisitorCountrySelect>(select, 'Ship <b>to</b>');
    const label = document.createElement('label');
    label.htmlFor = 'where';
    label.textContent = '1.';
    page.shadowRoot?.append(label);
    await reaches(inner, 'ready');
    expect(parts(inner, 'select')[0]?.getAttribute('aria-label')).to.equal('1. Ship to');
  });
});
