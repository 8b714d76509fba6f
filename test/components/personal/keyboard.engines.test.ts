import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { clearOverride, origin, type VisitorCountrySelect } from '../../../src/index.js';
import { put, reaches, ready, settled, until, visit } from '../elements/support.js';
import { selectIn } from './support.js';

const tag = '<visitor-country-select name="country"></visitor-country-select>';
const show = () => ready<VisitorCountrySelect>(tag);

describe('the keyboard, in a select', () => {
  beforeEach(() => void visit());
  afterEach(() => clearOverride());

  it('reaches it with Tab and by `focus()`', async () => {
    const box = put(`<div><button>Before</button>${tag}</div>`);
    const element = box.querySelector('visitor-country-select') as VisitorCountrySelect;
    await reaches(element, 'ready');
    box.querySelector('button')?.focus();
    await sendKeys({ press: 'Tab' });
    expect(document.activeElement === element).to.equal(true);
    expect(element.shadowRoot?.activeElement).to.equal(selectIn(element));
    box.querySelector('button')?.focus();
    element.focus();
    expect(element.shadowRoot?.activeElement).to.equal(selectIn(element));
  });

  // One country's name begins with this letter. A second letter might arrive so late that it begins a new search.
  it('chooses a country by its first letter', async () => {
    const element = await show();
    let changes = 0;
    element.addEventListener('change', () => changes++);
    selectIn(element).focus();
    await sendKeys({ type: 'O' });
    await until(() => element.value === 'OM', `Oman, not ${element.value}`);
    expect(changes).to.be.greaterThan(0);
    expect((await origin.ip()).location?.country?.code).to.equal('OM');
  });
});

describe('the keyboard, in a switch', () => {
  it('keeps typing in the default content when data arrives, and reaches the case after leaving it', async () => {
    visit('fault/slow-100/');
    const box = put<HTMLElement>(`
      <div>
        <visitor-switch>
          <template data-country="GB"><label>Postcode <input></label></template>
          <label>Code <input id="code"></label> <label>Town <input id="town"></label>
        </visitor-switch>
        <button type="button">Elsewhere</button>
      </div>`);
    const element = box.querySelector('visitor-switch') as Element;
    await until(() => box.querySelector<HTMLElement>('#code')?.checkVisibility(), 'the default');
    const code = box.querySelector<HTMLInputElement>('#code');
    code?.focus();
    await sendKeys({ type: '12' });
    await reaches(element, 'ready');
    await settled();
    await sendKeys({ type: '345' });
    expect(code?.value).to.equal('12345');
    await sendKeys({ press: 'Tab' });
    await settled();
    expect(document.activeElement?.id).to.equal('town');
    await sendKeys({ press: 'Tab' });
    await until(() => element.querySelector('template input'), 'the case');
    expect(document.activeElement?.localName).to.equal('button');
  });
});
