import 'visitor-elements/define.js';
import { configure } from 'visitor-elements';

/** Settings from the page's address, before any element asks; a server has none, and asks nothing. */
const search = new URLSearchParams(globalThis.location?.search);
configure({
  baseUrl: search.get('base') ?? '/api/',
  apiKey: 'demo-open',
  flagsUrl: search.get('flags') ?? undefined,
  skipBots: false,
  timeout: 300_000, // a test holds the answer back, on a machine that may be busy
});
export const labels = { ip: 'Adresse' };
export const greeting = '<b>Hello, Britain</b>';
