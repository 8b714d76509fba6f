import { css } from '../base/visitor-element.js';

export const selectStyles = css`
  :host {
    --_option: 2.25em;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.35em;
    align-content: start;
    /* Without the property, this is invalid and so auto: it fills its place, as a field does. */
    inline-size: min(var(--visitor-inline-size), 100%);
  }
  :host(:state(user-invalid)) {
    --_control-border: light-dark(#c8102e, #ff8a80);
  }
  :host(:state(user-invalid)) select:not(:focus-visible) {
    outline: 1px solid var(--_control-border);
  }
  /* Where a place is as wide as its content, 20em are its width, whatever the country. */
  div {
    position: relative;
    contain: inline-size;
    contain-intrinsic-inline-size: 20em;
  }
  select {
    appearance: none;
    appearance: base-select;
    align-items: center;
    inline-size: 100%;
    min-block-size: 2.5em;
    padding: 0.3em 0.6em;
    padding-inline-end: 1.6em;
    border: 1px solid var(--_control-border);
    border-radius: calc(var(--_radius) / 2);
    background-color: var(--_background);
    color: var(--_color);
    font: inherit;
    /* A long name ends at the arrow. */
    overflow: clip;
    overflow-clip-margin: content-box;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  select:has([value='']:checked) {
    -webkit-text-fill-color: var(--_secondary);
  }
  /*
   * A flag in the list is below the flag of the control, and the mark of the selected country at the row's end. A name
   * of two lines is as high as a row, in any font, on a page with any line height.
   */
  option {
    -webkit-text-fill-color: initial;
    gap: 0.4em;
    min-block-size: var(--_option);
    line-height: calc(var(--_option) / 2);
    padding-inline: 0.45em;
    border-radius: calc(var(--_radius) / 2 - 0.25em);
    white-space: normal;
  }
  option::checkmark {
    order: 1;
    margin-inline-start: auto;
  }
  /* Clear of the focus ring of the countries beside it. */
  hr {
    block-size: 0;
    margin: 4px 0.45em;
    border: 0;
    border-block-start: 1px solid var(--_border);
  }
  option:focus-visible {
    outline-offset: -2px;
  }
  /* The list is as high as ten rows. It is above the control, and so over the label, only if there is no room for five below. */
  ::picker(select) {
    appearance: base-select;
    min-block-size: calc-size(fit-content, min(size, 5 * var(--_option)));
    max-block-size: min(10 * var(--_option) + 0.5em + 2px, 100% - 0.5em);
    box-shadow: 0 4px 16px #0003;
    margin-block: 0.25em;
    padding: 0.25em;
    border: inherit;
    border-radius: inherit;
    position-try-order: normal;
    inline-size: anchor-size(self-inline);
    background: inherit;
    color: inherit;
  }
  ::picker-icon {
    display: none;
  }
  select:disabled {
    opacity: 0.6;
  }
  /* The flag of the control; those in the list are as large. */
  [part='flag'] {
    block-size: 1em;
    inline-size: 1.5em;
    border-radius: 2px;
  }
  div > [part='flag'] {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.7em;
    margin-block: auto;
    line-height: 1;
    pointer-events: none;
  }
  img {
    outline: 1px solid var(--_border);
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
    :host {
      --_option: max(2.25em, 44px);
    }
    select {
      min-block-size: max(2.5em, 44px);
    }
  }
`;
