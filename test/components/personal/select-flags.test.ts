import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { clearOverride, override, type VisitorCountrySelect } from '../../../src/index.js';
import { hearConsole, put, reaches, ready, settled, until, visit } from '../elements/support.js';
import { selectIn } from './support.js';

// Of the three engines, Chromium alone shows images in options.

type Select = VisitorCountrySelect;

const flagRequests = () =>
  performance.getEntriesByType('resource').flatMap(({ name }) => /flags\/(\w+)\.svg/.exec(name)?.[1] ?? []);
const flagsIn = ({ options }: HTMLSelectElement) =>
  [...options].flatMap((option) => option.querySelector<HTMLElement>('[part="flag"]') ?? []);
const codesIn = ({ options }: HTMLSelectElement) => [...options].map(({ value }) => value);

/** Opens a select with the keyboard. */
async function open(select: HTMLSelectElement): Promise<HTMLSelectElement> {
  select.focus();
  await sendKeys({ press: 'Space' });
  await until(() => select.matches(':open'), 'the open list');
  return select;
}

describe('the flags in a list', () => {
  const said = hearConsole();
  beforeEach(() => {
    performance.clearResourceTimings();
    visit();
  });
  afterEach(() => clearOverride());

  it('are not requested before it is opened: only the flag that is shown is', async () => {
    const box = put<HTMLElement>(
      `<div><visitor-country-select>One</visitor-country-select><visitor-country-select>Two</visitor-country-select></div>`,
    );
    for (const element of box.querySelectorAll<Select>('visitor-country-select'))
      await reaches(element, 'ready');
    const [first] = box.children as unknown as [Select];
    await until(() => flagRequests().length > 0, 'the flag that is shown');
    first.focus();
    await settled();
    expect(flagsIn(selectIn(first)).length).to.equal(250);
    // Requests of the list would be before this one.
    const later = Object.assign(new Image(), { src: '/flags/ZW.svg?later' });
    await later.decode();
    await until(() => flagRequests().includes('ZW'), 'the record of the request');
    expect(flagRequests()).to.deep.equal(['GB', 'ZW']);
  });

  it('are in their control in a row that is higher', async () => {
    const row = put<HTMLElement>(
      '<div style="display: flex; block-size: 300px"><visitor-country-select>Where</visitor-country-select></div>',
    );
    const element = row.firstElementChild as Select;
    await reaches(element, 'ready');
    const middleOf = (part: Element | null | undefined) => {
      const { top, bottom } = part?.getBoundingClientRect() ?? new DOMRect();
      return (top + bottom) / 2;
    };
    const flag = () => element.shadowRoot?.querySelector('[part=flag]');
    await until(() => flag() != null, 'the flag');
    expect(middleOf(flag())).to.be.closeTo(middleOf(selectIn(element)), 1);
  });

  it('are shown when it is opened, in its own order', async () => {
    const element = await ready<Select>(
      '<visitor-country-select preferred="DE AT">Where</visitor-country-select>',
    );
    const before = codesIn(selectIn(element));
    expect(before.slice(0, 4)).to.deep.equal(['', 'DE', 'AT', 'AF']);
    const select = await open(selectIn(element));
    expect(codesIn(select)).to.deep.equal(before);
    expect([select.value, select.options.length]).to.deep.equal(['GB', 251]);
    const flag = select.selectedOptions[0]?.querySelector('[part="flag"]') as HTMLImageElement;
    expect(new URL(flag.src).pathname).to.equal('/flags/GB.svg');
    await until(() => flagRequests().includes('AE'), 'a flag beside it');
    await until(() => flag.complete && flag.naturalWidth > 0, 'the image');
    expect([flag.width, flag.height]).to.deep.equal([24, 16]);
    await expect(element).to.be.accessible();
  });

  it('follow their countries, which stay in place while the list is open', async () => {
    const element = await ready<Select>('<visitor-country-select>Where</visitor-country-select>');
    const select = await open(selectIn(element));
    const before = codesIn(select);
    override({ location: { country: { code: 'FR' } } });
    await settled();
    expect([codesIn(select).join(), select.value]).to.deep.equal([before.join(), 'FR']);
    element.countries = 'AT FR';
    await settled();
    expect(flagsIn(select).map((flag) => (flag as HTMLImageElement).src.slice(-6))).to.deep.equal([
      'AT.svg',
      'FR.svg',
    ]);
  });

  it('add nothing to the text: type-ahead finds a country, and its name is as before', async () => {
    const element = await ready<Select>('<visitor-country-select>Where</visitor-country-select>');
    const select = await open(selectIn(element));
    expect(select.selectedOptions[0]?.text).to.equal('United Kingdom');
    await sendKeys({ type: 'O' });
    await sendKeys({ press: 'Enter' });
    await until(
      () => element.value === 'OM',
      () => `Oman, not ${element.value}`,
    );
  });

  it('are emoji if there is no file', async () => {
    visit('', { flagsUrl: '/no-flags/' });
    const element = await ready<Select>(
      '<visitor-country-select countries="GB DE">Where</visitor-country-select>',
    );
    const select = await open(selectIn(element));
    await until(
      () => flagsIn(select).every(({ localName }) => localName === 'span') && flagsIn(select).length === 2,
      'emoji',
    );
    const emoji = flagsIn(select).map((flag) => getComputedStyle(flag, '::before').content.slice(1, -1));
    expect(emoji.toSorted()).to.deep.equal(['🇩🇪', '🇬🇧']);
    expect([...select.options].map(({ text }) => text).join()).not.to.contain('🇩🇪');
    await expect(element).to.be.accessible();
    expect(said.filter((line) => line.includes('Flag image not found')).length).to.equal(1);
  });
});

describe('an open list', () => {
  beforeEach(() => visit());

  const placed = (bottom: number) =>
    ready<Select>(
      `<visitor-country-select style="position: fixed; inset-block-end: ${bottom}px" preferred="GB">Where</visitor-country-select>`,
    );
  const boxOf = (element: Element) => element.getBoundingClientRect();
  /** The flags of the rows that begin in the list, and the list's height. */
  async function opened(element: Select) {
    const select = await open(selectIn(element));
    const list = getComputedStyle(select, '::picker(select)');
    return { select, list, height: Number.parseFloat(list.height), rows: [...select.options].map(boxOf) };
  }

  it('has rows of the same height, and is as high as ten, with the flags in one line with the control’s', async () => {
    const element = await placed(420);
    const { select, height, rows } = await opened(element);
    const [first, ...others] = rows;
    expect(first?.height).to.equal(36);
    // The rule after the preferred countries has 4 px above and below it.
    const ruled = [...select.options].findIndex(({ nextElementSibling }) =>
      nextElementSibling?.matches('hr'),
    );
    for (const [i, { height, top }] of others.entries()) {
      expect(height, `row ${i}`).to.equal(36);
      expect(top - (rows[i]?.bottom ?? 0), `row ${i}`).to.be.closeTo(i === ruled ? 9 : 0, 0.5);
    }
    expect(height).to.be.closeTo(10 * 36 + 10, 0.5);
    expect((first?.top ?? 0) - boxOf(select).bottom, 'space below the control').to.be.within(4, 10);
    const flag = element.shadowRoot?.querySelector('[part="flag"]') as Element;
    for (const each of flagsIn(select)) expect(boxOf(each).left).to.be.closeTo(boxOf(flag).left, 1);
    await sendKeys({ press: 'End' });
    await until(() => (select.options[250] as Element).matches(':focus'), 'the last row');
    const end = [...select.options].map(boxOf);
    const bottom = boxOf(select).bottom + 4 + height;
    expect(bottom - (end.at(-1)?.bottom ?? 0)).to.be.closeTo(5, 1);
  });

  it('has rows of the same height for names of one line and of two, and shows longer names whole', async () => {
    const element = await placed(420);
    element.style.cssText += '--visitor-inline-size: 12em; line-height: 1.5';
    const { select } = await opened(element);
    const lines = new Set<number>();
    for (const option of select.options) {
      const text = document.createRange();
      text.selectNodeContents(option.lastChild as Node);
      const count = text.getClientRects().length;
      lines.add(count);
      expect(boxOf(option).height, option.text).to.equal(18 * Math.max(2, count));
      expect(text.getBoundingClientRect().height, option.text).to.be.at.most(boxOf(option).height + 1);
    }
    expect([...lines]).to.include.members([1, 2, 3]);
  });

  it('is below its control, and not over its label, if five rows fit there', async () => {
    for (const bottom of [420, 200]) {
      const element = await placed(bottom);
      const { select, height, rows } = await opened(element);
      expect(rows[0]?.top, `${bottom} px`).to.be.above(boxOf(select).bottom);
      expect(boxOf(select).bottom + 4 + height, 'in view').to.be.at.most(innerHeight);
      await sendKeys({ press: 'Escape' });
    }
    const element = await placed(80);
    const { select, rows } = await opened(element);
    expect(rows[1]?.bottom).to.be.below(boxOf(select).top);
  });
});
