import { css, html, nothing, type TemplateResult } from 'lit';
import { fieldValue } from '../../model/paths.js';
import { allowedValue } from '../base/attributes.js';
import type { Localizer } from '../base/localizer.js';
import { renderAgain } from '../base/template-element.js';
import type { LinePart } from './fields.js';
import { icon } from './icons.js';

/** The header of a card: a flag or an icon, lines of text, badges below them, and the page's own content at the end. */
export const cardHeader = (mark: unknown, lines: unknown, badges: unknown = ''): TemplateResult =>
  html`<div part="header">
    <div class="names"><span class="mark">${mark}</span> ${lines}</div>
    ${badges}
    <slot name="header" @slotchange=${renderAgain}></slot>
  </div>`;

const levels = ['1', '2', '3', '4', '5', '6'];

/**
 * A card's title. Its last part, which is in the page's language, decides the direction of the whole: `<bdi>` ignores
 * the parts that are isolated inside it.
 */
export function cardTitle(parts: readonly LinePart[], level: unknown, localizer: Localizer): TemplateResult {
  const known = allowedValue('heading-level', level, levels);
  const text =
    parts.length > 1
      ? html`<bdi>${parts.map(({ text }, i) => [i ? localizer.label(', ') : '', i + 1 < parts.length ? html`<bdi>${text}</bdi>` : text])}</bdi>`
      : (parts[0]?.content ?? localizer.label('unknown'));
  return html`<span id="title" part="title" role=${known ? 'heading' : nothing} aria-level=${known ?? nothing}>${text}</span>`;
}

const separator = html`<span class="dot">\u00a0\u00b7</span>`;

/** The line below the title. Nothing if no part has a value. */
export const cardSubtitle = (parts: readonly LinePart[]) =>
  parts.length
    ? html` <p part="subtitle">${parts.map(({ content }, i) => html`${i ? ' ' : ''}<span>${content}${i + 1 < parts.length ? separator : ''}</span>`)}</p>`
    : '';

/** A note in place of the subtitle, so that nothing moves: why the data may differ from the service's current data. */
export const cardNote = (state: 'overridden' | 'guessed' | 'stale', localizer: Localizer): TemplateResult =>
  html` <p part="note">${icon(state)} <span>${localizer.label(state)}</span></p>`;

/** The badges by name, with the fields of which one must be true, or `hosting`. */
const badges = {
  vpn: ['security.is_vpn'],
  tor: ['security.is_tor', 'security.is_tor_exit'],
  proxy: ['security.is_proxy'],
  relay: ['security.is_relay'],
  hosting: ['security.is_cloud_provider', 'connection.type'],
};

/** The badges of an IP address. The header is high enough for a line of them, so nothing moves. */
export function cardBadges(data: object, localizer: Localizer) {
  const names = Object.entries(badges)
    .filter(([, fields]) =>
      fields.some((field) => [true, 'hosting'].includes(fieldValue(data, field) as string)),
    )
    .map(([name]) => name);
  return names.length
    ? html`<ul part="badges">${names.map((name) => html`<li>${localizer.label(name)}</li>`)}</ul>`
    : '';
}

/**
 * Lines and badges are in the middle of the header's height. Badges have the whole width, even beside a map, so that
 * five of them fit in a line.
 */
export const headerStyles = css`
  [part='header'] {
    flex: 1;
    display: grid;
    grid-template: 1fr auto auto 1fr / minmax(0, 1fr) auto;
    padding-block: 0.6em;
  }
  .names {
    grid-row: 2;
    position: relative;
    z-index: 1;
    padding-inline-start: calc(var(--_flag) + var(--_gap));
    line-height: 1.25;
  }
  slot[name='header'] {
    grid-area: 1 / 2 / -1;
    display: flex;
    align-items: center;
  }
  .mark {
    position: absolute;
    inset-inline-start: 0;
    inset-block-start: max(0px, var(--_title) * 0.625 - var(--_flag) / 3);
    display: grid;
    place-items: center;
    inline-size: var(--_flag);
    aspect-ratio: 1.5;
    border-radius: 3px;
    color: var(--_accent);
  }
  .mark:has(svg) {
    inset-block-start: min(50% - var(--_flag) / 2, 0.35em);
    aspect-ratio: 1;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_skeleton);
  }
  img {
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
  }
  .mark span[part='flag'] {
    box-shadow: none;
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
  .names p {
    margin-block-start: 0.15em;
    font-size: 0.875em;
    line-height: 1.5;
  }
  /* A detail wraps only if it is longer than a line. */
  [part='subtitle'] > span {
    display: inline-block;
  }
  .names [part='note'] {
    display: flex;
    gap: 0.4em;
    inline-size: fit-content;
    margin-block-start: 0.35em;
    padding-inline: 0.5em;
    border-radius: 0.5em;
    background: var(--visitor-note-background, color-mix(in srgb, #f2b705 18%, transparent));
    color: var(--visitor-note-color, color-mix(in srgb, currentColor 72%, #b07800));
    font-size: 0.8125em;
    line-height: 1.4;
  }
  [part='note'] svg {
    flex: none;
    block-size: 1.4em;
  }
  ul {
    grid-area: 3 / 1 / auto / -1;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    gap: 0.25em;
    margin: 0.3em 0 0;
    padding: 0;
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
  @container (inline-size < 16em) {
    ::slotted(visitor-map[slot='header']) {
      display: none !important;
    }
  }
  @container (inline-size < 13em) {
    [part='header'] {
      --_flag: 1.5em;
      --_title: 1em;
      --_gap: 0.5em;
      padding-block: 0.75em;
      hyphens: auto;
      hyphenate-limit-chars: 12;
    }
    ul {
      padding: 0;
    }
    [part='subtitle'] > span {
      display: block;
    }
    [part='subtitle'] .dot {
      display: none;
    }
    .names {
      padding: 0;
    }
    .names .mark:has(svg) {
      inset-block-start: -0.1em;
    }
    .names .mark + * {
      display: block;
      margin-inline-start: calc(var(--_flag) + var(--_gap));
    }
    .mark + p {
      padding-inline-start: 0.25em;
    }
    .names [part='title'] ~ p {
      margin-block-start: 0.6em;
    }
    .names [part='note'] {
      padding: 0;
      background: none;
    }
  }
`;
