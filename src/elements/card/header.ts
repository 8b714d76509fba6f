import { html, nothing, type TemplateResult } from 'lit';
import { fieldValue } from '../../model/json.js';
import { allowedValue } from '../base/property-values.js';
import { renderAgain } from '../base/template-element.js';
import { css } from '../base/visitor-element.js';
import type { Label, LinePart } from './rows.js';

/** Line drawings of 24 by 24 units. */
export const icons = {
  place: 'M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM12 10v.1',
  network: 'M12 8a3 3 0 1 0-.1 0zM5 21a3 3 0 1 0-.1 0zM19 21a3 3 0 1 0-.1 0zM11 8l-5 7M13 8l5 7M8 18h8',
  browser: 'M3 4h18v16H3zM3 9h18',
  failed: 'M12 21a9 9 0 1 0-.1 0zM12 7v5M12 16v.1',
  guessed: 'M12 21a9 9 0 1 0-.1 0zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .9-1 1.7M12 17v.1',
  stale: 'M12 21a9 9 0 1 0-.1 0zM12 7v5l3 2',
  overridden: 'M5 13l4 4L19 7',
  copy: 'M9 9h11v11H9zM5 15V5h10',
};

export const icon = (name: keyof typeof icons): TemplateResult =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${icons[name]} /></svg>`;

/** The header of a card: a flag or an icon, lines of text, badges below them, and the page's own content at the end. */
export const cardHeader = (mark: unknown, lines: unknown, badges: unknown = ''): TemplateResult =>
  html`<div part="header">
    <div class="names"><span class="mark">${mark}</span> ${lines}</div>
    ${badges}
    <slot name="header" @slotchange=${renderAgain}></slot>
  </div>`;

/** The title. Its second part, in the page's language, decides its direction: `<bdi>` ignores what is isolated inside it. */
export function cardTitle(
  [first, second]: readonly LinePart[],
  unknown: string,
  level: unknown,
  label: Label,
): TemplateResult {
  const known = allowedValue('heading-level', level, [...'123456']);
  const text = second
    ? html`<bdi>${first?.content}${label(', ')}${second.text}</bdi>`
    : (first?.content ?? label('unknown', unknown));
  return html`<span id="title" part="title" role=${known ? 'heading' : nothing} aria-level=${known ?? nothing}>${text}</span>`;
}

const dot = html`<span class="dot" aria-hidden="true">\u00b7 </span>`;

export const cardSubtitle = (parts: readonly LinePart[]) =>
  parts.length
    ? html` <p part="subtitle">${parts.map(({ content }, i) => html`${i ? ' ' : ''}<span>${i ? dot : ''}${content}</span>`)}</p>`
    : '';

/** A note in place of the subtitle, so that nothing moves: why the data may differ from the service's current data. */
export function cardNote(state: 'overridden' | 'guessed' | 'stale', label: Label): TemplateResult {
  const sentence = label(state);
  const text = state === 'guessed' ? label(['guess', state]) : sentence;
  const title = text !== sentence && typeof sentence === 'string' ? sentence : nothing;
  return html` <p part="note" class=${state} title=${title}>${icon(state)} <span>${text}</span></p>`;
}

/** The badges by name, with the fields of which one must be true, or `hosting`. */
const badges = {
  vpn: ['security.is_vpn'],
  tor: ['security.is_tor', 'security.is_tor_exit'],
  proxy: ['security.is_proxy'],
  relay: ['security.is_relay'],
  hosting: ['security.is_cloud_provider', 'connection.type'],
};

/** The badges of an IP address. The card keeps space for a line of them, so it doesn't grow. */
export function cardBadges(data: object, label: Label) {
  const names = Object.entries(badges)
    .filter(([, fields]) =>
      fields.some((field) => [true, 'hosting'].includes(fieldValue(data, field) as string)),
    )
    .map(([name]) => name);
  return names.length
    ? html`<ul part="badges" role="list">${names.map((name) => html`<li>${label(name)}</li>`)}</ul>`
    : '';
}

/** Badges have the whole width, so that five fit in a line. A map extends to the card's edges and fades above badges. */
export const headerStyles = css`
  [part='header'] {
    position: relative;
    display: grid;
    grid-template: auto auto / minmax(0, 1fr) auto;
    align-content: center;
    box-sizing: border-box;
    min-block-size: var(--_header);
    padding-block: calc(var(--_padding) * 0.75);
  }
  .names {
    position: relative;
    padding-inline-start: calc(var(--_flag) + var(--_gap));
    line-height: 1.2;
  }
  slot[name='header'] {
    display: flex;
    align-items: center;
  }
  .mark {
    position: absolute;
    inset-inline-start: 0;
    inset-block-start: max(0px, var(--_title) * 0.6 - var(--_flag) / 3);
    display: grid;
    place-items: center;
    inline-size: var(--_flag);
    aspect-ratio: 1.5;
    border-radius: 3px;
    color: var(--_accent);
  }
  .mark:has(svg) {
    inset-block-start: min(50% - var(--_flag) / 2, var(--_flag) * 0.4 - 0.7em);
    aspect-ratio: 1;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_skeleton);
  }
  /* White flags have an edge, in forced colours too. */
  img {
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
    outline: 1px solid var(--_border);
  }
  .mark span[part='flag'] {
    font-size: calc(var(--_flag) * 0.75);
    line-height: 1;
  }
  [part='title'] {
    font-size: var(--_title);
    font-weight: 650;
  }
  p {
    margin: 0;
  }
  [part='subtitle'],
  [part='waiting'] {
    font-size: 0.875em;
    line-height: 1.5;
  }
  /* A detail wraps only if it is longer than a line. At the start of a line, the dot in front of it is cut off. */
  [part='subtitle'] {
    display: flex;
    flex-wrap: wrap;
    column-gap: 0.8em;
    overflow-x: clip;
  }
  [part='subtitle'] > span {
    position: relative;
  }
  .dot {
    position: absolute;
    inset-inline-start: -0.57em;
  }
  /* It is as high as a subtitle. */
  [part='note'] {
    display: flex;
    gap: 0.4em;
    inline-size: fit-content;
    margin-block-start: 0.3077em;
    padding-inline: 0.5em;
    border-radius: 0.5em;
    background: var(--visitor-note-background, color-mix(in srgb, #f2b705 18%, transparent));
    color: var(--visitor-note-color, color-mix(in srgb, currentColor 72%, #b07800));
    font-size: 0.8125em;
    line-height: 1.3077;
    text-wrap: balance;
  }
  /* The note about the visitor’s own choice is no warning. */
  .overridden {
    background: var(--visitor-note-background, var(--_skeleton));
    color: var(--visitor-note-color, inherit);
  }
  [part='note'] svg {
    flex: none;
    block-size: 1.3077em;
  }
  ul {
    grid-area: 2 / 1 / auto / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 0.25em;
    margin: 0.25em 0 0;
    padding-inline-start: calc(var(--_flag) + var(--_gap));
    list-style: none;
  }
  li {
    padding-inline: 0.55em;
    border-radius: 1em;
    background: var(--visitor-badge-background, color-mix(in srgb, currentColor 9%, var(--_background)));
    color: var(--visitor-badge-color, color-mix(in srgb, currentColor 80%, transparent));
    font-size: 0.6875em;
    font-weight: 500;
    line-height: 1.5;
  }
  ::slotted([slot='header']) {
    min-inline-size: 0;
    margin-inline-start: var(--_gap);
  }
  /* The text may cover the faded half of a map, whose end is over the card's padding (visitor-map.ts). */
  ::slotted(visitor-map[slot='header']) {
    max-inline-size: calc(min(14em, 45cqi) / 2 - var(--_padding));
  }
  /* How a map ends above badges. */
  [part='header']:has(ul) {
    --_fade: linear-gradient(#000 50%, transparent 80%);
  }
`;
