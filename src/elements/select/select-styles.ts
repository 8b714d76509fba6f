import { css } from 'lit';

export const selectStyles = css`
  :host {
    display: inline-grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.35em;
    inline-size: var(--visitor-inline-size, 20em);
    max-inline-size: 100%;
  }
  :host(:state(--authored)) {
    display: inline;
  }
  div {
    position: relative;
  }
  select {
    appearance: none;
    appearance: base-select;
    align-items: center;
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 2.5em;
    padding: 0.3em 0.6em;
    padding-inline-end: 1.6em;
    border: 1px solid var(--_control-border);
    border-radius: calc(var(--_radius) / 2);
    background-color: var(--_background);
    color: var(--_color);
    font: inherit;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  select:has([value='']:checked) {
    -webkit-text-fill-color: var(--_secondary);
  }
  option {
    -webkit-text-fill-color: initial;
    min-block-size: 2.25em;
    padding-inline: 0.6em;
    white-space: normal;
  }
  option:focus-visible {
    outline-offset: -2px;
  }
  @supports (appearance: base-select) {
    ::slotted(select) {
      appearance: base-select;
      inline-size: var(--visitor-inline-size, 20em);
      max-inline-size: 100%;
    }
  }
  ::picker(select),
  ::slotted(select)::picker(select) {
    appearance: base-select;
    inline-size: anchor-size(self-inline);
    max-block-size: 24em;
  }
  ::picker(select) {
    border: inherit;
    border-radius: inherit;
    background: inherit;
    color: inherit;
  }
  ::picker-icon {
    display: none;
  }
  select:disabled {
    opacity: 0.6;
  }
  [part='flag'] {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.7em;
    block-size: 1em;
    inline-size: 1.5em;
    margin-block: auto;
    line-height: 1;
    border-radius: 2px;
    pointer-events: none;
  }
  [part='flag'] + select {
    padding-inline-start: 2.6em;
  }
  div::after {
    content: '';
    position: absolute;
    inset-block-start: calc(50% - 0.35em);
    inset-inline-end: 0.75em;
    block-size: 0.4em;
    inline-size: 0.4em;
    border: solid var(--_color);
    border-width: 0 0.1em 0.1em 0;
    rotate: 45deg;
    pointer-events: none;
  }
  @media (pointer: coarse) {
    select,
    option {
      min-block-size: max(2.5em, 44px);
    }
  }
`;
