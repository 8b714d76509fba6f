import { html, type TemplateResult } from 'lit';
import { isTime } from '../../model/format.js';
import { fieldValue } from '../../model/paths.js';
import type { Localizer } from '../base/localizer.js';
import { shownText } from '../base/text.js';

/** A part of a line as it is shown, and as a plain text by which repetitions are found. */
export interface Part {
  text: string;
  content: unknown;
}

/** A text that breaks after the matches of a pattern. */
const breaking = (text: string, pattern: RegExp): unknown[] =>
  text.split(pattern).map((part, i) => [i ? html`<wbr />` : '', part]);

/** An address is read from left to right, and breaks after its colons. */
const address = (text: string): TemplateResult =>
  html`<bdi class="address" dir="ltr">${breaking(text, /(?<=:)(?!:)/)}</bdi>`;

const isDomain = (field: string): boolean => /\b(domain|hostname)$/.test(field);

/**
 * The fields of a data object as a person reads them in a language, with labels for the service's own words.
 *
 * They are asked for in lines: parts separated by `|`, each of them fields separated by spaces.
 */
export class Fields {
  /** Whether a time was asked for, so that the card is to be rendered again each minute. */
  hasTime = false;
  readonly data: object;
  readonly #language: string | undefined;
  readonly #localizer: Localizer;

  constructor(data: object, language: string | undefined, localizer: Localizer) {
    this.data = data;
    this.#language = language;
    this.#localizer = localizer;
  }

  /** The parts of a line of which something is known. */
  partsOf(line: string): Part[] {
    return line.split('|').flatMap((part) => {
      const known = part
        .split(' ')
        .map((field) => this.#show(field))
        .filter(({ text }) => text);
      const text = known.map((field) => field.text).join(' ');
      return known.length > 1 ? { text, content: html`<bdi>${text}</bdi>` } : known;
    });
  }

  /** The parts of the first line whose last part is known. */
  firstOf(lines: readonly string[]): Part[] {
    const line = lines.find((line) => this.partsOf(line.replace(/.*\|/, '')).length);
    return line ? this.partsOf(line) : [];
  }

  #show(field: string): Part {
    const value = fieldValue(this.data, field);
    const text = shownText(this.data, field, undefined, this.#language);
    if (isTime(field)) this.hasTime = true;
    if (typeof value === 'boolean') return { text, content: this.#localizer.label(value ? 'yes' : 'no') };
    if (/\b(type|registry)$/.test(field)) {
      const english =
        field === 'registry' ? text.toUpperCase() : text.replace(/^./, (first) => first.toUpperCase());
      return { text, content: this.#localizer.label(text.toLowerCase().replace(/[\W_]/g, ''), english) };
    }
    if (field === 'ip') return { text, content: address(text) };
    return { text, content: html`<bdi>${isDomain(field) ? breaking(text, /(?<=\.)/) : text}</bdi>` };
  }
}
