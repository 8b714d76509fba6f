import type { PropertyDeclarations } from 'lit';
import type { LookupName } from '../../lookup/index.js';
import { TemplateElement } from '../base/template-element.js';

/** An element that is a control of a form like any other. */
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

  /** What the page finds wrong with the value. */
  #objection = '';

  /** The form it belongs to. */
  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  /** Its labels in the page. */
  get labels(): NodeList {
    return this.internals.labels;
  }

  /** Its validity: which constraints fail. */
  get validity(): ValidityState {
    return this.internals.validity;
  }

  /** The browser's message for the visitor if the control is invalid; else empty. */
  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  /** Whether its form validates it. */
  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  /** Whether it is valid; fires `invalid` if not. */
  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  /** Whether it is valid; if not, fires `invalid`, and the browser shows the visitor its message. */
  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  /** Makes the control invalid with this message for the visitor; an empty text makes it valid again. */
  setCustomValidity(message: string): void {
    this.#objection = String(message);
    this.validate();
  }

  /** The native control inside. */
  protected get native(): HTMLSelectElement | null | undefined {
    return this.shadowRoot?.querySelector('select');
  }

  /** Tells the form what is wrong with the value: the native control knows, in the visitor's language. */
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

  /** The texts of its labels in the page. Where a label is around the control, without the control's own content. */
  protected get labelTexts(): string[] {
    return [...(this.internals?.labels ?? [])].flatMap((label) => {
      const text = label.textContent ?? '';
      return (label.contains(this) ? text.replace(this.textContent, ' ') : text).trim() || [];
    });
  }

  /** A fieldset around it was disabled or enabled. */
  formDisabledCallback(): void {
    this.requestUpdate();
  }
}
