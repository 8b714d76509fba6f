/**
 * "Show me": looks up the reader with their own service. The frame is created on demand, and forgets what was typed.
 */
import { readyEvent, type TypedLookup } from './asked.js';
import { siteRoot } from './view.js';

const form = document.querySelector<HTMLFormElement>('#me');
const place = document.querySelector('#me-shown');
const says = document.querySelector('#me-says');

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!place || !says) return;
  const { address = '', key = '', auth } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const asked: TypedLookup = {
    baseUrl: address.trim(),
    apiKey: key.trim(),
    auth: auth === 'header' ? 'header' : 'query',
  };
  const frame = document.createElement('iframe');
  frame.title = 'You, as your service sees you';
  frame.src = new URL('me.html', siteRoot).href;
  frame.addEventListener(readyEvent, () =>
    (frame.contentWindow as (Window & typeof globalThis) | null)?.ask(asked),
  );
  frame.addEventListener('asked', ({ detail: { error } }) => {
    says.textContent = error === undefined ? 'That is you.' : error;
  });
  says.textContent = 'Asking …';
  place.replaceChildren(frame);
});
