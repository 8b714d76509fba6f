import { fail, quote } from './errors.js';

/**
 * Whether a request wants XML: by the query parameter `format`, or else by an Accept header that weighs an XML type
 * above JSON. A browser's address bar, which asks for `text/html` first, gets JSON.
 *
 * @throws BAD_REQUEST for a `format` other than `json` and `xml`.
 */
export function wantsXml(request: Request): boolean {
  const format = new URL(request.url).searchParams.get('format');
  if (format !== null && format !== 'json' && format !== 'xml')
    throw fail('BAD_REQUEST', `format is ${quote(format)}, not json or xml`);
  if (format !== null) return format === 'xml';
  const weights = weightsOf(request.headers.get('accept') ?? '');
  const xml = Math.max(weights.get('application/xml') ?? 0, weights.get('text/xml') ?? 0);
  const json = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  return xml > json && !weights.has('text/html');
}

function weightsOf(accept: string): Map<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [type, Number(weight)];
    }),
  );
}

/** Writes a JSON value as one XML document; arrays become `item` elements (`result` in `results`), null is empty. */
export function toXml(root: string, value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, value)}\n`;
}

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    const itemName = name === 'results' ? 'result' : 'item';
    return `<${name}>${value.map((item) => element(itemName, item)).join('')}</${name}>`;
  }
  if (value === null || value === undefined) return `<${name}/>`;
  if (typeof value !== 'object') return `<${name}>${escapeText(`${value}`)}</${name}>`;
  const children = Object.entries(value).map(([key, child]) => element(key, child));
  return `<${name}>${children.join('')}</${name}>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Escapes markup, and replaces what XML 1.0 cannot hold at all. */
function escapeText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? '');
}
