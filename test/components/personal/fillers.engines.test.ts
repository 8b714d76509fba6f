import { expect } from '@open-wc/testing';
import { clearOverride, origin, type VisitorCountrySelect } from '../../../src/index.js';
import { put, reaches, settled, visit } from '../elements/support.js';
import { selectIn } from './support.js';

/** A form with a select, what it sends, and the events that the page hears. */
async function filled(attributes = '') {
  const form = put<HTMLFormElement>(`<form>
    <input name="to" value="home">
    <visitor-country-select name="to" ${attributes}></visitor-country-select>
    <button>Send</button>
  </form>`);
  const element = form.querySelector('visitor-country-select') as VisitorCountrySelect;
  await reaches(element, 'ready');
  const heard: string[] = [];
  for (const type of ['input', 'change']) form.addEventListener(type, () => heard.push(type));
  return { form, element, native: selectIn(element), heard, sent: () => new FormData(form).getAll('to') };
}

const events: [what: string, fired: readonly [type: string, composed: boolean][]][] = [
  [
    'as the browser does',
    [
      ['input', true],
      ['change', false],
    ],
  ],
  [
    'that don’t leave the shadow root',
    [
      ['input', false],
      ['change', false],
    ],
  ],
  [
    'that all leave the shadow root',
    [
      ['input', true],
      ['change', true],
    ],
  ],
];

describe('what a password manager writes into a select', () => {
  beforeEach(() => void visit());
  afterEach(() => clearOverride());

  for (const [what, fired] of events)
    it(`is the visitor’s choice, and heard once, with events ${what}`, async () => {
      const { native, element, heard, sent } = await filled();
      native.value = 'FR';
      for (const [type, composed] of fired)
        native.dispatchEvent(new Event(type, { bubbles: true, composed }));
      expect(heard).to.deep.equal(['input', 'change']);
      expect([element.value, sent()]).to.deep.equal(['FR', ['home', 'FR']]);
      expect((await origin.ip()).location?.country?.code).to.equal('FR');
    });

  it('is sent without any event: what is shown is what is sent', async () => {
    const { native, element, sent } = await filled();
    native.value = 'FR';
    expect(sent()).to.deep.equal(['home', 'FR']);
    native.value = 'DE';
    expect([element.value, native.selectedOptions[0]?.text]).to.deep.equal(['DE', 'Germany']);
    native.value = 'IT';
    expect([element.checkValidity(), sent()]).to.deep.equal([true, ['home', 'IT']]);
  });

  it('lets a form be sent that requires it, without any event', async () => {
    const { form, native, sent } = await filled('required preselect="none"');
    expect(form.checkValidity()).to.equal(false);
    let submitted: unknown;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted = sent();
    });
    native.value = 'FR';
    form.querySelector('button')?.click();
    expect(submitted).to.deep.equal(['home', 'FR']);
  });

  it('is replaced by what a script sets, and dropped by a reset', async () => {
    const { form, native, element, sent } = await filled();
    native.value = 'FR';
    element.value = 'DE';
    expect([element.value, sent()]).to.deep.equal(['DE', ['home', 'DE']]);
    native.value = 'FR';
    form.reset();
    expect([element.value, sent()]).to.deep.equal(['GB', ['home', 'GB']]);
  });

  it('isn’t seen in what the element itself shows, such as after a change of its list', async () => {
    const { native, element, heard } = await filled();
    element.countries = 'DE FR';
    await settled();
    element.countries = undefined;
    await settled();
    expect([element.value, native.value, heard]).to.deep.equal(['GB', 'GB', []]);
    expect((await origin.ip()).location?.country?.code).to.equal('GB');
  });
});

describe('a select that preselects nothing', () => {
  beforeEach(() => void visit());
  afterEach(() => clearOverride());

  it('shows and sends none, whatever is known or selected elsewhere, and may be required', async () => {
    const { form, element, native, sent } = await filled('required preselect="none"');
    expect([element.value, native.value, sent(), form.checkValidity()]).to.deep.equal([
      '',
      '',
      ['home', ''],
      false,
    ]);
    const other = put<VisitorCountrySelect>('<visitor-country-select></visitor-country-select>');
    await reaches(other, 'ready');
    selectIn(other).value = 'FR';
    selectIn(other).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await settled();
    expect([other.value, element.value]).to.deep.equal(['FR', '']);
  });

  it('keeps what is selected in it, or set, until a reset', async () => {
    const { form, element, native } = await filled('preselect="none"');
    native.value = 'FR';
    native.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    expect(element.value).to.equal('FR');
    form.reset();
    expect(element.value).to.equal('');
    element.value = 'DE';
    expect(element.value).to.equal('DE');
    element.value = '';
    expect(element.value).to.equal('');
  });
});

describe('a <select> inside a select', () => {
  it('isn’t used', async () => {
    visit();
    const element = put<VisitorCountrySelect>(
      '<visitor-country-select name="a">Where <select><option>FR</option></select></visitor-country-select>',
    );
    await reaches(element, 'ready');
    expect([element.value, selectIn(element).value]).to.deep.equal(['GB', 'GB']);
  });
});
