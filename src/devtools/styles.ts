/** Minified by the build, which knows the name of the tag. */
const css = String.raw;

/** The style sheet of the panel. No style of the page may reach its host, hence `!important`. */
export const panelStyles = css`
  :host {
    all: initial !important;
    color-scheme: inherit !important;
    position: fixed !important;
    inset-block-end: 12px !important;
    inset-inline-end: 12px !important;
    z-index: 2147483647 !important;
    display: grid !important;
    justify-items: end !important;
    gap: 8px !important;
    font: 13px/1.45 system-ui, sans-serif !important;
  }
  @media print {
    :host {
      display: none !important;
    }
  }
  /* Not of the host, which the page's styles may match. */
  * {
    box-sizing: border-box;
    --text: light-dark(#16181d, #eceef2);
    --quiet: light-dark(#5c5e63, #a6a8ad);
    --paper: light-dark(#fff, #171a20);
    --raised: light-dark(#f5f5f6, #22252b);
    --line: light-dark(#e0e1e3, #35383e);
    --accent: light-dark(#3257c7, #8ba8ff);
    --good: light-dark(#0f6b3c, #7fd6a4);
    --warn: light-dark(#8a4b00, #f4bd73);
    --bad: light-dark(#b3261e, #ff9a92);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  button,
  input,
  select {
    min-block-size: 28px;
    margin: 0;
    padding: 3px 8px;
    border: 1px solid var(--quiet);
    border-radius: 8px;
    background: var(--paper);
    color: var(--text);
    font: inherit;
  }
  button,
  summary {
    cursor: pointer;
  }
  button:hover {
    background: var(--raised);
  }
  .open {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    padding: 0;
    border-radius: 50%;
    box-shadow: 0 4px 16px #0003;
  }
  .open svg {
    inline-size: 20px;
  }
  .open[data-mark]::after {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0;
    inline-size: 11px;
    block-size: 11px;
    border: 2px solid var(--paper);
    border-radius: 50%;
    background: var(--accent);
  }
  .open[data-mark='problem']::after {
    background: var(--warn);
  }
  .panel {
    order: -1;
    display: grid;
    grid-template-rows: auto auto 1fr auto;
    inline-size: min(432px, 100vw - 24px);
    max-block-size: min(544px, 100dvh - 76px);
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: 14px;
    background: var(--paper);
    box-shadow: 0 4px 16px #0003;
    color: var(--text);
  }
  header,
  footer,
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 8px;
  }
  header,
  footer {
    padding: 6px 8px 6px 16px;
  }
  section + section {
    padding-block-start: 14px;
  }
  footer,
  section + section {
    border-block-start: 1px solid var(--line);
  }
  h2,
  h3,
  p,
  dl,
  dd,
  pre {
    margin: 0;
    padding: 0;
    font: inherit;
  }
  h2,
  h3 {
    font-weight: 600;
  }
  .plain {
    border-color: #0000;
    background: none;
  }
  [role='tablist'] {
    display: flex;
    flex-wrap: wrap;
    padding-inline: 10px;
    border-block-end: 1px solid var(--line);
  }
  /* No transparent border: forced colours would show it. */
  [role='tab'] {
    flex: auto;
    padding: 6px 2px;
    border: 0 solid var(--accent);
    border-radius: 4px 4px 0 0;
    background: none;
    /* In a narrow page, too, they are in one row. */
    font-size: min(1em, 3.6vw);
  }
  [aria-selected='true'] {
    padding-block-end: 4px;
    border-width: 0 0 2px;
    font-weight: 600;
  }
  [role='tabpanel'] {
    overflow: auto;
    overscroll-behavior: contain;
    overflow-wrap: anywhere;
  }
  .content {
    display: grid;
    align-content: start;
    gap: 14px;
    padding: 14px 16px;
  }
  section {
    display: grid;
    gap: 8px;
  }
  details[open] summary {
    margin-block-end: 6px;
  }
  .chip {
    padding: 1px 8px;
    border: 1px solid var(--line);
    border-radius: 99px;
    background: var(--raised);
  }
  .quiet,
  .plain,
  [aria-selected='false'],
  footer,
  dt,
  th,
  label,
  summary {
    color: var(--quiet);
  }
  .good {
    color: var(--good);
  }
  .warn {
    color: var(--warn);
  }
  .bad {
    color: var(--bad);
  }
  code,
  pre,
  .figure {
    font: 12px/1.45 ui-monospace, monospace;
  }
  dl,
  .fields {
    display: grid;
    grid-template-columns: 112px minmax(0, 1fr);
    gap: 2px 8px;
  }
  pre {
    max-block-size: 256px;
    overflow: auto;
    padding: 8px;
    border-radius: 8px;
    background: var(--raised);
    white-space: pre-wrap;
  }
  table {
    inline-size: 100%;
    border-spacing: 0;
  }
  th,
  td {
    padding: 4px 8px 4px 0;
    border-block-end: 1px solid var(--line);
    font-weight: 400;
    text-align: start;
    vertical-align: top;
    white-space: nowrap;
  }
  /* The only column with long texts. */
  tr > :nth-child(2) {
    white-space: normal;
  }
  tr > :nth-child(n + 3) {
    text-align: end;
  }
  tr > :last-child {
    padding-inline-end: 0;
  }
  .fields {
    row-gap: 6px;
    align-items: center;
  }
  .fields :is(input, select) {
    inline-size: 100%;
  }
  [aria-invalid='true'] {
    border-color: var(--bad);
  }
  .case {
    display: grid;
    gap: 2px;
    padding: 6px 8px;
    border: 1px solid var(--line);
    border-radius: 8px;
  }
  .shown {
    border-color: var(--good);
    background: var(--raised);
  }
  @media (pointer: coarse) {
    button,
    input,
    select {
      min-block-size: 36px;
    }
  }
`;
