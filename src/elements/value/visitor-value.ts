import type { PropertyDeclarations, PropertyValues } from '@lit/reactive-element';
import { createElement } from '../../lookup/document.js';
import { lookupNames, referrerPolicy } from '../../lookup/request.js';
import { flagEmoji } from '../../model/country.js';
import { flagCode, type ValueFormat, valueFormats } from '../../model/format.js';
import type { LookupName } from '../../model/types.js';
import { flagUrl, onMissingFlag } from '../base/flag.js';
import { languageOf, mayMixDirections, prepareText, shownText } from '../base/language.js';
import { allowedValue, propertyText } from '../base/property-values.js';
import { adoptStylesIn, css, PlainElement } from '../base/visitor-element.js';

const flagStyles = css`
  [part='flag'] {
    block-size: 0.8em;
    inline-size: auto;
  }
`;

/**
 * Isolates a text of the other direction, such as an IP address on a right-to-left page, from the text around it. The
 * page's own `unicode-bidi` wins. It takes half as long as the value itself, so only values that need it get it.
 */
const isolation = css`
  :host {
    unicode-bidi: plaintext;
  }
`;

/**
 * One value in your text, instead of its fallback content: `<visitor-value field="location.city">a
 * place</visitor-value>`.
 *
 * A visitor who copies a line copies the value. A script reads the value from the element's own `innerText`. The
 * `innerText` of elements around it lacks the value, and so does `getSelection().toString()`, which has the fallback
 * content in Firefox.
 *
 * @slot - The fallback content: shown until the value is known, and if it isn't.
 * @csspart flag - The flag, if `as` is `flag`.
 */
export class VisitorValue extends PlainElement {
  static override readonly tag = 'visitor-value';

  static override properties: PropertyDeclarations = { field: {}, from: {}, as: {} };

  /** The path of the field to show, such as `location.city`. */
  declare field: string | undefined;
  /** The lookup that has the field: `ip`, `asn` or `user-agent`. Default: `ip`. */
  declare from: LookupName | undefined;
  /** How to format the value: `text`, `region`, `language`, `currency`, `number`, `time` or `flag`. Default: by field. */
  declare as: ValueFormat | undefined;

  /** What is drawn: the flag's code and URL, and the text. */
  #drawn: string | undefined;
  #text = '';

  /** The text shown: the value, or the fallback content. */
  override get innerText(): string {
    return this.#text || super.innerText;
  }

  override set innerText(text: string) {
    super.innerText = text;
  }

  protected override get lookup(): LookupName {
    return allowedValue('from', this.from, lookupNames) ?? 'ip';
  }

  /** A page may show a thousand values, so this renders without templates. */
  protected override update(changed: PropertyValues): void {
    super.update(changed);
    const field = propertyText('field', this.field);
    const as = allowedValue('as', this.as, valueFormats);
    const options = { as, locale: languageOf(this) };
    const text = shownText(this.data, field, options);
    prepareText(this.snapshot, field, options);
    this.#text = text;
    // Without a code, a flag is the country's name.
    const code = text && as === 'flag' && flagCode(this.data, field, as);
    const src = code ? flagUrl(code) : '';
    if (code) adoptStylesIn(this, [flagStyles]);
    else if (text && mayMixDirections(this, text)) adoptStylesIn(this, [isolation]);
    const drawing = [code, src, text].join();
    if (drawing !== this.#drawn) this.#draw(code ? flagNode(code, src, text) : text);
    this.#drawn = drawing;
  }

  protected override showFallback(): void {
    this.#drawn = undefined;
    this.#text = '';
    this.#draw('');
  }

  #draw(content: HTMLElement | string): void {
    this.renderRoot.replaceChildren(content || createElement('slot'));
  }
}

function flagNode(code: string, src: string | undefined, name: string): HTMLElement {
  const node = createElement(src ? 'img' : 'span');
  node.addEventListener('error', onMissingFlag);
  const own = src
    ? { alt: name, width: 36, height: 24, referrerPolicy, src }
    : { role: 'img', ariaLabel: name, textContent: flagEmoji(code) };
  return Object.assign(node, { part: 'flag' }, own);
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-value': VisitorValue;
  }
}
