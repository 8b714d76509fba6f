import { html, type TemplateResult } from 'lit';

/** Something to show, with the text that tells whether it was shown before. */
export interface Shown {
  text: string;
  content: unknown;
}

export const joined = (parts: readonly Shown[], separator: unknown): unknown[] =>
  parts.map(({ content }, i) => [i ? separator : '', content]);

/** An address is read from left to right, and breaks after its colons. */
export const address = (text: string): TemplateResult =>
  html`<bdi class="address" dir="ltr">${text.match(/[^:]*:*/g)?.map((part, i) => [i ? html`<wbr />` : '', part])}</bdi>`;
