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
    const list = styleOf(element, 'list');
    expect(list.backgroundColor).to.equal('rgb(1, 2, 3)');
    expect(list.borderTopColor).to.equal('rgb(4, 5, 6)');
    expect(list.borderTopLeftRadius).to.equal('7px');
    expect(list.paddingLeft).to.equal('8px');
    expect(styleOf(element, 'label').color).to.equal('rgb(9, 10, 11)');
    expect(getComputedStyle(parts(element, 'row')[1] as Element).borderTopColor).to.equal('rgb(4, 5, 6)');
  });

  it('with parts', async () => {
    const names = ['list', 'row', 'label', 'value', 'flag'];
    const element = await styled(
      names.map((name, i) => `visitor-info::part(${name}) { outline: ${i + 1}px solid red }`).join(''),
    );
    expect(names.map((name) => styleOf(element, name).outlineWidth)).to.deep.equal(
      names.map((_, i) => `${i + 1}px`),
    );
  });

  it('with its own font and colour, which are inherited', async () => {
    const element = await styled('visitor-info { color: rgb(1, 2, 3); font: 21px monospace }');
    const { color, fontSize, fontFamily } = styleOf(element, 'value');
    expect({ color, fontSize, fontFamily }).to.deep.equal({
      color: 'rgb(1, 2, 3)',
      fontSize: '21px',
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

describe('the colours have enough contrast', () => {
  for (const scheme of ['light', 'dark'])
    for (const [tag, html] of Object.entries(markup))
      it(`<${tag}> in a ${scheme} page`, async () => {
        visit();
        const page = put<HTMLElement>(
          `<main style="color-scheme: ${scheme}; background: Canvas; color: CanvasText">${html}</main>`,
        );
        await reaches(page.firstElementChild as Element, 'ready');
        await expect(page).to.be.accessible();
      });
});

describe('a card as narrow as 200 pixels', () => {
  const wide = '<visitor-user-agent fields="name header"></visitor-user-agent>';
  for (const html of [...Object.values(markup), wide])
    it(`sticks out nowhere: ${html}`, async () => {
      visit();
      const page = put<HTMLElement>(`<main style="inline-size: 200px">${html}</main>`);
      const element = await reaches(page.firstElementChild as Element, 'ready');
      expect(page.scrollWidth).to.equal(200);
      const box = page.getBoundingClientRect();
      for (const value of [...parts(element, 'value'), ...parts(element, 'label')]) {
        const { left, right } = value.getBoundingClientRect();
        expect(left).to.be.at.least(box.left);
        expect(right).to.be.at.most(box.right);
      }
    });

  it('shows a long value on one line, with an ellipsis', async () => {
    visit();
    const page = put<HTMLElement>(`<main style="inline-size: 200px">${wide}</main>`);
    const element = await reaches(page.firstElementChild as Element, 'ready');
    const [short, long] = parts(element, 'value') as [HTMLElement, HTMLElement];
    expect(long.scrollWidth).to.be.greaterThan(long.clientWidth);
    expect(long.offsetHeight).to.equal(short.offsetHeight);
    expect(getComputedStyle(long).textOverflow).to.equal('ellipsis');
  });
});
