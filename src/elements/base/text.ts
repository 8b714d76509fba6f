import { thisPage } from '../../lookup/page.js';
import { LanguageCache } from '../../model/cache.js';
import { formatField, isTime, type ValueFormat } from '../../model/format.js';
import type { Snapshot } from '../../model/types.js';

const texts = new LanguageCache<string>(1000);
const numbers = new WeakMap<object, number>();
let count = 0;

/** The most recent result in this task: a thousand elements may show the same text. */
let last:
  | { data: object; field: string; as: ValueFormat | undefined; language: string; text: string }
  | undefined;

/**
 * A field's text in a language.
 *
 * Texts are cached for each data object, because a thousand elements may show the same object, which never changes.
 * Times aren't cached.
 */
export function shownText(data: object | undefined, field: string, as?: ValueFormat, language = ''): string {
  if (!data) return '';
  if (last?.data === data && last.field === field && last.as === as && last.language === language)
    return last.text;
  const format = () => formatField(data, field, { locale: language, as });
  if (isTime(field, as)) return format();
  // A language tag with a space is malformed, so the browser's language is used.
  const key = `${numberOf(data)} ${as ?? ''} ${/\s/.test(language) ? '' : language} ${field}`;
  if (!last)
    queueMicrotask(() => {
      last = undefined;
    });
  last = { data, field, as, language, text: texts.get(key, format) };
  return last.text;
}

function numberOf(data: object): number {
  const number = numbers.get(data) ?? ++count;
  numbers.set(data, number);
  return number;
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
