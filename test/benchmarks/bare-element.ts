/** The minimum with Lit: an element that fetches and renders, and an element that renders a given text. */
import { LitElement } from 'lit';

const { baseUrl } = document.currentScript?.dataset ?? {};

class BareText extends LitElement {
  static override properties = { text: {} };
  declare text: string | undefined;

  protected override render() {
    return this.text;
  }
}

class BareValue extends BareText {
  override async connectedCallback() {
    super.connectedCallback();
    if (this.text) return;
    const response = await fetch(`${baseUrl}?key=demo-open`);
    const { ip, location } = await response.json();
    this.text = this.getAttribute('field') === 'ip' ? ip : location.country.name;
    await this.updateComplete;
    shown();
  }
}

customElements.define('bare-text', BareText);
customElements.define('bare-value', BareValue);
