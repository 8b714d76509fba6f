import {
  html,
  isServer,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { clearOverride, override } from '../view.js';
import { countries, flagCode } from '../visitor/index.js';
import { hasContent } from './content.js';
import { flag } from './flag.js';
import { FormControl } from './form-control.js';
import { textOfLabel } from './labels.js';
import { languageOf } from './language.js';
import { selectStyles } from './select-styles.js';
import { tokens } from './tokens.js';
import { Speech } from './words.js';

const path = 'location.country.code';

/** Stands for the choice that was made last on this page, in whichever select. */
let latest: object | undefined;

/**
 * A select of countries that shows the visitor's. Choosing one makes it the visitor's own choice (`override`), so that a
 * visitor behind a VPN can say where they are; choosing none takes the choice back.
 *
 * To a form it is a control like any other: it sends the two-letter country code under its `name`. Its accessible name
 * is that of its labels in the page and its own content together.
 *
 * What was chosen in it, set by script (`value`) or restored by the browser is its own: no answer and no choice made
 * elsewhere changes that until the form is reset. Without one it shows the visitor's country.
 *
 * @slot - The label. Default: `Country`, where no label of the page is its own.
 * @fires input - The visitor chose.
 * @fires change - The visitor chose.
 * @csspart label - The label.
 * @csspart select - The native select.
 * @csspart flag - The flag of the country shown.
 * @cssprop [--visitor-background] - The select's background.
 * @cssprop [--visitor-border] - The colour of its border.
 * @cssprop [--visitor-color] - The text's colour.
 * @cssprop [--visitor-accent] - The colour of the focus.
 * @cssprop [--visitor-radius=0.875em] - Twice the radius of its corners.
 * @cssprop [--visitor-inline-size=20em] - Its width, where there is as much room.
 * @cssprop [--visitor-focus-ring] - The colour of the ring while it has the focus.
 */
export class VisitorCountrySelect extends FormControl<'ip'> {
  static override readonly tag = 'visitor-country-select';

  static override properties: PropertyDeclarations = { value: { noAccessor: true } };

  static override styles = [tokens, selectStyles];

  protected override readonly lookup = 'ip';

  readonly #words = new Speech(this);
  /** The value of its own. */
  #own: string | undefined;
  /** The visitor's choice in this control, if its own value is one. */
  #choice: object | undefined;
  #overridden = false;

  /**
   * The two-letter code of the country shown; empty where none is known. Set, in either case, it is the control's own:
   * no override and no event; an unknown code is empty, `undefined` and `null` show the visitor's country again.
   */
  get value(): string {
    const code = this.#own ?? flagCode(this.data, path);
    return this.#countries.find(([known]) => known === code)?.[0] ?? '';
  }

  set value(code: string | null | undefined) {
    this.#own = code == null ? undefined : String(code).toUpperCase();
    this.#choice = undefined;
    this.#apply();
  }

  /** Shows the visitor's country again; a choice made here is forgotten everywhere. */
  formResetCallback(): void {
    const mine = this.#choice && this.#choice === latest && flagCode(this.data, path) === this.#own;
    if (mine) clearOverride();
    this.value = this.getAttribute('value');
  }

  /** The browser restores what was its own, such as after going back. */
  formStateRestoreCallback(state: string | File | FormData | null): void {
    if (state) this.value = String(state);
  }

  get #countries() {
    return countries(languageOf(this));
  }

  protected override content(slot: TemplateResult) {
    this.#forget();
    const outer = [...this.labels].map((label) => textOfLabel(label, this)).filter(Boolean);
    const own = hasContent(this);
    const name = outer.length ? [...outer, this.textContent.trim()].join(' ').trim() : nothing;
    const said = own || outer.length ? '' : this.#words.say('location.country.name');
    const { value } = this;
    return html`<label part="label" for="select" ?hidden=${!own && outer.length}>${said}${slot}</label>
      <div>
        ${flag(value)}<select
          id="select"
          part="select"
          aria-label=${name}
          autocomplete=${this.autocomplete ?? 'country'}
          ?required=${this.required}
          @focus=${() => this.requestUpdate()}
          @input=${this.#onChoice}
          @change=${this.#onChoice}
        >
          <option value="">&ndash;</option>
          ${this.#countries.map(([code, name]) => html`<option value=${code}>${name}</option>`)}
        </select>
      </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    const { value } = this;
    this.#tell();
    const select = this.renderRoot.querySelector('select');
    if (select) {
      select.disabled = this.matches(':disabled');
      select.value = value;
      this.internals.setValidity(select.validity, select.validationMessage, select);
    }
    super.updated(changed);
  }

  /** A choice ends where the page forgets all of them. */
  #forget(): void {
    const { overridden } = this.snapshot;
    if (this.#choice && this.#overridden && !overridden) this.#own = this.#choice = undefined;
    this.#overridden = overridden;
  }

  /** What the form sends, and what the browser is to restore. */
  #tell(): void {
    this.internals.setFormValue(this.value, this.#own ?? null);
  }

  /** At once, so that who reads the form next finds its value changed. */
  #apply(): void {
    this.requestUpdate();
    if (this.hasUpdated) this.performUpdate();
    else if (!isServer) this.#tell();
  }

  #onChoice({ currentTarget, type }: Event): void {
    const { value } = currentTarget as HTMLSelectElement;
    if (value !== this.value) this.#choose(value);
    // A change inside a shadow root is not heard outside.
    if (type === 'change') this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #choose(code: string): void {
    this.#own = code || undefined;
    this.#choice = latest = code ? {} : undefined;
    if (code) override({ location: { country: { code } } });
    else clearOverride();
    this.#apply();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-country-select': VisitorCountrySelect;
  }
}
