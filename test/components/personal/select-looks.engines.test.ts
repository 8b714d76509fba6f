import { expect } from '@open-wc/testing';
import { VisitorCountrySelect } from '../../../src/index.js';
import { put, reaches, until, visit } from '../elements/support.js';
import { selectIn } from './support.js';

type Select = VisitorCountrySelect;

describe('the look of a select', () => {
  beforeEach(() => void visit());

  it('follows the custom properties', async () => {
    const box = put<HTMLElement>(`
      <div style="--visitor-background: rgb(1, 2, 3); --visitor-control-border: rgb(4, 5, 6); --visitor-color: rgb(7, 8, 9); --visitor-radius: 8px">
        <visitor-country-select></visitor-country-select>
      </div>`);
    const element = box.firstElementChild as Select;
    await reaches(element, 'ready');
    const { backgroundColor, borderTopColor, color, borderTopLeftRadius } = getComputedStyle(
      selectIn(element),
    );
    expect([backgroundColor, borderTopColor, color, borderTopLeftRadius]).to.deep.equal([
      'rgb(1, 2, 3)',
      'rgb(4, 5, 6)',
      'rgb(7, 8, 9)',
      '4px',
    ]);
  });

  it('has the flag beside the name, and the same size without a flag', async () => {
    visit('fault/slow-100/');
    const element = put<Select>('<visitor-country-select></visitor-country-select>');
    await reaches(element, 'pending');
    const { width, height } = element.getBoundingClientRect();
    expect(element.shadowRoot?.querySelector('[part="flag"]') === null).to.equal(true);
    await until(() => element.shadowRoot?.querySelector('[part="flag"]'), 'the flag');
    const [flag, inner] = [element.shadowRoot?.querySelector('[part="flag"]') as Element, selectIn(element)];
    const boxes = [flag, inner, element].map((each) => each.getBoundingClientRect());
    const [flagBox, innerBox, now] = boxes as [DOMRect, DOMRect, DOMRect];
    expect([now.width, now.height]).to.deep.equal([width, height]);
    expect(flagBox.left).to.be.greaterThan(innerBox.left);
    expect(flagBox.right - innerBox.left).to.be.at.most(
      parseFloat(getComputedStyle(inner).paddingInlineStart),
    );
    expect(flagBox.top - innerBox.top).to.be.closeTo(innerBox.bottom - flagBox.bottom, 1);
    expect(innerBox.height).to.equal(40);
  });

  it('has what a page adds after its label in the label’s line', async () => {
    const heights: (number | undefined)[] = [];
    for (const added of ['', '<style>.marked::part(label)::after { content: " *" }</style>']) {
      const box = put<HTMLElement>(
        `<div>${added}<visitor-country-select class="marked">Country</visitor-country-select></div>`,
      );
      const element = box.lastElementChild as Select;
      await reaches(element, 'ready');
      const label = element.shadowRoot?.querySelector('[part="label"]');
      heights.push(label?.getBoundingClientRect().height);
    }
    expect(heights[1]).to.equal(heights[0]).and.to.be.greaterThan(0);
  });

  it('never overflows a narrow container', async () => {
    const box = put<HTMLElement>(
      '<div style="width: 100px"><visitor-country-select></visitor-country-select></div>',
    );
    await reaches(box.firstElementChild as Select, 'ready');
    expect(box.scrollWidth).to.equal(100);
  });
});

describe('the place of a select', () => {
  const style = document.createElement('link');
  before(async () => {
    Object.assign(style, { rel: 'stylesheet', href: '/src/reserve.css' });
    document.head.append(style);
    await until(() => style.sheet, 'the style sheet');
  });
  after(() => style.remove());
  beforeEach(() => void visit());

  let count = 0;
  for (const [where, markup] of Object.entries({
    'with its content': '<kept-select>Ship to</kept-select>',
    'with nothing': '<kept-select></kept-select>',
    'with a label before it': '<label for="a">Where</label><kept-select id="a"></kept-select>',
    'with a label around it': '<label>Where <kept-select></kept-select></label>',
    'in a flex row': '<div style="display: flex"><kept-select>Ship to</kept-select><i>next</i></div>',
  }))
    it(`is reserved by the style sheet until the script is loaded: ${where}`, async () => {
      const tag = `kept-select-${++count}`;
      // The browser's test rules use the element's own name, which is registered here already.
      const rules = [...(style.sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('');
      const own = document.createElement('style');
      own.textContent = rules.replaceAll('visitor-country-select', tag);
      document.head.append(own);
      const box = put<HTMLElement>(`<section>${markup.replaceAll('kept-select', tag)}<p>After</p></section>`);
      const after = box.querySelector('p, i') as Element;
      const element = box.querySelector(tag) as Select;
      const boxes = () =>
        [element, after, box].map((each) => {
          const { left, top, width, height } = each.getBoundingClientRect();
          return [left, top, width, height].map(Math.round).join(' ');
        });
      const reserved = boxes();
      VisitorCountrySelect.define(tag);
      await reaches(element, 'ready');
      expect(boxes()).to.deep.equal(reserved);
      own.remove();
    });
});

describe('the contrast of a select', () => {
  beforeEach(() => void visit());

  /** The colour of a pixel on which these colours are layered. */
  function pixel(...colors: string[]): number[] {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    for (const color of colors) {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }
  const luminance = (rgb: number[]) =>
    rgb
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  const contrast = (a: number[], b: number[]) => {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
    return (light + 0.05) / (dark + 0.05);
  };

  for (const scheme of ['light', 'dark'])
    it(`is enough for its border and text: ${scheme}`, async () => {
      const box = put<HTMLElement>(
        `<div style="color-scheme: ${scheme}; background: Canvas; color: CanvasText"><visitor-country-select></visitor-country-select></div>`,
      );
      const element = box.firstElementChild as Select;
      await reaches(element, 'ready');
      const { backgroundColor, borderTopColor, color } = getComputedStyle(selectIn(element));
      const page = getComputedStyle(box).backgroundColor;
      const border = pixel(page, backgroundColor, borderTopColor);
      expect(contrast(border, pixel(page))).to.be.at.least(3);
      expect(contrast(border, pixel(page, backgroundColor))).to.be.at.least(3);
      expect(contrast(pixel(color), pixel(page, backgroundColor))).to.be.at.least(4.5);
    });

  for (const [state, prefix, attributes] of [
    ['pending', 'fault/slow-2000/', ''],
    ['error', 'fault/status-500/', 'required'],
    ['ready', '', 'disabled'],
  ] as const)
    it(`is accessible: ${state} ${attributes}`, async () => {
      visit(prefix);
      const element = put<Select>(`<visitor-country-select ${attributes}>Ship to</visitor-country-select>`);
      await reaches(element, state);
      await expect(element).to.be.accessible();
    });
});
