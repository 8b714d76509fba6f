/** The card of the first page: more visitors to see it as, and the reader's own country as the time zone tells it. */
// Most visitors of the page have no coordinates: with this their map marks the country.
import '../../src/countries.js';
import { guessFromTimeZone } from '../../src/personal/guess.js';
import { siteRoot } from './view.js';

const status = document.querySelector('#guess-status');
const hint = status?.textContent ?? '';

const more = document.querySelector('.chip-more');
more?.addEventListener('click', () => {
  const isOpen = more.getAttribute('aria-expanded') === 'true';
  more.setAttribute('aria-expanded', String(!isOpen));
  more.textContent = isOpen ? 'more' : 'fewer';
  document.querySelector('#more-visitors')?.toggleAttribute('hidden', isOpen);
});

// A guess replaces the data of a failed lookup. This lookup fails without a request.
let isGuess = false;
const send = globalThis.fetch;
globalThis.fetch = (input, init) =>
  isGuess ? Promise.reject(new TypeError('No lookup is sent for a guess.')) : send(input, init);

/** Counts what the reader chose, so that a guess that comes too late isn't shown. */
let choices = 0;

document.querySelector('#guess')?.addEventListener('click', async () => {
  choices += 1;
  const choice = choices;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const country = (await guessFromTimeZone())?.location?.country?.code;
  if (!status || choice !== choices) return;
  status.textContent = country
    ? `A guess: your browser’s time zone is ${timeZone}. The whole page follows it. Nothing was sent.`
    : `Your browser’s time zone, ${timeZone}, belongs to no single country, so there is no guess.`;
  if (!country) return;
  isGuess = true;
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
    if (status) status.textContent = hint;
  },
  { capture: true },
);
