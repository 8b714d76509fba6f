import { type As, Cache, formatField, isTime } from '../visitor/index.js';

/** Megabytes of text would halt the page. */
const longest = 1000;

const texts = new Cache<string>(1000);
const numbers = new WeakMap<object, number>();
let count = 0;

/**
 * A field as a person reads it in a language; cut where it is very long.
 *
 * Kept for each data object, which never changes: a thousand elements may show the same. A clock's is not.
 */
export function shownText(data: object | undefined, field: string, as?: As, lang = ''): string {
  if (!data) return '';
  const format = () => formatField(data, field, { locale: lang, as }).slice(0, longest);
  if (isTime(field, as)) return format();
  // Only a malformed tag has a space, and it means the browser's language.
  return texts.get(`${numberOf(data)} ${as ?? ''} ${/\s/.test(lang) ? '' : lang} ${field}`, format);
}

function numberOf(data: object): number {
  const number = numbers.get(data) ?? ++count;
  if (number === count) numbers.set(data, number);
  return number;
}
