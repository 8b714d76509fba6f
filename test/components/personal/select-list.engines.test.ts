import { expect } from '@open-wc/testing';
import { clearOverride, configure, origin, override, VisitorCountrySelect } from '../../../src/index.js';
import { put, reaches, ready, settled, visit } from '../elements/support.js';
import { choose, selectIn } from './support.js';

type Select = VisitorCountrySelect;
const shownIn = (element: Element) => selectIn(element).selectedOptions[0]?.text;
const countryOf = async () => (await origin.ip()).location?.country?.code;

describe('a select of some countries', () => {
  beforeEach(() => void visit('', { groups: { nordics: 'DK FI IS NO SE' } }));
  afterEach(() => clearOverride());

  const codesIn = (element: Element) => [...selectIn(element).options].map(({ value }) => value).join(' ');
  const show = (attributes: string) =>
    ready<Select>(`<visitor-country-select name="to" ${attributes}></visitor-country-select>`);

  it('has only these, by name in the page’s language, preferred ones first', async () => {
    const element = await show('countries="DE AT ch @nordics !IS" preferred="CH DE" lang="de"');
    expect(codesIn(element)).to.equal(' CH DE DK FI NO AT SE'); // Österreich as O
    expect(selectIn(element).querySelectorAll('hr').length).to.equal(1);
    await expect(element).to.be.accessible();
    const all = await show('preferred="@nordics"');
    expect(codesIn(all)).to.match(/^ DK FI IS NO SE AF /);
    expect(selectIn(all).options.length).to.equal(251);
  });

  it('has a line between preferred countries and others, and none where one of them is missing', async () => {
    const lines = async (attributes: string) =>
      selectIn(await show(attributes)).querySelectorAll('hr').length;
    expect(await lines('preferred="DE"')).to.equal(1);
    expect(await lines('')).to.equal(0);
    expect(await lines('countries="DE AT" preferred="DE AT"')).to.equal(0);
  });

  it('starts without a choice for a visitor from elsewhere, which a form may require', async () => {
    const form = put<HTMLFormElement>(
      '<form><visitor-country-select name="to" countries="DE AT" required></visitor-country-select></form>',
    );
    const element = await reaches(form.firstElementChild as Select, 'ready');
    expect([element.data?.location?.country?.code, element.value, shownIn(element)]).to.deep.equal([
      'GB',
      '',
      'Choose a country',
    ]);
    expect([form.checkValidity(), element.validity.valueMissing]).to.deep.equal([false, true]);
    choose(element, 'AT');
    expect([form.checkValidity(), new FormData(form).get('to'), await countryOf()]).to.deep.equal([
      true,
      'AT',
      'AT',
    ]);
  });

  it('shows a visitor from one of them their country', async () => {
    expect((await show('countries="DE GB"')).value).to.equal('GB');
    expect((await show('countries="!RU"')).value).to.equal('GB');
  });

  it('ignores a country that was selected elsewhere and is not in its list', async () => {
    override({ location: { country: { code: 'FR' } } });
    const [few, all] = [await show('countries="DE GB"'), await show('')];
    expect([few.value, all.value]).to.deep.equal(['', 'FR']);
    few.formStateRestoreCallback('FR');
    expect([few.value, few.data?.location?.country?.code]).to.deep.equal(['', 'FR']);
    choose(few, 'DE');
    await settled();
    expect([few.value, all.value]).to.deep.equal(['DE', 'DE']);
  });

  it('loses a value that a change of its list removed, like a native select', async () => {
    const form = put<HTMLFormElement>(
      '<form><visitor-country-select name="to" required></visitor-country-select></form>',
    );
    const element = await reaches(form.firstElementChild as Select, 'ready');
    let events = 0;
    for (const type of ['input', 'change']) form.addEventListener(type, () => events++);
    choose(element, 'FR');
    events = 0;
    element.countries = 'DE AT';
    await settled();
    expect([element.value, selectIn(element).value, new FormData(form).get('to')]).to.deep.equal([
      '',
      '',
      '',
    ]);
    expect([form.checkValidity(), element.validity.valueMissing, events]).to.deep.equal([false, true, 0]);
    choose(element, 'AT');
    element.preferred = 'AT';
    element.countries = undefined;
    await settled();
    expect([element.value, codesIn(element).slice(0, 6)]).to.deep.equal(['AT', ' AT AF']);
  });

  it('follows changes of its attributes, and of the page’s groups', async () => {
    const element = await show('countries="@nordics"');
    configure({ groups: { nordics: 'GB IS' } });
    await settled();
    expect([codesIn(element), element.value]).to.deep.equal([' IS GB', 'GB']);
    element.setAttribute('countries', '@eu');
    element.setAttribute('preferred', '@nordics FR');
    await settled();
    expect([codesIn(element).slice(0, 9), element.value]).to.deep.equal([' FR AX AT', '']);
    element.removeAttribute('countries');
    await settled();
    expect([codesIn(element).slice(0, 9), element.value]).to.deep.equal([' IS GB FR', 'GB']);
  });

  it('takes its lists as properties, before it is defined and in any order with its value', async () => {
    const early = put<Select>('<few-select></few-select>');
    Object.assign(early, { value: 'AT', preferred: ['AT'], countries: ['DE', 'AT'] });
    VisitorCountrySelect.define('few-select');
    await reaches(early, 'ready');
    expect([early.value, codesIn(early)]).to.deep.equal(['AT', ' AT DE']);
  });
});
