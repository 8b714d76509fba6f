/** Colours code: text in, markup out. Used when the site is built, and in the browser for code that a form writes. */
export type Language = 'html' | 'js' | 'css' | 'sh' | 'json' | 'text';

const html: Rules = [
  ['comment', /<!--[\s\S]*?-->/],
  ['tag', /<\/?[\w-]+|\/?>|<!doctype/i],
  ['hash', /"sha\d+-[^"]*"/],
  ['string', /"[^"]*"/],
  ['attribute', /[\w-]+(?==|(?=\s*\/?>))/],
];
const js: Rules = [
  ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
  ['string', /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/],
  [
    'tag',
    /\b(?:import|from|export|default|const|let|function|return|if|else|for|of|await|async|new|true|false|null|undefined|type|try|catch|throw|in)\b/,
  ],
  ['attribute', /\b\d[\d_.]*\b/],
];
const css: Rules = [
  ['comment', /\/\*[\s\S]*?\*\//],
  ['string', /'[^'\n]*'|"[^"\n]*"/],
  ['attribute', /(?:--)?[\w-]+(?=\s*:\s)/],
  ['tag', /::?[\w-]+(?:\([^)]*\))?|@[\w-]+/],
];
const sh: Rules = [
  ['comment', /#[^\n]*/],
  ['tag', /^[\w-]+/m],
];
const json: Rules = [
  ['attribute', /"(?:[^"\\]|\\.)*"(?=\s*:)/],
  ['string', /"(?:[^"\\]|\\.)*"/],
  ['tag', /\b(?:true|false|null)\b|-?\b\d[\d.e+-]*\b/],
];

type Rules = [name: string, pattern: RegExp][];
const rules: Record<Language, Rules> = { html, js, css, sh, json, text: [] };

/** The code as markup, its parts in `<span>`s named after what they are. */
export function highlight(code: string, language: Language): string {
  if (language === 'html')
    return code
      .split(/(<(script|style)\b[^>]*>)([\s\S]*?)(?=<\/\2>)/)
      .map((part, index) => {
        const place = index % 4;
        if (place === 2) return '';
        return place === 3
          ? paint(part, /<style/.test(code) && !/[;{]\s*const|=>|import /.test(part) ? css : js)
          : inTags(part);
      })
      .join('');
  return paint(code, rules[language]);
}

/** Markup, where words are attributes only inside of tags. */
const inTags = (code: string) =>
  code
    .split(/(<!--[\s\S]*?-->|<[!/]?[a-z][^>]*>)/i)
    .map((part) => (part.startsWith('<') ? paint(part, html) : asMarkup(part)))
    .join('');

function paint(code: string, rules: Rules): string {
  if (rules.length === 0) return asMarkup(code);
  const pattern = new RegExp(rules.map(([name, { source }]) => `(?<${name}>${source})`).join('|'), 'gim');
  let at = 0;
  let painted = '';
  for (const match of code.matchAll(pattern)) {
    const [name] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ['text'];
    painted += `${asMarkup(code.slice(at, match.index))}<span class="${name}">${asMarkup(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return painted + asMarkup(code.slice(at));
}

/** Text as markup. */
export const asMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
