import { thisPage } from '../../lookup/page.js';
import { LanguageCache } from '../../model/cache.js';
import { formatField, isTime, type ValueFormat } from '../../model/format.js';
import type { Snapshot } from '../../model/types.js';

const texts = new LanguageCache<string>(1000);
const numbers = new WeakMap<object, number>();
let count = 0;

/**
 * A field's text in a language. Empty without data. Kept for each data object, which never changes, because elements
 * render often. Times aren't kept.
 */
export function shownText(data: object | undefined, field: string, as?: ValueFormat, language = ''): string {
  if (!data) return '';
  const format = () => formatField(data, field, { locale: language, as });
  if (isTime(field, as)) return format();
  const number = numbers.get(data) ?? ++count;
  numbers.set(data, number);
  // A language tag with a space is malformed, so the browser's language is used.
  return texts.get(`${number} ${as ?? ''} ${/\s/.test(language) ? '' : language} ${field}`, format);
}

const prepared = new Set<string>();

/**
 * Loads what a field's format needs while a request is under way, because the browser's names, dates and numbers are
 * slow at first. With `storage: 'local'` the request may still wait for another tab, so nothing is prepared.
 */
export function prepareText(
  { pending, data }: Snapshot,
  field: string,
  as?: ValueFormat,
  // As in `shownText`, or the formatter that is prepared isn't the one that is used.
  locale = '',
): void {
  const format = as ?? field;
  if (data || !pending || prepared.has(format) || thisPage().settings.storage === 'local') return;
  prepared.add(format);
  setTimeout(() => formatField({}, field, { locale, as }));
}
