/** The first script of every page and frame. It runs before the first paint and the first lookup. */
import recording from '../visitors/recorded.json';
import { standIn } from './stand-in.js';
import { beginVisit } from './visit.js';

/** Whether the site has no lookup service; set by the build. */
declare const STATIC: boolean;

const { documentElement: html, currentScript } = document;
const script = currentScript as HTMLScriptElement;
const root = new URL('.', script.src).href;

/** The reader's colour scheme. */
function dress(): void {
  try {
    html.dataset.scheme = localStorage.getItem('site:scheme') ?? '';
  } catch {
    // Without storage, the site uses the browser's colour scheme.
  }
}

html.dataset.js = '';
dress();
if (STATIC) globalThis.fetch = standIn(root, recording, globalThis.fetch.bind(globalThis));
if ('visit' in script.dataset) {
  addEventListener('storage', dress);
  globalThis.visit = beginVisit(`${root}api/`, globalThis.fetch.bind(globalThis));
  globalThis.fetch = globalThis.visit.fetch;
}
