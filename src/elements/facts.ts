import { html, type TemplateResult } from 'lit';
import { fieldValue, isTime } from '../visitor/index.js';
import { shownText } from './text.js';
import type { Speech } from './words.js';

/** Something to show, with the text that tells whether it was shown before. */
export interface Fact {
  text: string;
  content: unknown;
}

export const joined = (facts: readonly Fact[], separator: unknown): unknown[] =>
  facts.map(({ content }, i) => [i ? separator : '', content]);

/** An address is read from left to right, and breaks after its colons. */
const address = (text: string): TemplateResult =>
  html`<bdi class="address" dir="ltr">${text.match(/[^:]+:*|:+/g)?.map((part, i) => [i ? html`<wbr />` : '', part])}</bdi>`;

/**
 * What data says, as a person reads it in a language: a word for what the service spells its own way.
 *
 * A line is written as parts separated by `|`, each of them fields separated by spaces.
 */
export class Facts {
  /** Whether a time was among them: it goes on. */
  ticks = false;
  readonly data: object;
  readonly #language: string | undefined;
  readonly #words: Speech;

  constructor(data: object, language: string | undefined, words: Speech) {
    this.data = data;
    this.#language = language;
    this.#words = words;
  }

  /** The parts of a line of which something is known; the fields of a part are read as one. */
  of(line: string): Fact[] {
    return line.split('|').flatMap((part) => {
      const known = part
        .split(' ')
        .map((field) => this.#fact(field))
        .filter(({ text }) => text);
      const text = known.map((fact) => fact.text).join(' ');
      return known.length > 1 ? { text, content: html`<bdi>${text}</bdi>` } : known;
    });
  }

  /** The first line whose last part is known. */
  first(lines: readonly string[]): Fact[] {
    const line = lines.find((line) => this.of(line.replace(/.*\|/, '')).length);
    return line ? this.of(line) : [];
  }

  #fact(field: string): Fact {
    const value = fieldValue(this.data, field);
    const text = shownText(this.data, field, undefined, this.#language);
    if (isTime(field)) this.ticks = true;
    if (typeof value === 'boolean') return { text, content: this.#words.say(value ? 'yes' : 'no') };
    if (/\b(type|registry)$/.test(field)) {
      const word =
        field === 'registry' ? text.toUpperCase() : text.replace(/^./, (first) => first.toUpperCase());
      return { text, content: this.#words.say(text.toLowerCase().replace(/[\W_]/g, ''), word) };
    }
    return { text, content: field === 'ip' ? address(text) : html`<bdi>${text}</bdi>` };
  }
}
