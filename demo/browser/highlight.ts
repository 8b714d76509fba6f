/**
 * Colours code: turns text into markup. Used when the site is built, and in the browser for code that a form generates.
 */
import { createHighlighterCoreSync, type ThemeRegistration } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import html from 'shiki/langs/html.mjs';
import json from 'shiki/langs/json.mjs';
import sh from 'shiki/langs/shellscript.mjs';
import { codeOfLines, codeText } from './code-lines.js';

export type CodeLanguage = 'html' | 'js' | 'css' | 'sh' | 'json' | 'text';

/** The kinds of tokens that the style sheet has a colour for, with the grammars' names of each. */
const kinds: [name: string, parts: string[]][] = [
  ['comment', ['comment']],
  ['string', ['string']],
  [
    'attribute',
    [
      'constant.numeric',
      'entity.other.attribute-name',
      'meta.object-literal.key',
      'support.type.property-name',
      'variable.css',
    ],
  ],
  [
    'tag',
    [
      'constant.language',
      'entity.name.command',
      'entity.name.tag',
      'entity.other.attribute-name.class.css',
      'entity.other.attribute-name.pseudo-class.css',
      'entity.other.attribute-name.pseudo-element.css',
      'keyword.control',
      'keyword.operator.new',
      'punctuation.definition.tag',
      'storage',
    ],
  ],
];

/** Colours are the indexes of the kinds, because the site's policy forbids inline styles. */
const theme: ThemeRegistration = {
  name: 'kinds',
  type: 'dark',
  fg: '#ffffff',
  bg: '#ffffff',
  settings: kinds.map(([, scope], index) => ({ scope, settings: { foreground: `#00000${index}` } })),
};

// The HTML grammar includes those of scripts and style sheets.
const highlighter = createHighlighterCoreSync({
  engine: createJavaScriptRegexEngine(),
  langs: [html, json, sh],
  themes: [theme],
});

/** The code as markup, with a `<span>` for each coloured part. */
export const highlightCode = (code: string, lang: CodeLanguage): string =>
  codeOfLines(
    highlighter.codeToTokensBase(code, { lang, theme: 'kinds' }).map((line) => line.map(painted).join('')),
  );

function painted({ content, color }: { content: string; color?: string | undefined }): string {
  const [name] = kinds[Number(color?.replace('#', ''))] ?? [];
  return name ? `<span class="${name}">${codeText(content)}</span>` : codeText(content);
}
