import type { VisitorCountrySelect } from '../../../src/index.js';
import { boxOf, inColumn, known, part, visitOf, visitPending } from './looks-support.js';
import { expect, parts, put, reaches, settled } from './support.js';

/* The select among other fields: intrinsic sizes, validation and the list differ between engines. */

describe('a select', () => {
  const html = '<visitor-country-select>Ship to</visitor-country-select>';
  const widths = async (around: string, state: 'pending' | 'ready', width: number) => {
    const { column, card } = await inColumn(around, state, width);
    expect(column.scrollWidth, around).to.be.at.most(width);
    return [boxOf(card).width, boxOf(part(card, 'select')).width];
  };

  for (const [name, around, expected] of [
    ['a form', `<form><input style="inline-size: 100%; box-sizing: border-box">${html}</form>`, 300],
    ['a grid', `<div style="display: grid; grid-template-columns: 1fr">${html}<input></div>`, 300],
    [
      'two columns of a grid',
      `<div style="display: grid; grid-template-columns: 1fr 1fr">${html}<b>b</b></div>`,
      150,
    ],
    [
      'a grid, with a width of its own',
      `<div style="display: grid; grid-template-columns: 1fr; --visitor-inline-size: 25em">${html}</div>`,
      300,
    ],
    ['a grid, narrower', `<div style="display: grid; --visitor-inline-size: 10em">${html}</div>`, 160],
    ['a column of a flex box', `<div style="display: flex; flex-direction: column">${html}</div>`, 300],
    [
      'a row of a flex box',
      `<div style="display: flex"><span style="inline-size: 100px; flex: none"></span>${html}</div>`,
      200,
    ],
    ['a table', `<table style="border-spacing: 0"><td style="padding: 0">${html}</table>`, 300],
    ['a float', `<div style="float: left">${html}</div>`, 300],
  ] as const)
    it(`fills its place, and shrinks with it, with data or without: ${name}`, async () => {
      visitPending();
      expect(await widths(around, 'pending', 300)).to.deep.equal([expected, expected]);
      const code = 'GS'; // South Georgia & South Sandwich Islands
      visitOf({ ...known, location: { country: { code } } });
      expect(await widths(around, 'ready', 300)).to.deep.equal([expected, expected]);
    });

  it('keeps its height in a place that is narrower than its text, whatever the country', async () => {
    visitOf(known);
    const { card } = await inColumn(html, 'ready', 150);
    const heights = ['DE', 'GB', 'GS', 'ZZ'].map((value) => {
      Object.assign(card, { value });
      return boxOf(card).height;
    });
    expect([...new Set(heights)]).to.have.length(1);
  });

  it('is 20em wide where its place is as wide as its content, whatever the country', async () => {
    for (const style of ['display: inline-block', 'float: left', 'display: flex', 'position: absolute']) {
      visitOf({ ...known, location: { country: { code: 'GS' } } });
      const { card } = await inColumn(`<div style="${style}">${html}</div>`, 'ready', 800);
      expect(boxOf(card).width, style).to.equal(320);
    }
  });
});

describe('an invalid select', () => {
  const html = `<form onsubmit="return false"><visitor-country-select required preselect="none" name="country">Ship
    to</visitor-country-select><button>Send</button></form>`;
  const isShown = (element: Element) => element.matches(':state(user-invalid)');

  async function form() {
    visitOf(known);
    const form = put<HTMLFormElement>(html);
    const select = form.querySelector('visitor-country-select') as VisitorCountrySelect & HTMLElement;
    await reaches(select, 'ready');
    const edge = () => {
      const { borderTopColor, outlineStyle, outlineWidth } = getComputedStyle(part(select, 'select'));
      return [borderTopColor, outlineStyle, outlineWidth].join(' ');
    };
    return { form, select, edge };
  }

  it('looks like any other until its form is sent, then has a red edge until it is valid', async () => {
    const { form: sent, select, edge } = await form();
    const usual = edge();
    expect(isShown(select)).to.equal(false);
    sent.requestSubmit();
    expect(isShown(select)).to.equal(true);
    (document.activeElement as HTMLElement | null)?.blur();
    expect(edge()).to.equal('rgb(200, 16, 46) solid 1px');
    select.value = 'FR';
    await settled();
    expect(isShown(select)).to.equal(false);
    expect(edge()).to.equal(usual);
  });

  it('looks like any other again after a reset', async () => {
    const { form: sent, select } = await form();
    sent.requestSubmit();
    expect(isShown(select)).to.equal(true);
    sent.reset();
    await settled();
    expect(isShown(select)).to.equal(false);
  });

  it('shows it when the visitor takes the country away', async () => {
    const { select } = await form();
    const native = part(select, 'select') as HTMLSelectElement;
    for (const [code, expected] of [
      ['FR', false],
      ['', true],
    ] as const) {
      native.value = code;
      native.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      native.dispatchEvent(new Event('change', { bubbles: true }));
      await settled();
      expect(isShown(select), code).to.equal(expected);
    }
  });
});

describe('the edge of controls', () => {
  it('has a colour of its own, which the soft border of cards leaves visible', async () => {
    visitOf(known);
    const { column, card } = await inColumn('<visitor-country-select></visitor-country-select>', 'ready');
    const edge = () => getComputedStyle(part(card, 'select')).borderTopColor;
    const usual = edge();
    column.style.setProperty('--visitor-border', 'rgb(230, 220, 200)');
    expect(edge()).to.equal(usual);
    column.style.setProperty('--visitor-control-border', 'rgb(1, 2, 3)');
    expect(edge()).to.equal('rgb(1, 2, 3)');
  });

  it('in a list has 4 pixels to the rule below the preferred countries, so that the focus ring is whole', async () => {
    visitOf(known);
    const { card } = await inColumn(
      '<visitor-country-select preferred="DE AT"></visitor-country-select>',
      'ready',
    );
    const rule = card.shadowRoot?.querySelector('hr') as Element;
    const { marginTop, marginBottom, borderTopWidth, height } = getComputedStyle(rule);
    expect([marginTop, marginBottom, borderTopWidth, height]).to.deep.equal(['4px', '4px', '1px', '0px']);
    expect(parts(card, 'select')).to.have.length(1);
  });
});
