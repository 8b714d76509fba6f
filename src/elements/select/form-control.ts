import type { PropertyDeclarations } from 'lit';
import type { LookupName } from '../../lookup/index.js';
import { TemplateElement } from '../base/template-element.js';

/** The base of elements that are form controls. */
export abstract class FormControl<L extends LookupName> extends TemplateElement<L> {
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
  };

  /** The name under which a form sends the value. */
  declare name: string | undefined;
  /** Whether the visitor can't choose. Default: false. */
  declare disabled: boolean;
  /** Whether a form needs a value. Default: false. */
  declare required: boolean;
  /** What the browser may fill in, as for every form field. Default: `country`. */
  declare autocomplete: string | undefined;

  /** The message of `setCustomValidity`. */
  #objection = '';

  /** The control's form. */
  get form(): HTMLFormElement | null {
    return this.control.form;
  }

  /** The control's labels in the page. */
  get labels(): NodeList {
    return this.control.labels;
  }

  /** The constraints that fail. */
  get validity(): ValidityState {
    return this.control.validity;
  }

  /** The browser's message for the visitor if the control is invalid. Otherwise empty. */
  get validationMessage(): string {
    return this.control.validationMessage;
  }

  /** Whether the form validates the control. */
  get willValidate(): boolean {
    return this.control.willValidate;
  }

  /** Whether the control is valid. Fires `invalid` if it isn't. */
  checkValidity(): boolean {
    return this.control.checkValidity();
  }

  /** Whether the control is valid. If not, fires `invalid`, and the browser shows the message. */
  reportValidity(): boolean {
    return this.control.reportValidity();
  }

  /** Makes the control invalid with this message. An empty message makes it valid again. */
  setCustomValidity(message: string): void {
    const { authored } = this;
    if (authored) authored.setCustomValidity(message);
    else this.#objection = String(message);
    this.validate();
  }

  /** The native control that the page's author wrote as the content, if there is one. It is in the form by itself. */
  protected get authored(): HTMLSelectElement | null {
    return this.querySelector('select');
  }

  /** What the form knows the control by. */
  private get control(): HTMLSelectElement | ElementInternals {
    return this.authored ?? this.internals;
  }

  /** The native control inside. */
  protected get native(): HTMLSelectElement | null | undefined {
    return this.shadowRoot?.querySelector('select');
  }

  /** Passes the native control's validity and its message, which is in the visitor's language, to the form. */
  protected validate(): void {
    const { native, internals } = this;
    native?.setCustomValidity(this.#objection);
    // jsdom and happy-dom have no `setValidity`.
    if (!internals?.setValidity) return;
    if (!native) internals.setValidity({ customError: this.#objection !== '' }, this.#objection);
    // A disabled control may have `valueMissing` but has no message, and `setValidity` throws for flags without one.
    else if (native.disabled) internals.setValidity({});
    else internals.setValidity(native.validity, native.validationMessage, native);
  }

  /** The texts of the control's labels in the page. The control's own content is left out of a label around it. */
  protected get labelTexts(): string[] {
    return [...(this.internals?.labels ?? [])].flatMap((label) => {
      const text = label.textContent ?? '';
      return (label.contains(this) ? text.replace(this.textContent, ' ') : text).trim() || [];
    });
  }

  /** Called by the browser when a fieldset around the control was disabled or enabled. */
  formDisabledCallback(): void {
    this.requestUpdate();
  }
}
