import { css } from 'lit';

/** How the parts of a card stand where it is two lines, or a pill in a line of text. */
export const layoutStyles = css`
  :host([layout='compact']) {
    --_above: calc(var(--_padding) * 0.75);
    --_below: var(--_above);
    --_row: 0px;
    --_end: 0px;
  }
  :host([layout='compact']) [part='subtitle'] {
    font-size: 0.8125em;
  }
  :host([layout='compact']) .message {
    grid-auto-flow: column;
    align-items: center;
  }

  :host([layout='inline']) {
    --_flag: 1.35em;
    --_title: 1em;
    display: inline;
  }
  :host([layout='inline']) :is(.card, [part='header'], .names, .message) {
    display: inline-flex;
    flex-flow: row wrap;
    align-items: center;
    gap: 0 0.4em;
    min-block-size: 0;
    padding: 0;
  }
  :host([layout='inline']) .card {
    container-type: normal;
    overflow: visible;
    max-inline-size: 100%;
    padding: 0.05em 0.65em;
    border-radius: 0.9em;
    line-height: 1.3;
    vertical-align: middle;
  }
  :host([layout='inline']) .names .bone {
    inline-size: 5em;
  }
  :host([layout='inline']) .ghost {
    display: none;
  }
  :host([layout='inline']) [part='retry'] {
    min-block-size: 24px;
    padding-block: 0;
  }
`;
