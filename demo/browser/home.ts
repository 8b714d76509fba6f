/**
 * The card of the first page: more visitors to see it as, the reader's own country as the time zone tells it, and the
 * reader's own lookup service.
 */
// Most visitors of the page have no coordinates: with this their map marks the country.
import '../../src/countries.js';
import { guessFromTimeZone } from '../../src/personal/guess.js';
import { readyEvent, type TypedLookup } from './typed-lookup.js';
import { siteRoot } from './view.js';

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const [card, place, status, guessStatus] = [
  find('.hero-live'),
  find('#me-shown'),
  find('#me-status'),
  find('#guess-status'),
];
const form = document.querySelector<HTMLFormElement>('#me');
const hint = guessStatus?.textContent ?? '';

const more = find('.chip-more');
more?.addEventListener('click', () => {
  const isOpen = more.getAttribute('aria-expanded') === 'true';
  more.setAttribute('aria-expanded', String(!isOpen));
  more.textContent = isOpen ? 'more' : 'fewer';
  find('#more-visitors')?.toggleAttribute('hidden', isOpen);
});

/** Shows the page's own card, or the frame with the data of the reader's service. */
function showFrame(frame?: HTMLIFrameElement): void {
  card?.toggleAttribute('hidden', !!frame);
  place?.toggleAttribute('hidden', !frame);
  place?.replaceChildren(...(frame ? [frame] : []));
}

// A guess replaces the data of a failed lookup. This lookup fails without a request.
let isGuess = false;
const send = globalThis.fetch;
globalThis.fetch = (input, init) =>
  isGuess ? Promise.reject(new TypeError('No lookup is sent for a guess.')) : send(input, init);

/** Counts what the reader chose, so that a guess that comes too late isn't shown. */
let choices = 0;

find('#guess')?.addEventListener('click', async () => {
  choices += 1;
  const choice = choices;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const country = (await guessFromTimeZone())?.location?.country?.code;
  if (!guessStatus || choice !== choices) return;
  guessStatus.textContent = country
    ? `A guess: your browser’s time zone is ${timeZone}. The whole page follows it. Nothing was sent.`
    : `Your browser’s time zone, ${timeZone}, belongs to no single country, so there is no guess.`;
  if (!country) return;
  isGuess = true;
  showFrame();
  for (const visitor of document.querySelectorAll<HTMLInputElement>('[name=visitor]'))
    visitor.checked = false;
  window.visitorElements.clearOverride();
  window.visitorElements.configure({ baseUrl: new URL('guess/', siteRoot).href, guess: 'time-zone' });
});

// Before the visitor is changed, so that the next lookup is sent.
addEventListener(
  'change',
  ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'visitor') return;
    choices += 1;
    isGuess = false;
    window.visitorElements.configure({ guess: 'none' });
    showFrame();
    if (guessStatus) guessStatus.textContent = hint;
  },
  { capture: true },
);

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!status) return;
  const {
    serviceUrl = '',
    key = '',
    auth,
  } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const typed: TypedLookup = {
    baseUrl: serviceUrl.trim(),
    apiKey: key.trim(),
    auth: auth === 'header' ? 'header' : 'query',
  };
  const frame = document.createElement('iframe');
  frame.title = 'You, as your service sees you';
  frame.src = new URL('show-me.html', siteRoot).href;
  frame.addEventListener(readyEvent, () =>
    (frame.contentWindow as (Window & typeof globalThis) | null)?.lookUp(typed),
  );
  frame.addEventListener('lookup-result', ({ detail: { error } }) => {
    status.textContent = error === undefined ? 'That is you.' : error;
  });
  status.textContent = 'Requesting …';
  showFrame(frame);
});
