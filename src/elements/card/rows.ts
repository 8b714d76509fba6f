import { html } from 'lit';
import { flagCode } from '../../model/format.js';
import { flagTemplate } from '../base/flag-template.js';
import { css } from '../base/styles.js';
import { type CardContext, type LinePart, partsOf } from './fields.js';

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
