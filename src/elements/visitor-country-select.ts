import { css, html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { clearOverride, override } from '../view.js';
import { countries, flagCode } from '../visitor/index.js';
import { hasContent } from './content.js';
import { languageOf } from './language.js';
import { VisitorElement } from './visitor-element.js';

/**
 * A select of countries that shows the visitor's. Choosing one makes it the visitor's own choice (`override`), so that a
 * visitor behind a VPN can say where they are; choosing none takes the choice back.
 *
 * Takes part in forms as the two-letter country code, under its `name`.
 *
 * @slot - The label. Default: `Country`.
 * @fires change - The visitor chose.
 * @csspart label - The label with the select in it.
 * @csspart select - The native select.
 */
export class VisitorCountrySelect extends VisitorElement<'ip'> {
  static override readonly tag = 'visitor-country-select';

  static readonly formAssociated = true;

  static override shadowRootOptions: ShadowRootInit = {
    ...VisitorElement.shadowRootOptions,
    delegatesFocus: true,
  };

  static override properties: PropertyDeclarations = {
    name: { reflect: true },
    disabled: { type: Boolean, reflect: true },
    required: { type: Boolean, reflect: true },
  };

  static override styles = css`
    :host {
      display: inline-block;
      max-inline-size: 100%;
    }
    :host([hidden]) {
      display: none;
    }
    label {
      display: inline-flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0.25em 0.6em;
      max-inline-size: 100%;
    }
    select {
      min-inline-size: 0;
      max-inline-size: 100%;
      padding: 0.3em 0.4em;
      font: inherit;
    }
  `;

  /** The name under which a form sends the country code. */
  declare name: string | undefined;
  /** Whether the visitor can't choose. Default: false. */
  declare disabled: boolean;
  /** Whether a form needs a country. Default: false. */
  declare required: boolean;

  protected override readonly lookup = 'ip';

  /** The two-letter code of the country shown; empty where none is known. */
  get value(): string {
    const code = flagCode(this.data, 'location.country.code');
    return this.#countries.find(([known]) => known === code)?.[0] ?? '';
  }

  /** A fieldset around it was disabled or enabled. */
  formDisabledCallback(): void {
    this.requestUpdate();
  }

  get #countries() {
    return countries(languageOf(this));
  }

  protected override content(slot: TemplateResult) {
    return html`<label part="label">
      <span>${hasContent(this) ? '' : 'Country'}${slot}</span>
      <select
        part="select"
        ?required=${this.required}
        @change=${this.#choose}
      >
        <option value="">–</option>
        ${this.#countries.map(([code, name]) => html`<option value=${code}>${name}</option>`)}
      </select>
    </label>`;
  }

  protected override updated(changed: PropertyValues): void {
    const select = this.renderRoot.querySelector('select');
    if (select) {
      select.disabled = this.matches(':disabled');
      select.value = this.value;
      this.internals.setFormValue(select.value);
      this.internals.setValidity(select.validity, select.validationMessage, select);
    }
    super.updated(changed);
  }

  #choose({ currentTarget }: Event): void {
    const code = (currentTarget as HTMLSelectElement).value;
    if (code) override({ location: { country: { code } } });
    else clearOverride();
    // So that who hears of the change finds the form's value changed.
    this.performUpdate();
    // A change inside a shadow root is not heard outside.
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-country-select': VisitorCountrySelect;
  }
}
