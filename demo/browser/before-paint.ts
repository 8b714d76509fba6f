/** The first script of every page and frame. It runs before the first paint and the first lookup. */
import recording from '../visitors/recorded.json';
import { standIn } from './stand-in.js';
import { beginVisit } from './visit.js';

/** Whether the site has no lookup service; set by the build. */
declare const STATIC: boolean;

const { documentElement: html, currentScript } = document;
const script = currentScript as HTMLScriptElement;
const root = new URL('.', script.src).href;
const kept = (name: string) => {
  try {
    return localStorage.getItem(`site:${name}`) ?? '';
  } catch {
    return ''; // Without storage, the site uses the browser's colour scheme.
  }
};

html.dataset.js = '';
if (kept('scheme')) html.dataset.scheme = kept('scheme');
html.dataset.framework = kept('framework') || 'html';
if (STATIC) globalThis.fetch = standIn(root, recording, globalThis.fetch.bind(globalThis));
if ('visit' in script.dataset) {
  const dress = () => {
    if (kept('scheme')) html.dataset.scheme = kept('scheme');
    else delete html.dataset.scheme;
    html.lang = kept('lang') || 'en';
    html.dir = kept('dir') || (kept('lang') === 'ar' ? 'rtl' : 'ltr');
  };
  dress();
  addEventListener('storage', dress);
  globalThis.visit = beginVisit(`${root}api/`, globalThis.fetch.bind(globalThis));
  globalThis.fetch = globalThis.visit.fetch;
}
