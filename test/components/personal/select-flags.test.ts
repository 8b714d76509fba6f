import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { clearOverride, override, type VisitorCountrySelect } from '../../../src/index.js';
import { hearConsole, put, reaches, ready, settled, until, visit } from '../elements/support.js';
import { selectIn } from './support.js';

// Of the three engines, Chromium alone shows images in options.

type Select = VisitorCountrySelect;

const authored = `
  <visitor-country-select>
    <label for="c">Country</label>
    <select id="c">
      <option value="">Choose</option>
      <option value="de">Germany</option>
      <option>GB</option>
      <option value="EU">The EU</option>
    </select>
  </visitor-country-select>`;

const flagRequests = () =>
  performance.getEntriesByType('resource').flatMap(({ name }) => /flags\/(\w+)\.svg/.exec(name)?.[1] ?? []);
const flagsIn = ({ options }: HTMLSelectElement) =>
  [...options].flatMap((option) => option.querySelector<HTMLElement>('[data-flag]') ?? []);
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
      `<div><visitor-country-select>One</visitor-country-select><visitor-country-select>Two</visitor-country-select>${authored}</div>`,
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

  it('are shown when it is opened, and the visitor’s country and the preferred ones are at its top', async () => {
    const element = await ready<Select>(
      '<visitor-country-select preferred="DE AT">Where</visitor-country-select>',
    );
    expect(codesIn(selectIn(element)).slice(0, 4)).to.deep.equal(['', 'DE', 'AT', 'AF']);
    const select = await open(selectIn(element));
    expect(codesIn(select).slice(0, 5)).to.deep.equal(['', 'GB', 'DE', 'AT', 'AF']);
    expect([select.value, select.options.length]).to.deep.equal(['GB', 251]);
    await until(() => flagRequests().includes('DE'), 'a flag of the list');
    const [flag] = flagsIn(select) as [HTMLImageElement];
    expect(new URL(flag.src).pathname).to.equal('/flags/GB.svg');
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
    expect(flagsIn(select).map(({ dataset }) => dataset['flag']?.slice(-6))).to.deep.equal([
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

  it('are before the countries of an author’s select, which keeps its values', async () => {
    const element = await ready<Select>(authored);
    const select = await open(element.querySelector('select') as HTMLSelectElement);
    expect(
      flagsIn(select).map(({ parentElement }) => (parentElement as HTMLOptionElement).value),
    ).to.deep.equal(['de', 'GB']);
    expect([...select.options].map(({ text }) => text)).to.deep.equal(['Choose', 'Germany', 'GB', 'The EU']);
    await until(() => (flagsIn(select)[0] as HTMLImageElement).naturalWidth > 0, 'a flag of the list');
    await expect(element).to.be.accessible();
    select.options[1]?.replaceChildren('Deutschland');
    await until(() => flagsIn(select).length === 2, 'the flag again');
  });

  it('are not added to an author’s select that keeps the browser’s list', async () => {
    const element = await ready<Select>(authored.replace('<select', '<select style="appearance: auto"'));
    const select = element.querySelector('select') as HTMLSelectElement;
    select.focus();
    await settled();
    expect(flagsIn(select)).to.deep.equal([]);
  });

  for (const [whose, markup] of [
    ['ours', '<visitor-country-select countries="GB DE">Where</visitor-country-select>'],
    ['an author’s', authored],
  ] as const)
    it(`are emoji if there is no file: ${whose}`, async () => {
      visit('', { flagsUrl: `/no-flags/${whose}/` });
      const element = await ready<Select>(markup);
      const select = await open(element.querySelector('select') ?? selectIn(element));
      await until(
        () => flagsIn(select).every(({ localName }) => localName === 'span') && flagsIn(select).length === 2,
        'emoji',
      );
      const emoji = flagsIn(select).map(({ shadowRoot }) => shadowRoot?.textContent);
      expect(emoji.toSorted()).to.deep.equal(['🇩🇪', '🇬🇧']);
      expect([...select.options].map(({ text }) => text).join()).not.to.contain('🇩🇪');
      await expect(element).to.be.accessible();
      expect(said.filter((line) => line.includes('Flag image not found')).length).to.equal(1);
    });
});
