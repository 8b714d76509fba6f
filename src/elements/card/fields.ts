import { html, type TemplateResult } from 'lit';
import { fieldValue } from '../../model/json.js';
import { shownText } from '../base/language.js';

/** Finds a label of the card, as `labelOf` does. */
export type Label = (names: string | readonly string[], otherwise?: string) => TemplateResult | string;

export interface CardContext {
  data: object;
  language: string | undefined;
  /** Also translates the service's own words. */
  label: Label;
  copyButton: (address: string) => unknown;
  /** The prefix of a field in the name of its label, such as `connection.`. */
  scope: string;
}

/** A part of a line as it is displayed, as plain text to find repetitions, and the button beside it. */
export interface LinePart {
  text: string;
  content: unknown;
  button?: unknown;
}

/** A text with line breaks allowed after the matches of a pattern. */
const breaking = (text: string, pattern: RegExp): unknown[] =>
  text.split(pattern).map((part, i) => [i ? html`<wbr />` : '', part]);

/** The parts of a line that have a value. `|` separates a line's parts, and spaces a part's fields: `ip|os.name os.version`. */
export const partsOf = (context: CardContext, line: string): LinePart[] =>
  line.split('|').flatMap((part) => {
    const known = part
      .split(' ')
      .map((field) => partOf(context, field))
      .filter(({ text }) => text);
    const text = known.map((field) => field.text).join(' ');
    return known.length > 1 ? { text, content: html`<bdi>${text}</bdi>` } : known;
  });

/** The parts of the first line whose last part has a value. */
export function firstOf(context: CardContext, lines: readonly string[]): LinePart[] {
  const line = lines.find((line) => partsOf(context, line.replace(/.*\|/, '')).length);
  return line ? partsOf(context, line) : [];
}

function partOf({ data, language, label, copyButton }: CardContext, field: string): LinePart {
  const value = fieldValue(data, field);
  const text = shownText(data, field, { locale: language });
  if (typeof value === 'boolean') return { text, content: label(value ? 'yes' : 'no') };
  if (/\b(type|registry)$/.test(field)) {
    const english =
      field === 'registry' ? text.toUpperCase() : text.replace(/^./, (first) => first.toUpperCase());
    return { text, content: label(text.toLowerCase().replace(/[\W_]/g, ''), english) };
  }
  // An IP address is read from left to right, and may break after its colons.
  if (field === 'ip')
    return {
      text,
      content: html`<bdi class="address" dir="ltr">${breaking(text, /(?<=:)(?!:)/)}</bdi>`,
      button: copyButton(text),
    };
  const isDomain = /\b(domain|hostname)$/.test(field);
  return { text, content: html`<bdi>${isDomain ? breaking(text, /(?<=\.)/) : text}</bdi>` };
}
