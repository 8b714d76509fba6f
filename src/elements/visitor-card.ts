import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { LookupName } from '../lookup/index.js';
import { parseObject } from '../lookup/internal.js';
import { report } from '../report.js';
import { flagCode, isTime, text } from '../visitor/index.js';
import { Clock } from './clock.js';
import { hasContent } from './content.js';
import { flag } from './flag.js';
import { textGiven } from './given.js';
import { VisitorElement } from './visitor-element.js';

/** Fields in the order of their rows, with the names a person reads. */
export type Labels = Readonly<Record<string, string>>;

const unknown = '–';

/**
 * A lookup as a definition list.
 *
 * Without content of its own the card reserves its rows while pending, and shows an en dash for what stays unknown.
 *
 * @slot - The fallback: shown until data is there, and when there is none.
 * @csspart list - The definition list.
 * @csspart row - One field.
 * @csspart label - The field's name.
 * @csspart value - The field's value.
 * @csspart flag - The flag in a country's row.
 * @cssprop --visitor-background - The card's background.
 * @cssprop --visitor-border - The card's border and the lines between rows; a colour.
 * @cssprop --visitor-radius - The radius of the card's corners.
 * @cssprop --visitor-padding - The space inside the card's edge.
 * @cssprop --visitor-label-color - The colour of the labels.
 */
export abstract class VisitorCard<L extends LookupName> extends VisitorElement<L> {
  static override properties: PropertyDeclarations = {
    fields: {},
    labels: { converter: { fromAttribute: readLabels } },
  };

  static override styles = css`
    :host {
      display: block;
    }
    :host([hidden]) {
      display: none;
    }
    dl {
      --line: var(--visitor-border, color-mix(in srgb, currentColor 16%, transparent));
      margin: 0;
      padding: var(--visitor-padding, 0.35em 1.1em);
      border: 1px solid var(--line);
      border-radius: var(--visitor-radius, 0.8em);
      background: var(--visitor-background, color-mix(in srgb, currentColor 3%, transparent));
      line-height: 1.5;
    }
    [part='row'] {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 1em;
      padding-block: 0.5em;
    }
    [part='row'] + [part='row'] {
      border-block-start: 1px solid var(--line);
    }
    dt {
      flex: 1 1 9em;
      min-inline-size: 0;
      max-inline-size: 16em;
      font-size: 0.875em;
      overflow-wrap: anywhere;
      color: var(--visitor-label-color, color-mix(in srgb, currentColor 72%, transparent));
    }
    dd {
      flex: 2 1 12em;
      inline-size: 8em;
      min-inline-size: 0;
      margin: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      font-weight: 500;
      font-variant-numeric: tabular-nums;
    }
    dt:empty::before,
    dd:empty::before {
      content: '';
      display: inline-block;
      inline-size: 60%;
      max-inline-size: 10em;
      block-size: 0.7em;
      border-radius: 0.35em;
      background: currentColor;
      opacity: 0.12;
    }
    [part='flag'] {
      block-size: 0.8em;
      inline-size: auto;
      margin-inline-end: 0.5em;
      border-radius: 1px;
      box-shadow: 0 0 0 1px var(--line);
    }
  `;

  /** The fields to show, in this order, separated by spaces or commas. Default: known fields that the data has. */
  declare fields: string | undefined;
  /** Other names for rows, by field; in markup as JSON. */
  declare labels: Labels | undefined;

  /** The fields shown by default, the most telling first, with their names. */
  protected abstract readonly known: Labels;
  /** How many of them are shown, so that the card has its height before the data is there. */
  protected abstract readonly rows: number;

  readonly #clock = new Clock(this);

  protected override content(slot: TemplateResult) {
    const { fields, snapshot } = this;
    // What the visitor chose or a page simulates is not a card's worth of data.
    const pending = snapshot.pending && snapshot.updatedAt === undefined;
    const data = pending ? undefined : this.data;
    if (!data && hasContent(this)) return slot;
    const shown = textGiven('fields', fields).match(/[^\s,]+/g) ?? this.#telling();
    this.#clock.ticks = shown.some((field) => isTime(field));
    const rows = shown.map(
      (field) => html`<div part="row">
        <dt part="label">${pending && !fields ? '' : this.#label(field)}</dt>
        ${this.#value(field, pending)}
      </div>`,
    );
    return html`<dl part="list" aria-busy=${pending}>${rows}</dl>${data ? '' : slot}`;
  }

  /** A long value is cut at the row's end; its title has all of it. */
  #value(field: string, pending: boolean) {
    const shown = pending ? '' : this.textOf(field);
    const value = shown && html`${flag(flagCode(this.data, field))}<bdi>${shown}</bdi>`;
    return html`<dd part="value" title=${shown}>${value || (pending ? '' : unknown)}</dd>`;
  }

  #label(field: string): string {
    const words = field.split('.').slice(-2).join(' ').replaceAll('_', ' ');
    const named = (names?: Labels | null) => text(new Map(Object.entries(names ?? {})).get(field));
    return named(this.labels) || named(this.known) || words.charAt(0).toUpperCase() + words.slice(1);
  }

  /** The fields that the data has, filled up with those it lacks: always as many, so that the card does not jump. */
  #telling(): string[] {
    const fields = Object.keys(this.known);
    const has = (field: string) => this.textOf(field) !== '';
    const chosen = [...fields.filter(has), ...fields.filter((field) => !has(field))].slice(0, this.rows);
    return fields.filter((field) => chosen.includes(field));
  }
}

function readLabels(json: string | null): Labels | undefined {
  if (!json) return undefined;
  const labels = parseObject(json);
  if (!labels)
    report(`The attribute labels is ${json}, but must be a JSON object such as {"ip": "Address"}.`);
  return labels as Labels | undefined;
}
