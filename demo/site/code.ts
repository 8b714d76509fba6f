import { type CodeLanguage, highlightCode } from '../browser/highlight.js';
import { asMarkup } from '../browser/markup.js';

export { asMarkup };

/** Cached, because the development server renders every page at each load. */
const coloured = new Map<string, string>();

function colour(text: string, language: CodeLanguage): string {
  const key = `${language} ${text}`;
  const markup = coloured.get(key) ?? highlightCode(text, language);
  coloured.set(key, markup);
  return markup;
}

/** Code with a copy button. `label` names it for screen readers. */
export function codeBlock(code: string, language: CodeLanguage, label = `Code, ${language}`): string {
  const text = dedent(code);
  return `<div class="code"><pre tabindex="0" role="group" aria-label="${asMarkup(label)}"><code>${colour(text, language)}</code></pre><button type="button" class="copy">Copy</button></div>`;
}

/** A live piece of markup with its code under it. */
export const liveExample = (markup: string, label?: string) =>
  `<div class="example"><div class="stage" data-example>${dedent(markup)}</div>${codeBlock(markup, 'html', label)}</div>`;

/** Tabs; without JavaScript the panels follow one another. */
export const tabs = (name: string, panels: readonly (readonly [label: string, content: string])[]) =>
  `<div class="tabs" data-tabs="${asMarkup(name)}">${panels
    .map(
      ([label, content]) =>
        `<section class="panel" data-label="${asMarkup(label)}"><p class="panel-name">${asMarkup(label)}</p>${content}</section>`,
    )
    .join('')}</div>`;

/** Lines without their common indentation and without empty lines at both ends. */
export function dedent(text: string): string {
  const lines = text.replace(/^\s*\n|\s+$/g, '').split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join('\n');
}

/** A box for content that may be wider than a phone's screen. It can be scrolled by keyboard. */
export const scrollBox = (label: string, content: string, more = '') =>
  `<div class="scroll${more}" tabindex="0" role="group" aria-label="${asMarkup(label)}">${content}</div>`;
