import { formatField, isTime, type ValueFormat } from '../../model/format.js';
import { Cache } from '../../model/intl-cache.js';

const texts = new Cache<string>(1000);
const numbers = new WeakMap<object, number>();
let count = 0;

/**
 * A field's text in a language.
 *
 * Texts are cached for each data object, because a thousand elements may show the same object, which never changes.
 * Times aren't cached.
 */
export function shownText(data: object | undefined, field: string, as?: ValueFormat, language = ''): string {
  if (!data) return '';
  const format = () => formatField(data, field, { locale: language, as });
  if (isTime(field, as)) return format();
  // A language tag with a space is malformed, so the browser's language is used.
  return texts.get(`${numberOf(data)} ${as ?? ''} ${/\s/.test(language) ? '' : language} ${field}`, format);
}

function numberOf(data: object): number {
  const number = numbers.get(data) ?? ++count;
  if (number === count) numbers.set(data, number);
  return number;
}
