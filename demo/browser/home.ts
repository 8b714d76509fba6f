/** The card of the first page: more visitors to see it as, and the reader's own country as the time zone tells it. */
// Most visitors of the page have no coordinates: with this their map marks the country.
import '../../src/countries.js';

const status = document.querySelector('#guess-status');
const hint = status?.textContent ?? '';

const more = document.querySelector('.chip-more');
more?.addEventListener('click', () => {
  const isOpen = more.getAttribute('aria-expanded') === 'true';
  more.setAttribute('aria-expanded', String(!isOpen));
  more.textContent = isOpen ? 'more' : 'fewer';
  document.querySelector('#more-visitors')?.toggleAttribute('hidden', isOpen);
});

// The library's script may come later than this module.
const complete = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
document.querySelector('#guess')?.addEventListener('click', async () => {
  await complete;
  for (const visitor of document.querySelectorAll<HTMLInputElement>('[name=visitor]'))
    visitor.checked = false;
  const { clearOverride, configure, origin } = window.visitorElements;
  clearOverride();
  configure({ baseUrl: undefined, guess: 'time-zone' });
  const { location } = await origin.ip();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // The reader may have picked a visitor meanwhile.
  if (!status || !origin.snapshot('ip').guessed) return;
  status.textContent = location?.country?.code
    ? `A guess: your browser’s time zone is ${timeZone}. The whole page follows it. Nothing was sent.`
    : `Your browser’s time zone, ${timeZone}, belongs to no single country, so there is no guess.`;
});
addEventListener('change', ({ target }) => {
  if (status && target instanceof HTMLInputElement && target.name === 'visitor') status.textContent = hint;
});
