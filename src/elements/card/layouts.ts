import { css } from 'lit';

/** How the parts of a card stand where it is two lines, or a pill in a line of text. */
export const layoutStyles = css`
  :host([layout='compact']) {
    --_above: calc(var(--_padding) * 0.75);
    --_below: var(--_above);
    --_row: 0px;
    --_end: 0px;
  }
  :host([layout='compact']) ::slotted([slot='header']) {
    min-block-size: 0;
  }
  :host([layout='compact']) [part='subtitle'] {
    font-size: 0.8125em;
  }
  :host([layout='compact']) [part='title'] {
    font-size: 1em;
  }
  :host([layout='compact']) .message {
    --_flag: inherit;
    display: flex;
    flex-wrap: wrap;
    place-content: center start;
    align-items: center;
    text-align: start;
  }
  /* Where the three don't fit beside each other they are a text. */
  @container (inline-size < 16em) {
    :host([layout='compact']) .message {
      display: block;
      padding-block: var(--_above);
      font-size: 0.8125em;
      line-height: 1.3;
    }
    :host([layout='compact']) .message * {
      display: inline;
      background: none;
    }
    :host([layout='compact']) .message svg {
      inline-size: 1em;
      vertical-align: -0.1em;
    }
  }
  :host(:is([layout='compact'], [layout='inline'])) [part='retry'] {
    min-block-size: 0;
    padding: 0;
    border-color: transparent;
    color: var(--_accent);
    font-weight: inherit;
    text-decoration: underline;
  }

  :host([layout='inline']) {
    --_title: 1em;
    --_pill: min(1lh, 1.4em);
    display: inline;
  }
  :host([layout='inline']) .card {
    container-type: normal;
    display: inline-block;
    overflow: visible;
    max-inline-size: 100%;
    min-block-size: 0;
    margin-block: calc((1lh - var(--_pill)) / 2 - 0.5px);
    padding: 0 0.6em;
    border-radius: 0.7em;
    line-height: inherit;
    vertical-align: top;
  }
  :host([layout='inline']) :is([part='header'], .message) {
    display: block;
    min-block-size: 0;
    padding: 0;
    line-height: calc(var(--_pill) - 2px);
  }
  :host([layout='inline']) :is(.names, .mark, p, [part='title']) {
    position: static;
    display: inline;
    padding: 0;
    background: none;
  }
  :host([layout='inline']) :is(.names, p, button) {
    line-height: 1;
  }
  :host([layout='inline']) :is(img, .bone, svg) {
    display: inline-block;
    inline-size: 1.35em;
    block-size: 0.9em;
    vertical-align: -0.1em;
  }
  :host([layout='inline']) svg {
    inline-size: 1em;
  }
  :host([layout='inline']) .names > .bone {
    inline-size: 5em;
    margin: 0;
    margin-inline-start: 0.3em;
  }
  /* The flag is never parted from the name. */
  :host([layout='inline']) .names:has([part='title']) {
    white-space: nowrap;
  }
  :host([layout='inline']) .names > :not(.mark) {
    white-space: normal;
  }
  :host([layout='inline']) .hidden,
  :host([layout='inline']) ::slotted(visitor-map) {
    display: none;
  }
`;
