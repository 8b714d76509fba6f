import { expect } from '@open-wc/testing';
import { clearOverride, origin, override, type VisitorCountrySelect } from '../../../src/index.js';
import { moveToParis, put, reaches, ready, settled, until, visit } from '../elements/support.js';

type Element = VisitorCountrySelect;

const options = `
  <option value="">Choose</option>
  <optgroup label="Europe">
    <option value="de">Germany</option>
    <option>GB</option>
    <option value="FR">France</option>
  </optgroup>
  <option value="EU">Elsewhere in the EU</option>
  <option value="other">Somewhere else</option>`;
const select = (inner = options, attributes = '') =>
  `<visitor-country-select><label>Country <select name="country" ${attributes}>${inner}</select></label></visitor-country-select>`;
const countryOf = async () => (await origin.ip()).location?.country?.code;

const selectOf = (root: globalThis.Element) => root.querySelector('select') as HTMLSelectElement;

/** A form with an author's select, and the data that the form sends. */
async function inForm(markup = select(), state: 'ready' | 'error' | 'pending' = 'ready') {
  const form = put<HTMLFormElement>(`<form>${markup}</form>`);
  const element = form.querySelector('visitor-country-select') as Element;
  await reaches(element, state);
  const sent = () => new URLSearchParams(new FormData(form) as never).toString();
  return { form, element, native: selectOf(form), sent };
}

/** Selects an option as a visitor does: with the events that the browser fires. */
function choose(native: HTMLSelectElement, value: string): void {
  native.value = value;
  for (const type of ['input', 'change']) native.dispatchEvent(new Event(type, { bubbles: true }));
}

describe('a `<select>` of the page’s author', () => {
  beforeEach(() => void visit());
  afterEach(() => clearOverride());

  it('is used instead of one of ours, with its options, and shows the visitor’s country', async () => {
    const { element, native, sent } = await inForm();
    expect(element.shadowRoot?.querySelector('select, label')).to.equal(null);
    expect([native.value, element.value, sent()]).to.deep.equal(['GB', 'GB', 'country=GB']);
    expect([...native.options].map(({ text }) => text)).to.deep.equal([
      'Choose',
      'Germany',
      'GB',
      'France',
      'Elsewhere in the EU',
      'Somewhere else',
    ]);
    expect(getComputedStyle(element).display).to.equal('inline');
    await expect(element).to.be.accessible();
  });

  it('is sent once, also if the element has a name', async () => {
    const { form, sent } = await inForm(select().replace('-select>', '-select name="country">'));
    expect(sent()).to.equal('country=GB');
    const { native } = { native: selectOf(form) };
    choose(native, 'FR');
    expect(sent()).to.equal('country=FR');
  });

  it('makes a choice the override, once, and shows it in other selects', async () => {
    const { element, native } = await inForm();
    const other = await ready<Element>('<visitor-country-select></visitor-country-select>');
    const second = await ready<Element>(select());
    const heard: string[] = [];
    element.addEventListener('change', ({ target }) => heard.push((target as globalThis.Element).localName));
    let loads = 0;
    other.addEventListener('visitor-load', () => loads++);
    choose(native, 'de');
    await settled();
    expect([element.value, await countryOf(), heard.join(), loads]).to.deep.equal(['DE', 'DE', 'select', 1]);
    expect([other.value, second.value, selectOf(second).value]).to.deep.equal(['DE', 'DE', 'de']);
    override({ location: { country: { code: 'FR' } } });
    await settled();
    expect([native.value, selectOf(second).value]).to.deep.equal(['de', 'FR']);
    clearOverride();
    await settled();
    expect([native.value, selectOf(second).value]).to.deep.equal(['GB', 'GB']);
  });

  it('shows the visitor’s country again when its placeholder is selected, or by command', async () => {
    const { element, native } = await inForm();
    choose(native, 'FR');
    choose(native, '');
    expect([native.value, await countryOf()]).to.deep.equal(['GB', 'GB']);
    choose(native, 'FR');
    element.dispatchEvent(Object.assign(new Event('command'), { command: '--clear' }));
    expect([native.value, await countryOf()]).to.deep.equal(['GB', 'GB']);
  });

  for (const value of ['EU', 'other'])
    it(`keeps an option that is no country when it is selected, and removes the override: ${value}`, async () => {
      const { element, native } = await inForm();
      choose(native, 'FR');
      choose(native, value);
      await settled();
      expect([native.value, element.value, await countryOf()]).to.deep.equal([value, '', 'GB']);
    });

  it('has no selection for a visitor from elsewhere, and none of a disabled option', async () => {
    const few = '<option value="">Choose</option><option>FR</option><option disabled>GB</option>';
    const { native, form } = await inForm(select(few, 'required'));
    expect([native.value, form.checkValidity()]).to.deep.equal(['', false]);
    override({ location: { country: { code: 'FR' } } });
    await settled();
    expect([native.value, form.checkValidity()]).to.deep.equal(['FR', true]);
    override({ location: { country: { code: 'IT' } } });
    await settled();
    expect(native.value).to.equal('');
  });

  it('keeps the option that the page has marked as selected', async () => {
    const { native } = await inForm(
      select('<option>DE</option><option selected>FR</option><option>GB</option>'),
    );
    expect(native.value).to.equal('FR');
    override({ location: { country: { code: 'DE' } } });
    await settled();
    expect(native.value).to.equal('FR');
  });

  it('may mark its placeholder as selected, and may have none', async () => {
    const marked = '<option value="" selected disabled>Choose</option><option>FR</option><option>GB</option>';
    expect((await inForm(select(marked))).native.value).to.equal('GB');
    expect((await inForm(select('<option>FR</option><option>GB</option>'))).native.value).to.equal('GB');
  });

  it('keeps what a script selected, or the browser restored', async () => {
    visit('fault/slow-100/');
    const { native } = await inForm(select(), 'pending');
    native.value = 'FR';
    const element = native.closest('visitor-country-select') as Element;
    await reaches(element, 'ready');
    await settled();
    expect([native.value, element.value]).to.deep.equal(['FR', 'FR']);
    native.value = 'de';
    override({ location: { country: { code: 'FR' } } });
    await settled();
    expect([native.value, element.value]).to.deep.equal(['de', 'DE']);
    native.form?.reset();
    expect(native.value).to.equal('FR');
  });

  it('takes the element’s value, without event or override', async () => {
    const { element, native, sent } = await inForm();
    let events = 0;
    for (const type of ['input', 'change']) element.addEventListener(type, () => events++);
    element.value = 'de';
    expect([native.value, sent(), events, await countryOf()]).to.deep.equal(['de', 'country=de', 0, 'GB']);
    element.value = undefined;
    expect(native.value).to.equal('GB');
  });

  it('is reset to the visitor’s country, without the override that was chosen in it', async () => {
    const { form, native } = await inForm();
    choose(native, 'FR');
    form.reset();
    expect([native.value, await countryOf()]).to.deep.equal(['GB', 'GB']);
    override({ location: { country: { code: 'FR' } } });
    await settled();
    form.reset();
    expect([native.value, await countryOf()]).to.deep.equal(['FR', 'FR']);
  });

  it('is disabled and required by itself, and is the element’s validity', async () => {
    visit('fault/status-500/');
    const { form, element, native } = await inForm(
      `<fieldset>${select(options, 'required')}</fieldset>`,
      'error',
    );
    let invalid = 0;
    form.addEventListener('invalid', () => invalid++, true);
    expect([form.checkValidity(), invalid, element.validity.valueMissing]).to.deep.equal([false, 1, true]);
    expect(form.reportValidity()).to.equal(false);
    expect(document.activeElement === native).to.equal(true);
    expect(element.form === form).to.equal(true);
    choose(native, 'FR');
    expect(form.checkValidity()).to.equal(true);
    element.setCustomValidity('Not there');
    expect([form.checkValidity(), native.validationMessage]).to.deep.equal([false, 'Not there']);
    element.setCustomValidity('');
    (form.firstElementChild as HTMLFieldSetElement).disabled = true;
    await settled();
    expect([
      form.checkValidity(),
      native.matches(':disabled'),
      new FormData(form).get('country'),
    ]).to.deep.equal([true, true, null]);
  });

  const labels = {
    inside: '<visitor-country-select><label>Where? <select></select></label></visitor-country-select>',
    'for it':
      '<label for="w">Where?</label><visitor-country-select><select id="w"></select></visitor-country-select>',
    'around both': '<label>Where? <visitor-country-select><select></select></visitor-country-select></label>',
  };
  for (const [where, markup] of Object.entries(labels))
    it(`keeps its label: ${where}`, async () => {
      const box = put(`<div>${markup.replace('</select>', `${options}</select>`)}</div>`);
      const element = await reaches(box.querySelector('visitor-country-select') as Element, 'ready');
      const native = selectOf(box);
      const label = box.querySelector('label') as HTMLLabelElement;
      expect([...native.labels]).to.deep.equal([label]);
      expect([...element.labels]).to.deep.equal([label]);
      label.click();
      expect(document.activeElement === native || label.control === native).to.equal(true);
      await expect(box).to.be.accessible();
    });

  it('may come later, have its options later, and be replaced', async () => {
    const element = await ready<Element>('<visitor-country-select>Country</visitor-country-select>');
    expect(element.shadowRoot?.querySelector('select')?.value).to.equal('GB');
    const native = document.createElement('select');
    element.append(native);
    await settled();
    expect(element.shadowRoot?.querySelector('select')).to.equal(null);
    native.innerHTML = '<option>DE</option>';
    await settled();
    native.insertAdjacentHTML('beforeend', '<option>GB</option><option>FR</option>');
    await until(() => native.value === 'GB', 'the visitor’s country');
    choose(native, 'FR');
    const next = native.cloneNode(true) as HTMLSelectElement;
    native.replaceWith(next);
    await until(() => next.value === 'FR', 'the choice');
    next.remove();
    await until(() => element.shadowRoot?.querySelector('select'), 'a select of ours');
    expect(element.value).to.equal('FR');
  });

  const countries = (names: Record<string, string>) =>
    Object.entries(names)
      .map(([code, name]) => `<option value="${code}">${name}</option>`)
      .join('');
  const english = { AT: 'Austria', FR: 'France', GB: 'United Kingdom' };
  const german = { GB: 'Vereinigtes Königreich', FR: 'Frankreich', AT: 'Österreich' };

  for (const first of ['<option value="">Choose</option>', ''])
    it(`keeps the choice if a framework replaces as many options, such as by a translation, ${first ? 'with' : 'without'} a placeholder`, async () => {
      const { element, native, sent } = await inForm(select(first + countries(english)));
      expect(native.value).to.equal('GB');
      native.innerHTML = first + countries(german);
      await settled();
      expect(sent(), 'the visitor’s country').to.equal('country=GB');
      choose(native, 'FR');
      native.innerHTML = first + countries(english);
      await settled();
      expect([native.value, element.value, await countryOf()]).to.deep.equal(['FR', 'FR', 'FR']);
    });

  it('keeps the choice if a framework puts the countries into other options', async () => {
    const { native, sent } = await inForm(select(countries(english)));
    choose(native, 'FR');
    for (const [i, [code, name]] of Object.entries(german).reverse().entries())
      Object.assign(native.options[i] as HTMLOptionElement, { value: code, text: name });
    const swapped = { FR: 'Frankreich', AT: 'Österreich', GB: 'Vereinigtes Königreich' };
    for (const [i, [code, name]] of Object.entries(swapped).entries())
      Object.assign(native.options[i] as HTMLOptionElement, { value: code, text: name });
    await settled();
    expect([sent(), await countryOf()]).to.deep.equal(['country=FR', 'FR']);
  });

  it('keeps its label if a framework replaces it', async () => {
    const labelled = await put<HTMLElement>(
      `<label>Ship to ${select().replaceAll(/<\/?label>|Country /g, '')}</label>`,
    );
    const element = labelled.querySelector('visitor-country-select') as Element;
    await reaches(element, 'ready');
    for (const attributes of ['', 'id="own"']) {
      element.innerHTML = `<select ${attributes}>${options}</select>`;
      await settled();
      const [label] = selectOf(element).labels;
      expect(label?.textContent, attributes).to.contain('Ship to');
    }
  });

  it('leaves the selected option selected if its country is in the list twice', async () => {
    const { native } = await inForm(select(countries(english) + countries(german)));
    native.selectedIndex = 4;
    for (const type of ['input', 'change']) native.dispatchEvent(new Event(type, { bubbles: true }));
    await settled();
    expect(native.selectedIndex).to.equal(4);
  });

  for (const attributes of ['multiple', 'size="4"'])
    it(`may be a list that is always open, which has nothing selected if no country is known: ${attributes}`, async () => {
      const markup = select(countries(english), attributes);
      const { sent } = await inForm(markup);
      expect(sent()).to.equal('country=GB');
      visit('fault/status-500/');
      expect((await inForm(markup, 'error')).sent()).to.equal('');
    });

  it('shows a guess without an override', async () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    moveToParis();
    visit('fault/status-500/', { guess: 'time-zone' });
    const { native, element } = await inForm(select(), 'error');
    await until(() => native.value === 'FR', 'the guess');
    expect(element.matches(':state(guessed)')).to.equal(true);
    expect(JSON.stringify({ ...sessionStorage })).not.to.contain('FR');
    Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
  });
});
