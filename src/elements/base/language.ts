import { hostOf } from '../../lookup/document.js';
import { type FormatOptions, formatField, isTime } from '../../model/format.js';
import type { Snapshot } from '../../model/types.js';
import { renderNextMinute } from './lookup-controller.js';

/** An element's language: the nearest `lang`, also outside of its shadow root. */
export function languageOf(element: Element): string | undefined {
  const holder = element.closest('[lang]');
  // An `<input name="getAttribute">` hides a form's own.
  if (holder) return Element.prototype.getAttribute.call(holder, 'lang') || undefined;
  const host = hostOf(element.getRootNode());
  return host && languageOf(host);
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether the browser knows `:dir()`, which takes less time than a computed style. Chrome before 120 and jsdom don't. */
const hasDirSelector = /* @__PURE__ */ globalThis.CSS?.supports('selector(:dir(rtl))');

const isRightToLeft = (element: Element): boolean =>
  hasDirSelector ? element.matches(':dir(rtl)') : getComputedStyle(element).direction === 'rtl';

/** Whether the last parent has right-to-left text. Kept while siblings are rendered: each would read the text of all. */
let latest: { readonly parent: Node; readonly isMixed: boolean } | undefined;

/** Whether a text and the text around it may have different directions. */
export function mayMixDirections(element: Element, text: string): boolean {
  const { parentNode: parent } = element;
  if (!parent || element.hasAttribute('dir') || rightToLeft.test(text)) return true;
  if (latest?.parent !== parent) {
    latest = { parent, isMixed: isRightToLeft(element) || rightToLeft.test(parent.textContent ?? '') };
    queueMicrotask(() => {
      latest = undefined;
    });
  }
  return latest.isMixed;
}

/** A field's text, empty if it is blank or without data. An element that shows a time is rendered each minute. */
export function shownText(data: object | undefined, field: string, options: FormatOptions): string {
  if (!data) return '';
  if (isTime(field, options.as)) renderNextMinute();
  const text = formatField(data, field, options);
  return /[^\s\p{DI}]/u.test(text) ? text : '';
}

const prepared = new Set<string>();

/** Loads what a field's format needs while a request is under way, because the browser's names and dates are slow at first. */
export function prepareText({ pending, data }: Snapshot, field: string, options: FormatOptions): void {
  const format = options.as ?? field;
  if (data || !pending || prepared.has(format)) return;
  prepared.add(format);
  setTimeout(() => formatField({}, field, options));
}
