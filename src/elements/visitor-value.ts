import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { LookupName } from '../lookup/index.js';
import { type As, flagCode, isTime } from '../visitor/index.js';
import { Clock } from './clock.js';
import { dress } from './dress.js';
import { flag } from './flag.js';
import { oneOf, textGiven } from './given.js';
import { isolate } from './isolation.js';
import { VisitorElement } from './visitor-element.js';

const lookups = ['ip', 'asn', 'user-agent'] as const;
const ways = ['text', 'region', 'language', 'currency', 'number', 'time', 'flag'] as const;

const flagStyles = css`
  [part='flag'] {
    block-size: 0.8em;
    inline-size: auto;
  }
  [part='flag'] + bdi {
    display: none;
  }
`;

/**
 * One value inline, in place of its fallback text: `<visitor-value field="location.city">a place</visitor-value>`.
 *
 * A person who selects and copies a line has the value in it. A script reads it from the element's own `innerText`; that
 * of the elements around it leaves it out, and so does `getSelection().toString()`, which has the fallback in Firefox.
 *
 * @slot - The fallback: shown until the value is known, and when it is not.
 * @csspart flag - The flag, where `as` is `flag`.
 */
export class VisitorValue extends VisitorElement {
  static override readonly tag = 'visitor-value';

  static override properties: PropertyDeclarations = { field: {}, from: {}, as: {} };

  /** The field to show, as the service spells it, such as `location.city`. */
  declare field: string | undefined;
  /** The lookup to take it from: `ip` (default), `asn` or `user-agent`. */
  declare from: LookupName | undefined;
  /**
   * How to show it: `text`, `region`, `language`, `currency`, `number`, `time` or `flag`; by default what the field
   * calls for.
   */
  declare as: As | undefined;

  #clock: Clock | undefined;
  #text = '';

  /** The text shown; the fallback while that shows. */
  override get innerText(): string {
    return this.#text || super.innerText;
  }

  override set innerText(text: string) {
    super.innerText = text;
  }

  protected override get lookup(): LookupName {
    return oneOf('from', this.from, lookups) ?? 'ip';
  }

  protected override content(slot: TemplateResult) {
    const field = textGiven('field', this.field);
    const as = oneOf('as', this.as, ways);
    const text = this.textOf(field, as);
    this.#text = text;
    const ticks = isTime(field, as);
    if (ticks) this.#clock ??= new Clock(this);
    if (this.#clock) this.#clock.ticks = ticks;
    if (!text) return slot;
    isolate(this, this.getRootNode());
    if (as !== 'flag') return text;
    dress(this, [flagStyles]);
    return html`${flag(flagCode(this.data, field, as), text)}<bdi>${text}</bdi>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-value': VisitorValue;
  }
}
