import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { LookupName } from '../lookup/index.js';
import { report } from '../report.js';
import { type As, flagCode, isTime } from '../visitor/index.js';
import { Clock } from './clock.js';
import { flag } from './flag.js';
import { VisitorElement } from './visitor-element.js';

const lookups: LookupName[] = ['ip', 'asn', 'user-agent'];

/**
 * One value inline, in place of its fallback text: `<visitor-value field="location.city">a place</visitor-value>`.
 *
 * @slot - The fallback: shown until the value is known, and when it is not.
 * @csspart flag - The flag, where `as` is `flag`.
 */
export class VisitorValue extends VisitorElement {
  static override readonly tag = 'visitor-value';

  static override properties: PropertyDeclarations = { field: {}, from: {}, as: {} };

  static override styles = css`
    :host([hidden]) {
      display: none;
    }
    [part='flag'] {
      block-size: 0.8em;
      inline-size: auto;
    }
    img + bdi,
    img[hidden] {
      display: none;
    }
    img[hidden] + bdi {
      display: inline;
    }
  `;

  /** The field to show, as the service spells it, such as `location.city`. */
  declare field: string | undefined;
  /** The lookup to take it from: `ip` (default), `asn` or `user-agent`. */
  declare from: LookupName | undefined;
  /**
   * How to show it: `text`, `region`, `language`, `currency`, `number`, `time` or `flag`; by default what the field
   * calls for.
   */
  declare as: As | undefined;

  readonly #clock = new Clock(this);

  protected override get lookup(): LookupName {
    const { from } = this;
    const lookup = lookups.find((name) => name === from);
    if (from && !lookup) report(`The attribute from is "${from}", but must be ${lookups.join(', ')}.`);
    return lookup ?? 'ip';
  }

  protected override content(slot: TemplateResult) {
    const { data, as } = this;
    // An attribute that was taken away is `null`.
    const field = this.field ?? '';
    const text = this.textOf(field, as);
    this.#clock.ticks = isTime(field, as);
    if (!text) return slot;
    return html`${as === 'flag' ? flag(flagCode(data, field, as), text) : ''}<bdi>${text}</bdi>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-value': VisitorValue;
  }
}
