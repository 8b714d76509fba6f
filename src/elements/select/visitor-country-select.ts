import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { isServer } from '../../lookup/document.js';
import { thisPage } from '../../lookup/page.js';
import { countryCode } from '../../model/country.js';
import { flagCode } from '../../model/format.js';
import { clearOverride, override, overrideOf } from '../../personal/page-override.js';
import { flagTemplate } from '../base/flag-template.js';
import { Localizer } from '../base/localizer.js';
import { contentOf, TemplateElement } from '../base/template-element.js';
import { tokens } from '../base/tokens.js';
import { AuthorSelect } from './author-select.js';
import { codeOf, countryOptions, flagSelector, reportMistakes, showFlags } from './country-options.js';
import { selectStyles } from './select-styles.js';

const path = 'location.country.code';

/** The properties that a form's data or validity depends on. */
const formProperties: readonly unknown[] = ['name', 'disabled', 'required', 'countries'];

/** Identifies the latest selection on this page, in whichever select it was made. */
let latestSelection: object | undefined;

/**
 * A select of countries that shows the visitor's. When the visitor selects a country, it becomes the override of the
 * page, so that a visitor behind a VPN can correct their country. Selecting none removes the override.
 *
 * In a form it is a control like any other: it sends the two-letter country code under its `name`. Its labels in the
 * page and its own content form its accessible name.
 *
 * A value that the visitor selected, a script set or the browser restored belongs to this control. No lookup and no
 * other control changes it until the form is reset. Without such a value it shows the visitor's country.
 *
 * @slot - The label. Default: `Country`, if the page has no label for the control.
 * @fires input - The visitor selected a country.
 * @fires change - The visitor selected a country.
 * @csspart label - The label.
 * @csspart select - The native select.
 * @csspart flag - The flag of the country shown.
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
   * name. All others follow by name. An open list with flags has the visitor's country above them. Default: none.
   */
  declare preferred: string | undefined;

  /** The name under which a form sends the value. */
  declare name: string | undefined;
  /** Whether the visitor can't choose. Default: false. */
  declare disabled: boolean;
  /** Whether a form needs a value. Default: false. */
  declare required: boolean;
  /** What the browser may fill in, as for every form field. Default: `country`. */
  declare autocomplete: string | undefined;

  protected override readonly lookup = 'ip';

  /** The message of `setCustomValidity`. */
  #customMessage = '';
  readonly #localizer = new Localizer(this);
  /** The control's own value: selected in it, set by script or restored. `undefined` shows the visitor's country. */
  #own: string | undefined;
  /** Identifies the selection that the own value comes from, if the visitor made it in this control. */
  #selection: object | undefined;
  #overridden = false;
  #author = new AuthorSelect();
  /** This element's labels, which were made those of the author's select. */
  readonly #labels = new Set<HTMLLabelElement>();
  /** The country at the top of a list with flags: the visitor's, when they entered the control. */
  #first: string | undefined;

  /**
   * The two-letter code of the selected country. Empty if it is unknown, or not in the list.
   *
   * A value that you set, in upper or lower case, belongs to this control: it makes no override and fires no event. An
   * unknown code is empty. `undefined` and `null` show the visitor's country again.
   */
  get value(): string {
    const authored = this.#authored;
    if (authored) return codeOf(this, authored.value);
    const code = this.#own ?? flagCode(this.data, path);
    const { preferred, others } = countryOptions(this);
    return [...preferred, ...others].find(([known]) => known === code)?.[0] ?? '';
  }

  set value(code: string | null | undefined) {
    this.#own = code == null ? undefined : countryCode(String(code));
    this.#selection = undefined;
    this.#renderNow();
  }

  /** The control's form. */
  get form(): HTMLFormElement | null {
    return this.#control.form;
  }

  /** The control's labels in the page. */
  get labels(): NodeList {
    return this.#control.labels;
  }

  /** The constraints that fail. */
  get validity(): ValidityState {
    return this.#control.validity;
  }

  /** The browser's message for the visitor if the control is invalid. Otherwise empty. */
  get validationMessage(): string {
    return this.#control.validationMessage;
  }

  /** Whether the form validates the control. */
  get willValidate(): boolean {
    return this.#control.willValidate;
  }

  /** Whether the control is valid. Fires `invalid` if it isn't. */
  checkValidity(): boolean {
    return this.#control.checkValidity();
  }

  /** Whether the control is valid. If not, fires `invalid`, and the browser shows the message. */
  reportValidity(): boolean {
    return this.#control.reportValidity();
  }

  /** Makes the control invalid with this message. An empty message makes it valid again. */
  setCustomValidity(message: string): void {
    const authored = this.#authored;
    if (authored) authored.setCustomValidity(message);
    else this.#customMessage = String(message);
    this.#validate();
  }

  /** The native control that the page's author wrote as the content, if there is one. It is in the form by itself. */
  get #authored(): HTMLSelectElement | null {
    return this.querySelector('select');
  }

  /** What the form knows the control by. happy-dom, which has no internals, has no form controls of custom elements either. */
  get #control(): HTMLSelectElement | ElementInternals {
    return this.#authored ?? (this.internals as ElementInternals);
  }

  /** The native control inside. */
  get #native(): HTMLSelectElement | null | undefined {
    return this.shadowRoot?.querySelector('select');
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
  }

  /** The texts of the control's labels in the page. The control's own content is left out of a label around it. */
  get #labelTexts(): string[] {
    return [...(this.internals?.labels ?? [])].flatMap((label) => {
      const text = label.textContent ?? '';
      return (label.contains(this) ? text.replace(this.textContent, ' ') : text).trim() || [];
    });
  }

  /** Called by the browser when a fieldset around the control was disabled or enabled. */
  formDisabledCallback(): void {
    if (this.hasUpdated) this.#renderNow();
  }

  /** A form may be read in the same task, so what it reads is rendered at once. */
  override requestUpdate(...change: Parameters<TemplateElement<'ip'>['requestUpdate']>): void {
    super.requestUpdate(...change);
    if (this.hasUpdated && formProperties.includes(change[0])) this.performUpdate();
  }

  /** Shows the visitor's country again. A country selected in this control is removed from the whole page. */
  formResetCallback(): void {
    const mine =
      this.#selection && this.#selection === latestSelection && flagCode(this.data, path) === this.#own;
    if (mine) clearOverride();
    // Reset, the author's select is like a new one.
    this.#author = new AuthorSelect();
    this.value = this.getAttribute('value');
  }

  /** The browser restores the control's own value, such as after going back. */
  formStateRestoreCallback(state: string | File | FormData | null): void {
    if (state) this.value = String(state);
  }

  protected override content(slot: TemplateResult) {
    this.#dropRemovedOverride();
    if (this.#authored)
      return html`<span @input=${this.#onSelection} @change=${this.#onSelection}>${slot}</span>`;
    const hasFlags = globalThis.CSS?.supports('appearance: base-select') && this.#isEntered;
    this.#first = hasFlags ? (this.#first ?? flagCode(this.data, path) ?? '') : undefined;
    const choices = countryOptions(this, this.#first);
    reportMistakes(this, choices);
    const [preferred, others] = [choices.preferred, choices.others].map((list) =>
      list.map(([code, name]) => html`<option value=${code}>${name}</option>`),
    );
    const outer = this.#labelTexts;
    const own = contentOf(this).map(({ textContent }) => textContent);
    const name = outer.length ? [...outer, own.join('').trim()].join(' ').trim() : nothing;
    const label = own.length || outer.length ? '' : this.#localizer.label('location.country.name');
    const { value } = this;
    return html`<label part="label" for="select" ?hidden=${!own.length && outer.length}>${label}${slot}</label>
      <div>
        ${flagTemplate(value)}<select
          id="select"
          part="select"
          aria-label=${name}
          autocomplete=${this.autocomplete ?? 'country'}
          ?required=${this.required}
          @input=${this.#onSelection}
          @change=${this.#onSelection}
        >
          <option value="">${this.#localizer.label('choose')}</option>
          ${preferred}${preferred?.length && others?.length ? html`<hr />` : ''}${others}
        </select>
      </div>`;
  }

  protected override firstUpdated(): void {
    // A framework may add or replace the author's select, or its options.
    new MutationObserver(() => this.requestUpdate()).observe(this, { childList: true, subtree: true });
    this.renderRoot.addEventListener('focusin', () => this.requestUpdate());
    this.addEventListener('pointerenter', () => this.requestUpdate());
    this.addEventListener('command', (event: Event) => {
      if (Reflect.get(event, 'command') === '--clear') this.#select('');
    });
  }

  protected override updated(changed: PropertyValues): void {
    this.#updateFormValue();
    const [native, authored] = [this.#native, this.#authored];
    if (native) {
      native.disabled = this.matches(':disabled');
      native.value = this.value;
    }
    // Chrome before 125 accepts only names with dashes.
    this.internals?.states?.[authored ? 'add' : 'delete']('--authored');
    const list = authored ?? native;
    if (list && (this.#isEntered || list.querySelector(flagSelector))) showFlags(list);
    this.#validate();
    super.updated(changed);
  }

  /**
   * Whether the visitor is in the control or points at it: a list that changes while a click opens it loses its place. In
   * Chromium, `:focus-within` isn't true while an option has the focus.
   */
  get #isEntered(): boolean {
    return this.matches(':hover') || this.contains((this.getRootNode() as Document).activeElement);
  }

  /** Drops the value selected here when the page's override was removed. */
  #dropRemovedOverride(): void {
    // The snapshot of a simulated visitor is overridden too.
    const overridden = overrideOf(thisPage()).get() !== undefined;
    if (this.#selection && this.#overridden && !overridden) this.#own = this.#selection = undefined;
    this.#overridden = overridden;
  }

  /** Sets the value that the form sends, and the state that the browser restores. The author's select is sent by itself. */
  #updateFormValue(): void {
    const authored = this.#authored;
    if (authored) this.#showIn(authored);
    this.internals?.setFormValue?.(authored ? null : this.value, this.#own ?? null);
  }

  #showIn(select: HTMLSelectElement): void {
    const visitors = flagCode(this.data, path);
    const selected = this.#author.selectedElsewhere(select)?.toUpperCase();
    // A browser also restores the visitor's country, which an earlier visit of the page showed.
    if (selected !== undefined && ![this.#own ?? '', visitors].includes(selected)) {
      this.#own = selected;
      this.#selection = undefined;
    }
    this.#author.show(select, this.#own ?? visitors);
    // A label around this element would be this element's, and the select would have no name.
    for (const label of this.internals?.labels ?? []) this.#labels.add(label as HTMLLabelElement);
    for (const label of this.#labels) label.htmlFor = select.id ||= `visitor-${Math.random()}`;
  }

  /** Renders synchronously, so that a script that reads the form next finds the new value. */
  #renderNow(): void {
    this.requestUpdate();
    if (this.hasUpdated) this.performUpdate();
    else if (!isServer()) this.#updateFormValue();
  }

  readonly #onSelection = ({ target, type }: Event) => {
    const [native, authored] = [this.#native, this.#authored];
    const select = authored ?? native;
    if (!select || target !== select) return;
    const isNew = authored
      ? this.#author.selectedElsewhere(authored) !== undefined
      : select.value !== this.value;
    if (isNew) this.#select(select.value);
    // A `change` event isn't composed, so it doesn't leave the shadow root.
    if (native && type === 'change') this.dispatchEvent(new Event('change', { bubbles: true }));
  };

  #select(value: string): void {
    const code = codeOf(this, value);
    this.#own = value.toUpperCase() || undefined;
    this.#selection = latestSelection = code ? {} : undefined;
    if (code) override({ location: { country: { code } } });
    else clearOverride();
    this.#renderNow();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-country-select': VisitorCountrySelect;
  }
}
