import { XMLBuilder } from 'fast-xml-parser';
import Negotiator from 'negotiator';
import { quoteInput, ServiceError } from './errors.js';

const JSON_TYPE = 'application/json';
const XML_TYPES = ['application/xml', 'text/xml'];

/** A parameter of a media type, except its weight. The charset doesn't matter. */
const PARAMETER = /;(?![ \t]*q=)[^;,="]*(=("[^"]*"|[^;,"]*))?(?=[;,]|$)/gi;

/**
 * Whether a request asks for XML: by the query parameter `format`, or else by an Accept header that prefers an XML type
 * to JSON. JSON is also for browsers' address bars, which prefer `text/html`, and for clients that accept neither.
 *
 * @throws BAD_REQUEST for a `format` other than `json` and `xml`.
 */
export function wantsXml(request: Request): boolean {
  const format = new URL(request.url).searchParams.get('format');
  if (format !== null && format !== 'json' && format !== 'xml')
    throw new ServiceError('BAD_REQUEST', `format is ${quoteInput(format)}, not json or xml`);
  if (format !== null) return format === 'xml';
  const accept = (request.headers.get('accept') ?? '*/*').replace(PARAMETER, '');
  const accepted = new Negotiator({ headers: { accept } });
  if (accepted.mediaTypes().includes('text/html')) return false;
  return XML_TYPES.includes(accepted.mediaType([JSON_TYPE, ...XML_TYPES]) ?? JSON_TYPE);
}

const builder = new XMLBuilder({ suppressEmptyNode: true, processEntities: false });

/** Writes a JSON value as one XML document; arrays become `item` elements (`result` in `results`), null is empty. */
export function toXml(root: string, value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [root]: content(root, value) })}\n`;
}

/** A value in the form that the XML builder takes. */
function content(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const itemName = name === 'results' ? 'result' : 'item';
    return value.length > 0 ? { [itemName]: value.map((item) => content(itemName, item)) } : '';
  }
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return escapeText(`${value}`);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, content(key, child)]));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Escapes markup, and replaces characters that XML 1.0 doesn't allow. */
function escapeText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? '');
}
