import type { VisitorInfo } from '../../../src/index.js';
import { expect, markup, parts, put, reaches, ready, visit } from './support.js';

const card = '<visitor-info fields="ip location.country.name"></visitor-info>';
const part = (element: Element, name: string) => parts(element, name)[0] as HTMLElement;
const styleOf = (element: Element, name: string) => getComputedStyle(part(element, name));

async function styled(css: string) {
  visit();
  const element = put<VisitorInfo>(card);
  element.insertAdjacentHTML('afterend', `<style>${css}</style>`);
  return reaches(element, 'ready');
}

describe('a page themes a card', () => {
  it('with custom properties', async () => {
    const element = await styled(`visitor-info {
      --visitor-background: rgb(1, 2, 3);
      --visitor-border: rgb(4, 5, 6);
      --visitor-radius: 7px;
      --visitor-padding: 8px;
      --visitor-label-color: rgb(9, 10, 11);
    }`);
    const box = styleOf(element, 'card');
    expect(box.backgroundColor).to.equal('rgb(1, 2, 3)');
    expect(box.borderTopColor).to.equal('rgb(4, 5, 6)');
    expect(box.borderTopLeftRadius).to.equal('7px');
    expect(box.paddingLeft).to.equal('8px');
    expect(styleOf(element, 'label').color).to.equal('rgb(9, 10, 11)');
    expect(getComputedStyle(parts(element, 'row')[1] as Element).borderTopColor).to.equal('rgb(4, 5, 6)');
  });

  it('with parts', async () => {
    const names = ['card', 'header', 'title', 'subtitle', 'list', 'row', 'label', 'value', 'copy', 'flag'];
    const element = await styled(
      names.map((name, i) => `visitor-info::part(${name}) { outline: ${i + 1}px solid red }`).join(''),
    );
    expect(names.map((name) => styleOf(element, name).outlineWidth)).to.deep.equal(
      names.map((_, i) => `${i + 1}px`),
    );
  });

  it('with values at the end of their column', async () => {
    const element = await styled('visitor-info::part(value) { text-align: end }');
    const value = parts(element, 'value')[1] as Element;
    const text = value.querySelector('bdi') as Element;
    expect(value.getBoundingClientRect().right - text.getBoundingClientRect().right).to.be.below(1);
  });

  it('with margins of parts, which are all kept', async () => {
    const element = await styled(
      'visitor-info::part(header) { margin-block-end: 10px } visitor-info::part(list) { margin-block-start: 15px }',
    );
    const [header, list] = ['header', 'list'].map((name) => part(element, name).getBoundingClientRect());
    expect(Number(list?.top) - Number(header?.bottom)).to.be.closeTo(25, 0.1);
  });

  it('with its own font, which is inherited, and a colour', async () => {
    const element = await styled('visitor-info { --visitor-color: rgb(1, 2, 3); font: 20px monospace }');
    const { color, fontSize, fontFamily } = styleOf(element, 'card');
    expect({ color, fontSize, fontFamily }).to.deep.equal({
      color: 'rgb(1, 2, 3)',
      fontSize: '20px',
      fontFamily: 'monospace',
    });
  });

  it('by hiding it, with the attribute', async () => {
    const element = await styled('');
    element.hidden = true;
    expect(element.checkVisibility()).to.equal(false);
    const value = await ready<HTMLElement>(markup['visitor-value']);
    value.hidden = true;
    expect(value.checkVisibility()).to.equal(false);
  });
});

describe('a card as narrow as 200 pixels', () => {
  const long = '<visitor-user-agent fields="name header"></visitor-user-agent>';
  const longLabel = `<visitor-info fields="ip" labels='{"ip": "${'Internetprotokolladresse'.repeat(2)}"}'></visitor-info>`;
  const layouts = ['display: block', 'display: grid', 'display: flex', 'columns: 1'];
  for (const html of [markup['visitor-value'], long, longLabel])
    for (const layout of layouts)
      it(`doesn’t overflow (${layout}): ${html}`, async () => {
        visit();
        const page = put<HTMLElement>(`<main style="inline-size: 200px; ${layout}">${html}</main>`);
        const element = await reaches(page.firstElementChild as Element, 'ready');
        expect(page.scrollWidth).to.equal(200);
        const box = page.getBoundingClientRect();
        for (const value of [...parts(element, 'value'), ...parts(element, 'label')]) {
          expect(value.getBoundingClientRect().left).to.be.at.least(box.left);
          expect(value.getBoundingClientRect().right).to.be.at.most(box.right);
        }
      });
});

describe('a card is as wide as a page lets it be', () => {
  for (const layout of ['float: left', 'display: inline-grid', 'position: absolute'])
    it(`with data and while pending: ${layout}`, async () => {
      visit('fault/slow-150/');
      const element = put<HTMLElement>(`<visitor-info style="${layout}"></visitor-info>`);
      await reaches(element, 'pending');
      const { width } = element.getBoundingClientRect();
      await reaches(element, 'ready');
      expect(element.getBoundingClientRect().width).to.equal(width);
      expect(width).to.equal(320);
    });
});
