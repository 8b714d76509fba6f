import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { isServer, nativeProperty } from '../../lookup/document.js';
import { report, thisPage } from '../../lookup/page.js';
import { countryCode, countryOf } from '../../model/country.js';
import { type CountryList, countries, countryList } from '../../model/country-lists.js';
import { clearOverride, override } from '../../personal/override.js';
import { pageGroups } from '../../personal/page-groups.js';
import { overrideOf } from '../../personal/page-override.js';
import { setState } from '../base/events.js';
import { flagTemplate } from '../base/flag-template.js';
import { labelOf } from '../base/labels.js';
import { languageOf } from '../base/language.js';
import { allowedValue, propertyText } from '../base/property-values.js';
import { contentOf, TemplateElement, tokens } from '../base/template-element.js';
import { selectStyles } from './select-styles.js';

/**
 * A select of countries that shows the visitor's. When the visitor selects a country, it becomes the override of the
 * page, so that a visitor behind a VPN can correct their country. Selecting none removes the override.
 *
 * In a form it is a control like any other: it sends the two-letter country code under its `name`. Its `aria-label`, or
 * else its labels in the page, and its own content form its accessible name.
 *
 * A value that the visitor selected, a script set or the browser restored belongs to this control. No lookup and no
 * other control changes it until the form is reset. Without such a value it shows the visitor's country. A reset keeps
 * the page's override: only `clearOverride()` and the command `--clear` remove it.
 *
 * @slot - The label. Default: `Country`, if the page has no label for the control.
 * @fires input - The visitor selected a country.
 * @fires change - The visitor selected a country.
 * @csspart label - The label.
 * @csspart select - The native select.
 * @csspart flag - The flag of the country shown.
 * @cssState user-invalid - The value is invalid, and the form was sent or checked, or the visitor changed it, since the last reset.
 * @cssprop [--visitor-background] - The select's background.
 * @cssprop [--visitor-control-border] - The colour of its border.
 * @cssprop [--visitor-border] - The colour of the rule below the preferred countries.
 * @cssprop [--visitor-color] - The text's colour.
 * @cssprop [--visitor-label-color] - The colour of “Choose a country”.
 * @cssprop [--visitor-accent] - The colour of the focus.
 * @cssprop [--visitor-radius=0.875em] - Twice the radius of its corners.
 * @cssprop [--visitor-inline-size] - Its width, or less if there is less space. Default: the width of its place, as a field of
 * a form; 20em where that depends on its content.
 * @cssprop [--visitor-focus-ring] - The colour of the ring while it has the focus.
 */
export class VisitorCountrySelect extends TemplateElement<'ip'> {
  static override readonly tag = 'visitor-country-select';

  static readonly formAssociated = true;

  static override shadowRootOptions: ShadowRootInit = {
    ...TemplateElement.shadowRootOptions,
    delegatesFocus: true,
  };

  static override properties: PropertyDeclarations = {
    name: { reflect: true },
    disabled: { type: Boolean, reflect: true },
    required: { type: Boolean, reflect: true },
    autocomplete: {},
    countries: {},
    preferred: {},
    preselect: {},
    value: { noAccessor: true },
  };

  static override styles = [tokens, selectStyles];

  /**
   * The countries in the list: two-letter codes, and groups (the setting `groups`) with `@`, separated by spaces or
   * commas, such as `"DE AT CH"` or `"@eea GB !LI"`. `!` removes one; with `!` alone, all other countries are in the
   * list. A visitor from elsewhere starts without a selection. An unknown code or group is ignored and named on the
   * console. Default: all countries.
   */
  declare countries: string | undefined;
  /**
   * The countries at the top of the list, written as in `countries`: in this order, and the members of a group by
   * name. All others follow by name. Default: none.
   */
  declare preferred: string | undefined;

  /**
   * `none` never shows the visitor's country, only a value of this control, such as for a country of birth. A country
   * that the visitor selects becomes the override all the same. Default: the visitor's country.
   */
  declare preselect: 'none' | undefined;

  /** The name under which a form sends the value. */
  declare name: string | undefined;
  /** Whether the visitor can't choose. Default: false. */
  declare disabled: boolean;
  /** Whether a form needs a value. Default: false. */
  declare required: boolean;
  /** What the browser may fill in, as for every form field. Default: `country`. */
  declare autocomplete: string | undefined;

  protected override readonly lookup = 'ip';

  #customMessage = '';
  /** The control's own value: selected in it, set by script or restored. `undefined` shows the visitor's country. */
  #own: string | undefined;
  /** The page's count of revokes when the visitor selected the control's own value. `undefined`: they didn't. */
  #selectedAt: number | undefined;
  /** Whether an invalid value is shown as such: a control that the visitor hasn't come to isn't. */
  #isReported = false;
  /** What the native control showed last, and the form sends. */
  #shown = '';
  /** Whether options have flags: once the visitor comes to the control, as a list with flags takes four times as long. */
  #hasFlags: boolean | undefined;
  #formListeners: AbortController | undefined;

  constructor() {
    super();
    this.disabled = this.required = false;
  }

  /**
   * The two-letter code of the selected country. Empty if it is unknown, or not in the list.
   *
   * A value that you set, in upper or lower case, belongs to this control: it makes no override and fires no event. A
   * code of no country in the list is empty. An empty text, `undefined` and `null` show the visitor's country again.
   */
  get value(): string {
    this.#adopt();
    const code =
      this.#own ?? (allowedValue('preselect', this.preselect, ['none']) ? '' : countryOf(this.data));
    const { preferred, others } = this.#options;
    return [...preferred, ...others].some(([each]) => each === code) ? code : '';
  }

  set value(code: string | null | undefined) {
    this.#setOwn(code == null || code === '' ? undefined : countryCode(String(code)), false);
    this.#renderNow();
  }

  /** The control's form. React sets it to the attribute's value: the id of a form anywhere in the page. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  set form(id: string | null | undefined) {
    if (id) this.setAttribute('form', id);
    else this.removeAttribute('form');
  }

  /** The control's labels in the page. */
  get labels(): NodeList {
    return this.#internals.labels;
  }

  /** The constraints that fail. */
  get validity(): ValidityState {
    return this.#internals.validity;
  }

  /** The browser's message for the visitor if the control is invalid. Otherwise empty. */
  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  /** Whether the form validates the control. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** Whether the control is valid. Fires `invalid` if it isn't. */
  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  /** Whether the control is valid. If not, fires `invalid`, and the browser shows the message. */
  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /** Makes the control invalid with this message. An empty message makes it valid again. */
  setCustomValidity(message: string): void {
    this.#customMessage = String(message);
    this.#validate();
  }

  /** happy-dom, which has no internals, has no form controls of custom elements either. */
  get #internals(): ElementInternals {
    this.#adopt();
    return this.internals as ElementInternals;
  }

  /** The countries to select from, by their names in the control's language. */
  get #options(): CountryList {
    return countryList(
      countries(languageOf(this)),
      propertyText('countries', this.countries),
      propertyText('preferred', this.preferred),
      pageGroups(thisPage()),
    );
  }

  /** The native control inside. A server's shadow roots can't be searched. */
  get #native(): HTMLSelectElement | null | undefined {
    return this.shadowRoot?.querySelector?.('select');
  }

  /** Passes the native control's validity and its message, which is in the visitor's language, to the form. */
  #validate(): void {
    const native = this.#native;
    const { internals } = this;
    native?.setCustomValidity(this.#customMessage);
    // jsdom and happy-dom have no `setValidity`.
    if (!internals?.setValidity) return;
    if (!native) internals.setValidity({ customError: this.#customMessage !== '' }, this.#customMessage);
    // A disabled control may have `valueMissing` but has no message, and `setValidity` throws for flags without one.
    else if (native.disabled) internals.setValidity({});
    else internals.setValidity(native.validity, native.validationMessage, native);
    setState(internals, 'user-invalid', this.#isReported && !internals.validity.valid);
  }

  /** The texts that the control's labels have for screen readers, without the control's own content. */
  get #labelTexts(): string[] {
    const labels = (this.internals?.labels ?? []) as Iterable<HTMLElement>;
    return [...labels].flatMap((label) => {
      // The text that is shown; all of it while a tool against flicker hides the page, or in jsdom, which has no `innerText`.
      const property = label.innerText ? 'innerText' : 'textContent';
      let text = label[property] ?? '';
      for (const part of label.querySelectorAll<HTMLElement>(`[aria-hidden=true], ${this.localName}`))
        text = text.replace(part[property] ?? '', ' ');
      return text.trim() || [];
    });
  }

  formDisabledCallback(): void {
    this.#renderNow();
  }

  /** A form may be read in the same task, so the control's own properties are rendered at once; settings of its lookup aren't. */
  override requestUpdate(...change: Parameters<TemplateElement<'ip'>['requestUpdate']>): void {
    super.requestUpdate(...change);
    if (this.hasUpdated && (change[0] as string) in VisitorCountrySelect.properties) this.performUpdate();
  }

  /** Shows the `value` attribute, or else the visitor's country. The visitor's choice for the page stays. */
  formResetCallback(): void {
    this.#isReported = false;
    this.value = this.getAttribute('value');
  }

  /** The browser restores the control's own value, such as after going back. */
  formStateRestoreCallback(state: string | File | FormData | null): void {
    if (state) this.value = String(state);
    else this.#renderNow();
  }

  protected override willUpdate(): void {
    this.#adopt();
    const page = thisPage();
    // The snapshot of a simulated visitor is overridden too. A revoke doesn't take what the visitor entered out of a form.
    if (this.#selectedAt === page.state.revokes && !overrideOf(page)) this.#setOwn(undefined, false);
  }

  protected override content(slot: TemplateResult) {
    const { preferred, others } = this.#options;
    const optionsOf = (list: typeof others) =>
      list.map(
        ([code, name]) =>
          html`<option value=${code}>${this.#hasFlags ? flagTemplate(code, 'lazy') : ''}${name}</option>`,
      );
    const outer = this.ariaLabel ? [this.ariaLabel] : this.#labelTexts;
    const own = contentOf(this).map(({ textContent }) => textContent);
    const name = outer.length ? [...outer, own.join('').trim()].join(' ').trim() : nothing;
    const label = own.length || outer.length ? '' : labelOf(this, 'location.country.name');
    return html`<label part="label" for="select" ?hidden=${!own.length && outer.length}>${label}${slot}</label>
      <div>
        ${flagTemplate(this.value)}<select
          id="select"
          part="select"
          aria-label=${name}
          autocomplete=${this.autocomplete ?? 'country'}
          ?required=${this.required}
          @input=${this.#onSelection}
          @change=${this.#onSelection}
        >
          <option value="">${labelOf(this, 'choose')}</option>
          ${optionsOf(preferred)}${preferred.length && others.length ? html`<hr />` : ''}${optionsOf(others)}
        </select>
      </div>`;
  }

  protected override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    const enter = () => {
      this.#hasFlags = globalThis.CSS?.supports('appearance: base-select');
      this.requestUpdate();
    };
    this.renderRoot.addEventListener('focusin', enter);
    this.addEventListener('pointerenter', enter);
    this.addEventListener('invalid', () => {
      this.#isReported = true;
      this.#validate();
    });
    this.addEventListener('command', (event) => {
      if ((event as CommandEvent).command === '--clear') this.#select('');
    });
  }

  protected override updated(changed: PropertyValues): void {
    this.#reportMistakes();
    const native = this.#native;
    if (native) {
      // The browser selects another option when the selected one is removed.
      this.#shown = native.value;
      native.disabled = this.matches(':disabled');
      native.value = this.#shown = this.value;
    }
    this.#updateFormValue();
    this.#validate();
    super.updated(changed);
  }

  #reportMistakes(): void {
    const name = this.localName;
    for (const mistake of this.#options.mistakes) report(`<${name}>: ${mistake}`);
    if (this.querySelector('select, option'))
      report(
        `<${name}>: A <select> or <option> inside isn't used. Use countries="DE AT CH", or fill your own with origin.subscribe('ip', …).`,
      );
  }

  /**
   * Sets the value that the form sends, and the state that the browser restores. Without a state, Chromium restores the
   * sent value and calls nothing.
   */
  #updateFormValue(): void {
    this.internals?.setFormValue?.(this.value, this.#own ?? '');
  }

  /** Renders synchronously, so that a script that reads the form next finds the new value. */
  #renderNow(): void {
    this.requestUpdate();
    if (this.hasUpdated) this.performUpdate();
    else if (!isServer()) this.#updateFormValue();
  }

  /** Selects what a password manager or another filler wrote into the native control without an event. */
  readonly #adopt = () => {
    const native = this.#native;
    if (native && native.value !== this.#shown) this.#select(native.value);
  };

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#formListeners?.abort();
    if (!form) return;
    this.#formListeners = new AbortController();
    const { signal } = this.#formListeners;
    const listen = nativeProperty(form, 'addEventListener');
    listen('formdata', this.#onFormData, { signal });
    // A click on its button submits a form; its validity is asked before any other event.
    listen('click', this.#adopt, { capture: true, signal });
  }

  /** Replaces the value that the form has read already. Other controls may have the same name. */
  readonly #onFormData = ({ formData }: FormDataEvent) => {
    const { name } = this;
    const before = this.#shown;
    this.#adopt();
    if (!name || this.#shown === before || !formData.has(name)) return;
    const values = formData.getAll(name);
    values[values.indexOf(before)] = this.#shown;
    formData.delete(name);
    for (const value of values) formData.append(name, value);
  };

  readonly #onSelection = (event: Event) => {
    this.#adopt();
    // An event that isn't composed doesn't leave the shadow root: `change`, and what a filler fires.
    const { type, composed } = event;
    if (!composed) this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: type === 'input' }));
  };

  #select(value: string): void {
    this.#isReported = true;
    const own = value || undefined;
    this.#setOwn(own, own !== undefined);
    if (own) override({ location: { country: { code: own } } });
    else clearOverride();
    this.#renderNow();
  }

  #setOwn(own: string | undefined, isSelected: boolean): void {
    this.#own = own;
    this.#selectedAt = isSelected ? thisPage().state.revokes : undefined;
    this.#shown = this.#native?.value ?? '';
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-country-select': VisitorCountrySelect;
  }
}
