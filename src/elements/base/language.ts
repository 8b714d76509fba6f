import { hostOf, nativeProperty } from '../../lookup/document.js';

/**
 * What is known of an element's parent. It is kept for one task, because a thousand siblings may be rendered in one
 * task.
 */
interface Place {
  readonly parent: Node;
  /** The parent's language; `null` until it was looked for. */
  language: string | undefined | null;
  /** Whether the parent contains right-to-left text. */
  isMixed?: boolean;
}

let latest: Place | undefined;

function placeOf(parent: Node): Place {
  if (latest?.parent !== parent) {
    if (!latest)
      queueMicrotask(() => {
        latest = undefined;
      });
    latest = { parent, language: null };
  }
  return latest;
}

/** An element's language: the nearest `lang`, also outside of its shadow root. */
export function languageOf(element: Element): string | undefined {
  const { parentNode } = element;
  if (!parentNode || element.hasAttribute('lang')) return nearestLanguage(element);
  const place = placeOf(parentNode);
  if (place.language === null) place.language = nearestLanguage(element);
  return place.language;
}

function nearestLanguage(element: Element): string | undefined {
  const holder = element.closest('[lang]');
  if (holder) return nativeProperty(holder, 'getAttribute')('lang') || undefined;
  const host = hostOf(element.getRootNode());
  return host && nearestLanguage(host);
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether the browser knows `:dir()`, which takes less time than a computed style. Chrome before 120 and jsdom don't. */
const hasDirSelector = /* @__PURE__ */ globalThis.CSS?.supports('selector(:dir(rtl))');

const isRightToLeft = (element: Element): boolean =>
  hasDirSelector ? element.matches(':dir(rtl)') : getComputedStyle(element).direction === 'rtl';

/** Whether a text and the text around it may have different directions. */
export function mayMixDirections(element: Element, text: string): boolean {
  const { parentNode } = element;
  if (!parentNode || element.hasAttribute('dir') || rightToLeft.test(text)) return true;
  const place = placeOf(parentNode);
  place.isMixed ??= isRightToLeft(element) || rightToLeft.test(parentNode.textContent ?? '');
  return place.isMixed;
}
