import { asMarkup } from './code.js';

/** A docstring's paragraphs, code and strong text as markup. */
export const prose = (text = '') =>
  text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('');

const inline = (text: string) =>
  asMarkup(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\{@link ([^}]+)\}/g, '<code>$1</code>');
