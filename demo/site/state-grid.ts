import { type PreviewState, previewStates } from '../browser/preview.js';
import { galleryElements } from '../gallery/elements.js';
import type { VisitorId } from '../visitors/visitors.js';
import { asMarkup } from './code.js';

interface ShownState {
  name: string;
  description: string;
  state: PreviewState;
  as?: VisitorId;
  /** Fallback content. */
  content?: string;
  /** The elements that have this state. Default: all. */
  elements?: readonly string[];
}

const allElements = Object.keys(galleryElements);
const allExcept = (...names: string[]) => allElements.filter((element) => !names.includes(element));
const withCountry = allExcept('visitor-asn', 'visitor-user-agent');
const withContent = allExcept('visitor-value', 'visitor-country-select', 'visitor-map');

const ownContent = 'Welcome, whoever you are.';
const states: readonly ShownState[] = [
  { name: 'ready', description: previewStates.ready, state: 'ready' },
  {
    name: 'ready, with badges',
    description: 'A Tor exit.',
    state: 'ready',
    as: 'tor',
    elements: ['visitor-info'],
  },
  {
    name: 'ready, little known',
    description: 'A country and a network.',
    state: 'ready',
    as: 'gb',
    elements: withCountry,
  },
  { name: 'idle', description: 'The page waits for consent.', state: 'idle' },
  { name: 'pending', description: 'The response is on its way.', state: 'pending' },
  { name: 'error', description: previewStates.error, state: 'error' },
  { name: 'stale', description: 'A refresh failed; data stays.', state: 'stale' },
  {
    name: 'guessed',
    description: 'From the time zone, Europe/Paris.',
    state: 'guessed',
    elements: withCountry,
  },
  {
    name: 'overridden',
    description: 'The visitor chose Canada.',
    state: 'overridden',
    elements: withCountry,
  },
  {
    name: 'your own content, idle',
    description: 'It shows until a request is sent.',
    state: 'idle',
    content: ownContent,
    elements: withContent,
  },
  {
    name: 'your own content, pending',
    description: 'It shows until there is data.',
    state: 'pending',
    content: ownContent,
    elements: withContent,
  },
  {
    name: 'your own content, error',
    description: 'It stays when the lookup fails.',
    state: 'error',
    content: ownContent,
    elements: withContent,
  },
];

/** A grid of live frames, one for each state, and buttons for the element in them. */
export const stateGrid = (): string =>
  `<fieldset class="see-as" data-needs-js><legend>Element</legend>${[...allElements, 'all']
    .map(
      (name, index) =>
        `<label class="chip"><input type="radio" name="element" value="${name}"${index === 0 ? ' checked' : ''} /><span>${name}</span></label>`,
    )
    .join('')}</fieldset>
  <div class="states" data-element="visitor-info">${states
    .map(
      ({ name, description, state, as = 'office', content = '', elements = allElements }) =>
        `<figure class="state" data-elements="${[...elements, 'all'].join(' ')}"><figcaption><h2>${name}</h2><p>${description}</p></figcaption><iframe data-needs-js loading="lazy" title="${name}" data-state="${state}" data-as="${as}" data-content="${asMarkup(content)}"></iframe></figure>`,
    )
    .join('')}</div>`;
