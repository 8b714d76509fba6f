import 'visitor-elements/define.js';
import { configure } from 'visitor-elements';

/**
 * Settings from the page's URL, before any element starts its lookup. On a server there are none, and no request is
 * sent.
 */
const search = new URLSearchParams(globalThis.location?.search);
configure({
  baseUrl: search.get('base') ?? '/api/',
  apiKey: 'demo-open',
  flagsUrl: search.get('flags') ?? undefined,
  skipBots: false,
  timeout: 300_000, // long, because a test delays the response on a machine that may be busy
});
export const labels = { ip: 'Adresse' };
export const greeting = '<b>Hello, Britain</b>';
