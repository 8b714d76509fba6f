import { type CodeLanguage, highlightCode } from '../browser/highlight.js';
import { asMarkup } from '../browser/markup.js';

export { asMarkup };

/** Cached, because pages repeat their code in the search index. */
const coloured = new Map<string, string>();

function colour(text: string, language: CodeLanguage): string {
  const key = `${language} ${text}`;
  const markup = coloured.get(key) ?? highlightCode(text, language);
  coloured.set(key, markup);
  return markup;
}

/** What the bar above code calls each language. */
const names: Record<CodeLanguage, string> = {
  html: 'HTML',
  js: 'JavaScript',
  css: 'CSS',
  sh: 'Shell',
  json: 'JSON',
  text: 'Text',
};

interface CodeNames {
  /** For screen readers. */
  label: string;
  /** What the bar says. */
  title: string;
  /** The framework whose code it is, where a reader picks one. */
  framework?: string;
  /** Whether it is cut at a height, and scrolls. */
  scrolls?: boolean;
}

/** Code under a bar with a copy button. By default its language names it. */
export const codeBlock = (code: string, language: CodeLanguage, own: Partial<CodeNames> = {}): string =>
  codeFrame(`<code>${colour(dedent(code), language)}</code>`, {
    label: `Code, ${language}`,
    title: names[language],
    ...own,
  });

/** The frame of code: a bar with a title and a copy button, and the code, whose lines wrap. */
export const codeFrame = (code: string, { label, title, framework, scrolls }: CodeNames): string =>
  `<div class="code"${framework ? ` data-framework="${framework}"` : ''}><div class="code-bar"><span>${asMarkup(title)}</span><button type="button" class="copy">Copy</button></div><pre${scrolls ? ' tabindex="0"' : ''} role="group" aria-label="${asMarkup(label)}">${code}</pre></div>`;

/** A live piece of markup with its code under it. */
export const liveExample = (markup: string, label?: string) =>
  `<div class="example"><div class="stage" data-example>${dedent(markup)}</div>${codeBlock(markup, 'html', label === undefined ? {} : { label })}</div>`;

/** Tabs; without JavaScript the panels follow one another, each under its heading or its label. */
export function tabs(
  name: string,
  panels: readonly (readonly [label: string, content: string, heading?: string])[],
): string {
  const buttons = panels.map(
    ([label], index) =>
      `<button type="button" role="tab" id="${name}-${index}" aria-controls="${name}-${index}-panel" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}">${asMarkup(label)}</button>`,
  );
  const sections = panels.map(
    ([label, content, heading = `<p>${asMarkup(label)}</p>`], index) =>
      `<section class="panel" role="tabpanel" id="${name}-${index}-panel" aria-labelledby="${name}-${index}">${heading.replace('>', ' class="panel-name">')}${content}</section>`,
  );
  return `<div class="tabs"><div class="tab-list" role="tablist" data-needs-js>${buttons.join('')}</div>${sections.join('')}</div>`;
}

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
