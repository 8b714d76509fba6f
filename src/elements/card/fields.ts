import { html, type TemplateResult } from 'lit';
import { fieldValue } from '../../model/json.js';
import { shownText } from '../base/language.js';
import type { Localizer } from '../base/localizer.js';

/** A part of a line as it is displayed, and as plain text to find repetitions. */
export interface LinePart {
  text: string;
  content: unknown;
  isAddress?: boolean;
}

/** A text with line breaks allowed after the matches of a pattern. */
const breaking = (text: string, pattern: RegExp): unknown[] =>
  text.split(pattern).map((part, i) => [i ? html`<wbr />` : '', part]);

/** An IP address is read from left to right, and may break after its colons. */
const address = (text: string): TemplateResult =>
  html`<bdi class="address" dir="ltr">${breaking(text, /(?<=:)(?!:)/)}</bdi>`;

const isDomain = (field: string): boolean => /\b(domain|hostname)$/.test(field);

/** The fields of a data object in the visitor's language. Labels translate the service's own words. */
export class CardFields {
  readonly data: object;
  readonly #language: string | undefined;
  readonly #localizer: Localizer;

  constructor(data: object, language: string | undefined, localizer: Localizer) {
    this.data = data;
    this.#language = language;
    this.#localizer = localizer;
  }

  /**
   * The parts of a line that have a value. A line lists fields: `|` separates its parts, and spaces the fields of a
   * part, as in `location.city|location.country.name`.
   */
  partsOf(line: string): LinePart[] {
    return line.split('|').flatMap((part) => {
      const known = part
        .split(' ')
        .map((field) => this.#show(field))
        .filter(({ text }) => text);
      const text = known.map((field) => field.text).join(' ');
      return known.length > 1 ? { text, content: html`<bdi>${text}</bdi>` } : known;
    });
  }

  /** The parts of the first line whose last part has a value. */
  firstOf(lines: readonly string[]): LinePart[] {
    const line = lines.find((line) => this.partsOf(line.replace(/.*\|/, '')).length);
    return line ? this.partsOf(line) : [];
  }

  #show(field: string): LinePart {
    const value = fieldValue(this.data, field);
    const text = shownText(this.data, field, undefined, this.#language);
    if (typeof value === 'boolean') return { text, content: this.#localizer.label(value ? 'yes' : 'no') };
    if (/\b(type|registry)$/.test(field)) {
      const english =
        field === 'registry' ? text.toUpperCase() : text.replace(/^./, (first) => first.toUpperCase());
      return { text, content: this.#localizer.label(text.toLowerCase().replace(/[\W_]/g, ''), english) };
    }
    if (field === 'ip') return { text, content: address(text), isAddress: true };
    return { text, content: html`<bdi>${isDomain(field) ? breaking(text, /(?<=\.)/) : text}</bdi>` };
  }
}
