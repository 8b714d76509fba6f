/** The first script of every page and frame: what must be right before the first paint and the first lookup. */
import { standIn } from './stand-in.js';
import recording from '../visitors/recorded.json';

/** Whether there is no lookup service beside the site; the build says so. */
declare const STATIC: boolean;

const { documentElement: html, currentScript } = document;
const root = new URL('.', currentScript instanceof HTMLScriptElement ? currentScript.src : document.baseURI);

html.dataset.js = '';
try {
  const scheme = localStorage.getItem('scheme');
  if (scheme) html.dataset.scheme = scheme;
} catch {
  // A browser that keeps nothing shows its own scheme.
}

if (STATIC) globalThis.fetch = standIn(new URL('api/', root).href, recording, globalThis.fetch.bind(globalThis));
