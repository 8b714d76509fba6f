/** Every element in one state: `?state=ready&scheme=dark&dir=rtl&lang=ar&width=320`. */
import '../../src/define.js';
import { enterState, galleryStates, sheet } from './states.js';

const query = new URLSearchParams(location.search);
const { documentElement: root, body } = document;
root.lang = query.get('lang') ?? 'en';
root.dir = query.get('dir') ?? 'ltr';
root.style.colorScheme = query.get('scheme') ?? 'light dark';
root.style.setProperty('--width', `${query.get('width') ?? 320}px`);
if (root.lang !== 'en') await import(`../../dist/labels/${root.lang}.js`);

const state = galleryStates.find(({ name }) => name === query.get('state')) ?? galleryStates[0];
if (state) {
  enterState(state, '/api/');
  body.innerHTML = `<h2>${state.name}</h2><main>${sheet(state.content)}</main>`;
  const waiting = new Set(body.querySelectorAll('visitor-info, visitor-asn, visitor-user-agent'));
  body.addEventListener('visitor-load', ({ target }) => {
    if (waiting.delete(target as Element) && waiting.size === 0) state.after?.();
  });
}
