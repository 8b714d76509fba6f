import { type PreviewState, previewStates } from '../browser/preview.js';
import { galleryElements } from '../gallery/elements.js';
import type { VisitorId } from '../visitors/visitors.js';
import { asMarkup } from './code.js';

interface ShownState {
  name: string;
  says: string;
  state: PreviewState;
  as?: VisitorId;
  /** Fallback content for elements that have some. */
  content?: string;
}

const ownContent = 'Welcome, whoever you are.';
const states: readonly ShownState[] = [
  { name: 'ready', says: previewStates.ready, state: 'ready' },
  { name: 'ready, with badges', says: 'The network is a Tor exit.', state: 'ready', as: 'tor' },
  { name: 'ready, little known', says: 'The data has a country and a network.', state: 'ready', as: 'gb' },
  { name: 'idle', says: 'No request is sent: the page waits for consent.', state: 'idle' },
  { name: 'pending', says: 'The response is on its way.', state: 'pending' },
  { name: 'error', says: previewStates.error, state: 'error' },
  { name: 'stale', says: 'A refresh failed; the last good data stays.', state: 'stale' },
  { name: 'guessed', says: 'The lookup failed; the time zone is Europe/Paris.', state: 'guessed' },
  { name: 'overridden', says: 'The visitor chose Canada.', state: 'overridden' },
  {
    name: 'your own content, idle',
    says: 'It is shown until a request is sent.',
    state: 'idle',
    content: ownContent,
  },
  {
    name: 'your own content, pending',
    says: 'It is shown until there is data.',
    state: 'pending',
    content: ownContent,
  },
  {
    name: 'your own content, error',
    says: 'It stays when the lookup fails.',
    state: 'error',
    content: ownContent,
  },
];

/** A grid of live frames, one for each state, and buttons for the element in them. */
export const stateGrid = (): string =>
  `<fieldset class="see-as" data-needs-js><legend>Element</legend>${[...Object.keys(galleryElements), 'all']
    .map(
      (name, index) =>
        `<label class="chip"><input type="radio" name="element" value="${name}"${index === 0 ? ' checked' : ''} /><span>${name}</span></label>`,
    )
    .join('')}</fieldset>
  <div class="states" data-element="visitor-info">${states
    .map(
      ({ name, says, state, as = 'office', content = '' }) =>
        `<figure class="state"><figcaption><h3>${name}</h3><p>${says}</p></figcaption><iframe data-needs-js loading="lazy" title="${name}" data-state="${state}" data-as="${as}" data-content="${asMarkup(content)}"></iframe></figure>`,
    )
    .join('')}</div>`;
