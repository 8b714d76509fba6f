import { css, html, type TemplateResult } from 'lit';
import { fieldValue, flagCode } from '../visitor/index.js';
import type { CopyButton } from './copy-button.js';
import type { Fact, Facts } from './facts.js';
import { flag } from './flag.js';
import type { Speech } from './words.js';

/** What the rows of a card are made with. */
interface Means {
  facts: Facts;
  words: Speech;
  copy: CopyButton;
  /** What comes before a field in the names of words. */
  scope: string;
}

/**
 * The rows of which something is known, and the room of those of which nothing is.
 *
 * @param lines The rows, named by their first field.
 * @param count How many there are at most.
 * @param seen Texts that are not said again.
 */
export function cardRows(lines: readonly string[], count: number, seen: ReadonlySet<string>, means: Means) {
  const known = lines
    .map((line) => ({
      field: line.replace(/[ |].*/, ''),
      facts: means.facts.of(line).filter(({ text }) => !seen.has(text)),
    }))
    .filter(({ facts }) => facts.length)
    .slice(0, count);
  return html`<dl part="list" aria-labelledby="title">${known.map(({ field, facts }) => row(field, facts, means))}</dl>
    ${Array(count - known.length).fill(html`<div class="row gap"></div>`)}`;
}

function row(field: string, [first, ...rest]: Fact[], { facts, words, copy, scope }: Means): TemplateResult {
  const label = words.say([scope + field, field]);
  return html`<div part="row" class="row">
    <dt part="label">${label}</dt>
    <dd part="value" class=${field === 'ip' ? 'copies' : ''}>
      <span>${flag(flagCode(facts.data, field))}${first?.content}${rest.map(({ content }) => html`&nbsp; <span class="soft">${content}</span>`)}</span>
      ${field === 'ip' && first ? copy.button(first.text, label) : ''}
    </dd>
  </div>`;
}

/** What is said of an address where it is true, and the fields that say so. */
const warnings = {
  vpn: ['security.is_vpn'],
  tor: ['security.is_tor', 'security.is_tor_exit'],
  proxy: ['security.is_proxy'],
  hosting: ['security.is_cloud_provider', 'connection.type'],
};

export function badges({ data }: Facts, words: Speech) {
  const said = Object.entries(warnings).filter(([, fields]) =>
    fields.some((field) => [true, 'hosting'].includes(fieldValue(data, field) as string)),
  );
  return said.length
    ? html`<ul part="badges">${said.map(([name]) => html`<li>${words.say(name)}</li>`)}</ul>`
    : '';
}

export const rowStyles = css`
  dl,
  .rows {
    display: grid;
    grid-template-columns: fit-content(42%) minmax(0, 1fr);
    gap: 0 calc(var(--_gap) * 0.8);
    margin: 0;
  }
  dt {
    font-size: 0.8125em;
  }
  .row {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: baseline;
    align-content: center;
    box-sizing: border-box;
    min-block-size: var(--_row);
    padding-block: calc(var(--_row-padding) - 1px);
    border-block-start: 1px solid var(--_border);
  }
  .gap {
    visibility: hidden;
  }
  dd {
    margin: 0;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }
  .soft {
    font-size: 0.93em;
    font-weight: 400;
  }
  dd [part='flag'] {
    inline-size: auto;
    block-size: 0.8em;
    margin-inline-end: 0.45em;
    border-radius: 1px;
  }
  .address {
    font-family: var(--visitor-font-mono, ui-monospace, 'SF Mono', Menlo, Consolas, monospace);
    font-size: 0.95em;
  }
  @container (inline-size < 13em) {
    dl,
    dl .row {
      display: block;
    }
  }
  [part='badges'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em;
    margin: 0.5em 0 0.25em;
    padding: 0;
    list-style: none;
  }
  li {
    padding: 0.15em 0.65em;
    border-radius: 1em;
    background: color-mix(in srgb, #e5482d 14%, transparent);
    color: color-mix(in srgb, currentColor 55%, #d0300f);
    font-weight: 600;
  }
`;
