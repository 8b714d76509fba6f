import type { PropertyDeclarations } from 'lit';
import type { LookupName } from '../lookup/index.js';
import { VisitorElement } from './visitor-element.js';

/** An element that is a control of a form like any other. */
export abstract class FormControl<L extends LookupName> extends VisitorElement<L> {
  static readonly formAssociated = true;

  static override shadowRootOptions: ShadowRootInit = {
    ...VisitorElement.shadowRootOptions,
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
  /** What browsers may fill in, as for every field of a form. Default: `country`. */
  declare autocomplete: string | undefined;

  /** The form it belongs to. */
  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  /** Its labels in the page. */
  get labels(): NodeList {
    return this.internals.labels;
  }

  /** What keeps its form from being sent. */
  get validity(): ValidityState {
    return this.internals.validity;
  }

  /** The same in words, by the browser. */
  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  /** Whether its form asks for its validity. */
  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  /** Whether it lets its form be sent; fires `invalid` if not. */
  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  /** The same, and the browser tells the visitor. */
  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  /** A fieldset around it was disabled or enabled. */
  formDisabledCallback(): void {
    this.requestUpdate();
  }
}
