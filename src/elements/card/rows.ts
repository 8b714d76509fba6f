import { html, type TemplateResult } from 'lit';
import { flagCode } from '../../model/format.js';
import { fieldValue } from '../../model/json.js';
import { flagTemplate } from '../base/flag-template.js';
import { shownText } from '../base/language.js';
import { css } from '../base/visitor-element.js';

/** Finds a label of the card, as `labelOf` does. */
export type Label = (names: string | readonly string[], otherwise?: string) => TemplateResult | string;

export interface CardContext {
  data: object;
  language: string | undefined;
  /** Also translates the service's own words. */
  label: Label;
  copyButton: (address: string) => unknown;
  /** The prefix of a field in the name of its label, such as `connection.`. */
  scope: string;
}

/** A part of a line as it is displayed, as plain text to find repetitions, and the button beside it. */
export interface LinePart {
  text: string;
  content: unknown;
  button?: unknown;
}

/** A text with line breaks allowed after the matches of a pattern. */
const breaking = (text: string, pattern: RegExp): unknown[] =>
  text.split(pattern).map((part, i) => [i ? html`<wbr />` : '', part]);

/** The parts of a line that have a value. `|` separates a line's parts, and spaces a part's fields: `ip|os.name os.version`. */
export const partsOf = (context: CardContext, line: string): LinePart[] =>
  line.split('|').flatMap((part) => {
    const known = part
      .split(' ')
      .map((field) => partOf(context, field))
      .filter(({ text }) => text);
    const text = known.map((field) => field.text).join(' ');
    return known.length > 1 ? { text, content: html`<bdi>${text}</bdi>` } : known;
  });

/** The parts of the first line whose last part has a value. */
export function firstKnownLine(context: CardContext, lines: readonly string[]): LinePart[] {
  const line = lines.find((line) => partsOf(context, line.replace(/.*\|/, '')).length);
  return line ? partsOf(context, line) : [];
}

function partOf({ data, language, label, copyButton }: CardContext, field: string): LinePart {
  const value = fieldValue(data, field);
  const text = shownText(data, field, { locale: language });
  if (typeof value === 'boolean') return { text, content: label(value ? 'yes' : 'no') };
  if (/\b(type|registry)$/.test(field)) {
    const english =
      field === 'registry' ? text.toUpperCase() : text.replace(/./, (first) => first.toUpperCase());
    return { text, content: label(text.toLowerCase().replace(/[\W_]/g, ''), english) };
  }
  // An IP address is read from left to right, and may break after its colons.
  if (field === 'ip')
    return {
      text,
      content: html`<bdi class="address" dir="ltr">${breaking(text, /(?<=:)(?!:)/)}</bdi>`,
      button: copyButton(text),
    };
  const isDomain = /\b(domain|hostname)$/.test(field);
  return { text, content: html`<bdi>${isDomain ? breaking(text, /(?<=\.)/) : text}</bdi>` };
}

/** The first `count` rows that have a value, without texts that were seen before. */
export function cardRows(
  context: CardContext,
  lines: readonly string[],
  count: number,
  seen: ReadonlySet<string>,
) {
  const known = lines.flatMap((line) => {
    const parts = partsOf(context, line).filter(({ text }) => !seen.has(text));
    return parts.length ? row(context, line.replace(/[ |].*/, ''), parts) : [];
  });
  const rows = known.slice(0, count);
  return rows.length ? html`<dl part="list" aria-labelledby="title">${rows}</dl>` : '';
}

function row({ data, label, scope }: CardContext, field: string, [first, ...rest]: LinePart[]) {
  return html`<div part="row" class="row">
    <dt part="label">${label([scope + field, field])}</dt>
    <dd part="value">
      <span>${flagTemplate(flagCode(data, field))}${first?.content}${rest.map(({ content }) => html`&ensp;<span class="secondary">${content}</span>`)}</span>
      ${first?.button}
    </dd>
  </div>`;
}

export const rowStyles = css`
  dl,
  .rows {
    display: grid;
    /* 5.5em to 7em of a label's font size. */
    grid-template-columns: fit-content(calc(7em * 0.8125)) minmax(0, 1fr);
    column-gap: calc(var(--_gap) * 4 / 3);
    margin: 0;
  }
  dt {
    min-inline-size: 5.5em;
    font-size: 0.8125em;
    hyphens: auto;
  }
  .row {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: baseline;
    align-content: center;
    box-sizing: border-box;
    min-block-size: var(--_row);
    padding-block: var(--_row-padding);
    border-block-start: 1px solid var(--_border);
    line-height: 1.3;
  }
  dd {
    margin: 0;
    font-size: 0.875em;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }
  .secondary {
    display: inline-block;
    font-size: 0.93em;
    font-weight: 400;
  }
  dd [part='flag'] {
    inline-size: auto;
    block-size: 0.8em;
    margin-inline-end: 0.45em;
    border-radius: 1px;
  }
  /* An IPv6 address breaks after its colons, an IPv4 address not at all: it is smaller where it is longer than a line. */
  .address {
    overflow-wrap: normal;
    font-family: var(--visitor-font-mono, ui-monospace, 'SF Mono', Menlo, Consolas, monospace);
    font-size: min(0.95em, 10.5cqi);
  }
  /* Others are no flex box, in which a page's own text-align would have no effect. */
  dd:has(button) {
    display: flex;
    gap: 0.25em;
  }
  /* In the middle of the first line, whatever the font's size; as large as a finger or a pointer needs it. */
  [part='copy'] {
    --_size: max(24px, 1.6em);
    flex: none;
    display: inline-grid;
    place-items: center;
    inline-size: var(--_size);
    block-size: var(--_size);
    margin-block: calc((1lh - var(--_size)) / 2);
    margin-inline-end: -6px;
    padding: 0;
    border: 0;
    border-radius: 0.4em;
    color: var(--_secondary);
    vertical-align: top;
  }
  [part='copy'] svg {
    inline-size: 1.05em;
  }
`;
