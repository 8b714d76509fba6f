/**
 * Colours code: turns text into markup. Used when the site is built, and in the browser for code that a form generates.
 */
import { createHighlighterCoreSync, type ThemeRegistration } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import html from 'shiki/langs/html.mjs';
import json from 'shiki/langs/json.mjs';
import sh from 'shiki/langs/shellscript.mjs';
import { asMarkup } from './markup.js';

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

/**
 * The code as markup: a `<span>` for each line, which a narrow page wraps inside its indentation, and for each coloured
 * part.
 */
export const highlightCode = (code: string, lang: CodeLanguage): string =>
  highlighter
    // Without a limit: past it, a slow machine's comment would go on in the next line.
    .codeToTokensBase(code, { lang, theme: 'kinds', tokenizeTimeLimit: 0 })
    .map((line, index, { length }) => {
      const indent = Math.min(
        line
          .map(({ content }) => content)
          .join('')
          .search(/\S|$/),
        MAX_INDENT,
      );
      return `<span class="line"${indent > 0 ? ` style="--indent: ${indent}"` : ''}>${withStart(line.map(painted).join(''))}${index < length - 1 ? '\n' : ''}</span>`;
    })
    .join('');
const MAX_INDENT = 12;

/** Keeps the indentation beside the first letters. A break between both would leave an empty line on a phone. */
const withStart = (line: string) =>
  line.replace(/^ +(?:<span[^>]*>[^<]{1,20}<\/span>|&\w+;|[^<&])/, '<span class="start">$&</span>');

/** A URL may be broken after each `/`. */
const codeText = (text: string): string => asMarkup(text).replaceAll(/(?<=\w)\/(?=\w)/g, '/<wbr>');

function painted({ content, color }: { content: string; color?: string | undefined }): string {
  const [name] = kinds[Number(color?.replace('#', ''))] ?? [];
  return name ? `<span class="${name}">${codeText(content)}</span>` : codeText(content);
}
