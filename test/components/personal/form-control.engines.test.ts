import { expect } from '@open-wc/testing';
import {
  clearOverride,
  grantConsent,
  origin,
  override,
  revokeConsent,
  VisitorCountrySelect,
} from '../../../src/index.js';
import { put, reaches, ready, settled, visit } from '../elements/support.js';
import { until } from '../support/service.js';
import { choose, selectIn } from './support.js';

type Select = VisitorCountrySelect;
const shownIn = (element: Element) => selectIn(element).selectedOptions[0]?.text;
const countryOf = async () => (await origin.ip()).location?.country?.code;

/** A form with a shipping and a billing country. */
async function twoSelects() {
  const form = put<HTMLFormElement>(`
    <form>
      <visitor-country-select name="ship">Ship to</visitor-country-select>
      <visitor-country-select name="bill">Bill to</visitor-country-select>
    </form>`);
  const [ship, bill] = form.querySelectorAll('visitor-country-select') as unknown as [Select, Select];
  await reaches(ship, 'ready');
  await reaches(bill, 'ready');
  return { form, ship, bill, sent: () => new URLSearchParams(new FormData(form) as never).toString() };
}

describe('a value set by script', () => {
  beforeEach(() => void visit());
  afterEach(() => clearOverride());

  it('is the control’s own at once: no override, no event, no change of other selects', async () => {
    const { form, ship, bill, sent } = await twoSelects();
    const heard: string[] = [];
    for (const type of ['input', 'change']) form.addEventListener(type, () => heard.push(type));
    ship.value = 'FR';
    expect([ship.value, shownIn(ship), sent()]).to.deep.equal(['FR', 'France', 'ship=FR&bill=GB']);
    await settled();
    expect([shownIn(ship), bill.value, heard.length, await countryOf()]).to.deep.equal([
      'France',
      'GB',
      0,
      'GB',
    ]);
  });

  it('is sent in its place among the other fields', async () => {
    const { form, ship } = await twoSelects();
    form.insertAdjacentHTML('beforeend', '<input name="note">');
    ship.value = 'FR';
    expect([...new FormData(form).keys()]).to.deep.equal(['ship', 'bill', 'note']);
  });

  it('stays whatever data arrives or is selected elsewhere, until the form is reset', async () => {
    const { form, ship, bill, sent } = await twoSelects();
    ship.value = 'FR';
    override({ location: { country: { code: 'DE' } } });
    await settled();
    expect(sent()).to.equal('ship=FR&bill=DE');
    choose(bill, 'IT');
    expect(sent()).to.equal('ship=FR&bill=IT');
    clearOverride();
    await settled();
    expect(ship.value).to.equal('FR');
    form.reset();
    expect(sent()).to.equal('ship=GB&bill=GB');
  });

  it('stays when data arrives later', async () => {
    visit('fault/slow-100/');
    const form = put<HTMLFormElement>(
      '<form><visitor-country-select name="a"></visitor-country-select></form>',
    );
    const element = form.querySelector('visitor-country-select') as Select;
    element.value = 'FR';
    expect(new FormData(form).get('a')).to.equal('FR');
    await reaches(element, 'ready');
    expect([element.value, shownIn(element)]).to.deep.equal(['FR', 'France']);
  });

  it('is empty if it isn’t a country code, and may be in lower case, or converted like a native control’s', async () => {
    const { ship, sent } = await twoSelects();
    for (const code of ['ZZ', 'EU', 'England', '__proto__', 5 as never]) {
      ship.value = code;
      expect([ship.value, shownIn(ship), sent()]).to.deep.equal(
        ['', 'Choose a country', 'ship=&bill=GB'],
        String(code),
      );
    }
    ship.value = 'fr';
    expect(ship.value).to.equal('FR');
    ship.value = new String('de') as string;
    expect(ship.value).to.equal('DE');
    for (const none of [undefined, null, '']) {
      ship.value = 'FR';
      ship.value = none;
      expect(ship.value).to.equal('GB', String(none));
    }
  });

  it('is none if it is empty: the visitor’s country is shown, before and after data arrives', async () => {
    visit('fault/slow-100/');
    const form = put<HTMLFormElement>(
      '<form><visitor-country-select name="a" value=""></visitor-country-select></form>',
    );
    const element = form.querySelector('visitor-country-select') as Select;
    element.value = '';
    await reaches(element, 'ready');
    expect([element.value, shownIn(element), new FormData(form).get('a')]).to.deep.equal([
      'GB',
      'United Kingdom',
      'GB',
    ]);
  });

  it('works before the element is defined, and in the attribute', async () => {
    const early = put<Select>('<early-select></early-select>');
    early.value = 'FR';
    VisitorCountrySelect.define('early-select');
    const element = put<Select>('<visitor-country-select value="DE"></visitor-country-select>');
    await reaches(element, 'ready');
    await reaches(early, 'ready');
    expect([early.value, shownIn(early)]).to.deep.equal(['FR', 'France']);
    expect([element.value, shownIn(element)]).to.deep.equal(['DE', 'Germany']);
    element.value = 'IT';
    element.formResetCallback();
    expect(element.value).to.equal('DE');
  });

  it('is sent by a form before the element’s first render', () => {
    const form = document.createElement('form');
    const element = new VisitorCountrySelect();
    element.name = 'land';
    element.value = 'FR';
    form.append(element);
    expect(form.elements.length).to.equal(1);
    expect(element.form === form).to.equal(true);
  });

  it('is replaced by the visitor’s choice', async () => {
    const { ship, bill, sent } = await twoSelects();
    ship.value = 'FR';
    choose(ship, 'DE');
    await settled();
    expect([sent(), await countryOf()]).to.deep.equal(['ship=DE&bill=DE', 'DE']);
    expect(bill.value).to.equal('DE');
  });
});

describe('two selects', () => {
  beforeEach(() => void visit());
  afterEach(() => clearOverride());

  it('may differ: one follows the other until a country is chosen in it', async () => {
    const { ship, bill, sent } = await twoSelects();
    choose(ship, 'FR');
    await settled();
    expect(sent()).to.equal('ship=FR&bill=FR');
    choose(bill, 'DE');
    await settled();
    expect(sent()).to.equal('ship=FR&bill=DE');
    expect([shownIn(ship), shownIn(bill), await countryOf()]).to.deep.equal(['France', 'Germany', 'DE']);
  });

  it('are reset together to the visitor’s choice, which a reset never takes back', async () => {
    const { form, ship, bill, sent } = await twoSelects();
    choose(ship, 'FR');
    choose(bill, 'DE');
    form.reset();
    expect([ship.value, bill.value]).to.deep.equal(['DE', 'DE']);
    await settled();
    form.reset();
    expect([sent(), shownIn(ship), await countryOf()]).to.deep.equal(['ship=DE&bill=DE', 'Germany', 'DE']);
    expect(JSON.stringify({ ...sessionStorage })).to.contain('DE');
    bill.dispatchEvent(Object.assign(new Event('command'), { command: '--clear' }));
    await settled();
    expect([sent(), await countryOf()]).to.deep.equal(['ship=GB&bill=GB', 'GB']);
  });

  it('both show the visitor’s country again after the override is removed', async () => {
    const { ship, bill, sent } = await twoSelects();
    choose(ship, 'FR');
    choose(bill, 'DE');
    await settled();
    clearOverride();
    await settled();
    expect(sent()).to.equal('ship=GB&bill=GB');
  });

  it('keep what was selected in them when the visitor refuses consent, here or in another tab, and send it', async () => {
    const { form, ship, sent } = await twoSelects();
    choose(ship, 'FR');
    revokeConsent();
    await settled();
    expect([sent(), shownIn(ship), origin.snapshot('ip').data]).to.deep.equal([
      'ship=FR&bill=',
      'France',
      undefined,
    ]);
    grantConsent();
    await until(() => sent() === 'ship=FR&bill=GB', sent);
    form.reset();
    expect(sent()).to.equal('ship=GB&bill=GB');
    choose(ship, 'FR');
    clearOverride();
    await until(() => sent() === 'ship=GB&bill=GB', sent);
    choose(ship, 'FR');
    const tab = new BroadcastChannel('visitor-elements');
    tab.postMessage('revoke');
    await until(() => sent() === 'ship=FR&bill=', sent);
    tab.close();
  });

  it('fire `input` and `change` after their value has changed, before the other select’s', async () => {
    const { form, ship, sent } = await twoSelects();
    const heard: unknown[] = [];
    for (const type of ['input', 'change'])
      form.addEventListener(type, ({ target }) => heard.push([type, target === ship, ship.value, sent()]));
    choose(ship, 'FR');
    expect(heard).to.deep.equal([
      ['input', true, 'FR', 'ship=FR&bill=GB'],
      ['change', true, 'FR', 'ship=FR&bill=GB'],
    ]);
    await settled();
    expect(sent()).to.equal('ship=FR&bill=FR');
  });
});

describe('the name of a select', () => {
  beforeEach(() => void visit());

  const select = (content = '') => `<visitor-country-select id="where">${content}</visitor-country-select>`;
  const ways: [way: string, markup: string, aria: string | null, visible: string][] = [
    ['nothing', select(), null, 'Country'],
    ['its content', select('Ship <b>to</b>'), null, 'Ship to'],
    ['a label for it', `<label for="where"> Where? </label>${select()}`, 'Where?', ''],
    ['a label around it', `<label>Where <i>to</i>? ${select()}</label>`, 'Where to?', ''],
    [
      'a label for it and its content',
      `<label for="where">1.</label>${select('Ship to')}`,
      '1. Ship to',
      'Ship to',
    ],
    [
      'a label around it and its content',
      `<label>Order: ${select('Ship to')}</label>`,
      'Order: Ship to',
      'Ship to',
    ],
    ['a label of two lines', `<label for="where">Where<br>to?</label>${select()}`, 'Where to?', ''],
    [
      'what its label shows',
      `<label><style>i { color: red }</style><span>Where</span>${select()}<small>to?</small><span hidden>No!</span></label>`,
      'Where to?',
      '',
    ],
    [
      'what its label has for screen readers',
      `<label for="where"><b aria-hidden="true">*</b>Where<b aria-hidden="true" style="visibility: hidden">Where</b></label>${select()}`,
      'Where',
      '',
    ],
    ['two labels', `<label for="where">One</label><label for="where">Two</label>${select()}`, 'One Two', ''],
    ['an empty label', `<label for="where"></label>${select()}`, null, 'Country'],
    ['its aria-label', select().replace('>', ' aria-label="Ship to">'), 'Ship to', ''],
  ];
  for (const [way, markup, aria, visible] of ways)
    it(`is made of ${way}`, async () => {
      const box = put(`<div>${markup}</div>`);
      const element = box.querySelector('visitor-country-select') as Select;
      await reaches(element, 'ready');
      const inner = selectIn(element);
      const [label] = inner.labels;
      expect(inner.getAttribute('aria-label')?.replace(/\s+/g, ' ') ?? null).to.equal(aria);
      expect(label?.checkVisibility() ?? false).to.equal(visible !== '');
      const words = [label?.textContent, element.textContent].join('').replace(/\s+/g, ' ').trim();
      if (visible) expect(words).to.equal(visible);
      await expect(box).to.be.accessible();
    });

  it('is its label’s while an A/B testing tool hides the page', async () => {
    const box = put(`<div style="visibility: hidden"><label>Where to? ${select()}</label></div>`);
    const element = box.querySelector('visitor-country-select') as Select;
    await reaches(element, 'ready');
    box.removeAttribute('style');
    const inner = selectIn(element);
    expect(inner.getAttribute('aria-label')).to.equal('Where to?');
    expect(inner.labels[0]?.checkVisibility()).to.equal(false);
  });

  it('follows its labels when it gets the focus', async () => {
    const box = put(`<div><label for="where">Where?</label>${select()}</div>`);
    const element = box.querySelector('visitor-country-select') as Select;
    await reaches(element, 'ready');
    const label = box.querySelector('label') as HTMLLabelElement;
    label.textContent = 'Whither?';
    label.click();
    await element.updateComplete;
    expect(element.shadowRoot?.activeElement === selectIn(element)).to.equal(true);
    expect(selectIn(element).getAttribute('aria-label')).to.equal('Whither?');
    label.remove();
    selectIn(element).blur();
    element.focus();
    await element.updateComplete;
    expect(selectIn(element).hasAttribute('aria-label')).to.equal(false);
  });

  it('follows its own content when a framework writes other text into it', async () => {
    const box = put(`<div><label for="where">Ship</label>${select('<b>to</b>')}</div>`);
    const element = box.querySelector('visitor-country-select') as Select;
    await reaches(element, 'ready');
    (element.firstElementChild as Element).textContent = 'from';
    await settled();
    expect(selectIn(element).getAttribute('aria-label')).to.equal('Ship from');
  });

  it('is in the page’s language, or marked as English', async () => {
    const element = await ready('<visitor-country-select lang="eo"></visitor-country-select>');
    expect(element.shadowRoot?.querySelector('label [lang="en"]')?.textContent).to.equal('Country');
  });
});

describe('to a form, a select', () => {
  beforeEach(() => void visit('fault/status-500/'));
  afterEach(() => clearOverride());

  it('has a form, labels and validity, and the browser’s message about a missing value', async () => {
    const form = put<HTMLFormElement>(`
      <form>
        <label for="where">Where?</label>
        <visitor-country-select id="where" name="country" required></visitor-country-select>
      </form>`);
    const element = form.querySelector('visitor-country-select') as Select;
    await reaches(element, 'error');
    expect(element.form === form).to.equal(true);
    expect(element.labels[0] === form.querySelector('label')).to.equal(true);
    expect([element.willValidate, element.validity.valueMissing]).to.deep.equal([true, true]);
    expect(element.validationMessage).not.to.equal('');
    let invalid = 0;
    element.addEventListener('invalid', () => invalid++);
    expect([element.checkValidity(), element.reportValidity(), invalid]).to.deep.equal([false, false, 2]);
    expect(element.shadowRoot?.activeElement === selectIn(element)).to.equal(true);
    element.value = 'FR';
    expect([element.checkValidity(), element.reportValidity(), element.validity.valid]).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect([element.validationMessage, form.checkValidity(), invalid]).to.deep.equal(['', true, 2]);
    element.value = 'ZZ';
    expect(form.checkValidity()).to.equal(false);
  });

  it('belongs to the form that it names', async () => {
    const box = put(
      '<div><form id="far"></form><visitor-country-select form="far" name="a"></visitor-country-select></div>',
    );
    const element = box.querySelector('visitor-country-select') as Select;
    await reaches(element, 'error');
    element.value = 'FR';
    expect(new FormData(box.querySelector('form') as HTMLFormElement).get('a')).to.equal('FR');
  });

  it('belongs to the form whose id a framework sets as a property, and to none after that', async () => {
    const box = put(
      '<div><form id="far"></form><visitor-country-select name="a" value="FR"></visitor-country-select></div>',
    );
    const element = box.querySelector('visitor-country-select') as Select;
    await reaches(element, 'error');
    const sent = () => new FormData(box.querySelector('form') as HTMLFormElement).get('a');
    element.form = 'far';
    expect(sent()).to.equal('FR');
    element.form = undefined;
    expect(sent()).to.equal(null);
  });

  it('fires events that leave a shadow root as a native control’s do: `input`, not `change`', async () => {
    const box = put('<div></div>');
    const root = box.attachShadow({ mode: 'open' });
    root.innerHTML = '<visitor-country-select></visitor-country-select>';
    const native = selectIn(await reaches(root.firstElementChild as Select, 'error'));
    const heard: string[] = [];
    for (const type of ['input', 'change']) box.addEventListener(type, () => heard.push(type));
    native.value = 'FR';
    for (const type of ['input', 'change']) native.dispatchEvent(new Event(type, { bubbles: true }));
    expect(heard).to.deep.equal(['input']);
  });

  it('uses a restored value as its own, without event or override', async () => {
    const element = put<Select>('<visitor-country-select></visitor-country-select>');
    await reaches(element, 'error');
    let changes = 0;
    element.addEventListener('change', () => changes++);
    element.formStateRestoreCallback('FR');
    expect([element.value, shownIn(element), changes, element.data]).to.deep.equal([
      'FR',
      'France',
      0,
      undefined,
    ]);
    element.formStateRestoreCallback(null);
    expect(element.value).to.equal('FR');
  });

  it('lets browsers fill in the country, or what the page says', async () => {
    const element = put<Select>('<visitor-country-select></visitor-country-select>');
    await reaches(element, 'error');
    expect(selectIn(element).autocomplete).to.equal('country');
    element.autocomplete = 'shipping country';
    await settled();
    expect(selectIn(element).autocomplete).to.equal('shipping country');
  });
});

describe('a select’s custom validity', () => {
  beforeEach(() => void visit());
  afterEach(() => clearOverride());

  it('blocks the form’s submission until it is removed, whatever is selected', async () => {
    const form = put<HTMLFormElement>('<form></form>');
    const element = document.createElement('visitor-country-select');
    element.required = true;
    element.setCustomValidity('We don’t ship there.');
    form.append(element);
    expect([form.checkValidity(), element.validationMessage]).to.deep.equal([false, 'We don’t ship there.']);
    await reaches(element, 'ready');
    choose(element, 'FR');
    const { customError, valueMissing } = element.validity;
    expect([form.checkValidity(), element.validationMessage, customError, valueMissing]).to.deep.equal([
      false,
      'We don’t ship there.',
      true,
      false,
    ]);
    expect(element.matches(':invalid')).to.equal(true);
    expect(element.reportValidity()).to.equal(false);
    expect(element.shadowRoot?.activeElement === selectIn(element)).to.equal(true);
    element.setCustomValidity('');
    expect([form.checkValidity(), element.validationMessage]).to.deep.equal([true, '']);
    element.value = 'ZZ';
    expect([element.validity.valueMissing, element.validity.customError]).to.deep.equal([true, false]);
  });

  it('does not block it while the select is disabled', async () => {
    const form = put<HTMLFormElement>(
      '<form><fieldset disabled><visitor-country-select required value=""></visitor-country-select></fieldset></form>',
    );
    const element = form.querySelector('visitor-country-select') as Select;
    await reaches(element, 'ready');
    element.setCustomValidity('No.');
    expect([form.checkValidity(), element.willValidate]).to.deep.equal([true, false]);
    (form.firstElementChild as HTMLFieldSetElement).disabled = false;
    expect([form.checkValidity(), element.validationMessage]).to.deep.equal([false, 'No.']);
    element.disabled = true;
    expect([form.checkValidity(), element.checkValidity()]).to.deep.equal([true, true]);
  });

  it('blocks it at once when a script makes it required, and is sent as scripts left it', async () => {
    const form = put<HTMLFormElement>(
      '<form><visitor-country-select name="a" value="FR"></visitor-country-select></form>',
    );
    const element = form.querySelector('visitor-country-select') as Select;
    await reaches(element, 'ready');
    const sent = () => [...new FormData(form)].flat();
    element.name = 'b';
    expect(sent()).to.deep.equal(['b', 'FR']);
    element.setAttribute('countries', 'DE');
    expect(sent()).to.deep.equal(['b', '']);
    element.required = true;
    expect(form.checkValidity()).to.equal(false);
  });
});

describe('a subclass of the select', () => {
  it('may have members with any name of its own', async () => {
    visit('fault/status-500/');
    const names = ['options', 'shown', 'native', 'validate', 'labelTexts', 'customMessage'];
    const OwnSelect = class extends VisitorCountrySelect {};
    for (const name of names)
      Object.defineProperty(OwnSelect.prototype, name, { get: () => expect.fail(`used ${name}`) });
    customElements.define('own-country-select', OwnSelect);
    const form = put<HTMLFormElement>(
      '<form><label>To <own-country-select name="to" required></own-country-select></label></form>',
    );
    const element = await reaches(form.querySelector('own-country-select') as Select, 'error');
    expect([element.form, element.validity.valueMissing]).to.deep.equal([form, true]);
    element.setCustomValidity('no');
    expect(element.validationMessage).to.equal('no');
    element.setCustomValidity('');
    choose(element, 'FR');
    expect([element.validity.valid, new FormData(form).get('to')]).to.deep.equal([true, 'FR']);
    clearOverride();
  });
});
