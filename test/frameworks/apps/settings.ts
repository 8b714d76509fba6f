import 'visitor-elements/define.js';
import { configure } from 'visitor-elements';

/** Settings from the page's address, before any element asks. */
const search = new URLSearchParams(location.search);
configure({
  baseUrl: search.get('base') ?? '/api/',
  apiKey: 'demo-open',
  flagsUrl: '/dist/flags/',
  skipBots: false,
});
export const labels = { ip: 'Adresse' };
export const greeting = '<b>Hello, Britain</b>';
