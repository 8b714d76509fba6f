import { galleryElements } from '../browser/gallery.js';
import { type PreviewState, previewStates } from '../browser/preview.js';
import type { VisitorId } from '../visitors/visitors.js';
import { asMarkup } from './code.js';

export const allElements = Object.keys(galleryElements);
const allExcept = (names: RegExp) => allElements.filter((element) => !names.test(element));
const withCountry = allExcept(/asn|user-agent/);
const withContent = allExcept(/value|select|map/);
const ownContent = 'Welcome, whoever you are.';

interface ShownState {
  as?: VisitorId;
  /** Fallback content. */
  content?: string;
  /** The elements that have this state. Default: all. */
  elements?: readonly string[];
}

const own = { content: ownContent, elements: withContent };
export const states: readonly (readonly [name: string, words: string, state: PreviewState, ShownState?])[] = [
  ['ready', previewStates.ready, 'ready'],
  ['ready, with badges', 'A Tor exit.', 'ready', { as: 'tor', elements: ['visitor-info'] }],
  ['ready, little known', 'A country and a network.', 'ready', { as: 'gb', elements: withCountry }],
  ['idle', 'The page waits for consent.', 'idle'],
  ['pending', 'The response is on its way.', 'pending'],
  ['error', previewStates.error, 'error'],
  ['stale', 'A refresh failed; data stays.', 'stale'],
  ['guessed', 'From the time zone, Europe/Paris.', 'guessed', { elements: withCountry }],
  ['overridden', 'The visitor chose Canada.', 'overridden', { elements: withCountry }],
  ['your own content, idle', 'It shows until a request is sent.', 'idle', own],
  ['your own content, pending', 'It shows until there is data.', 'pending', own],
  ['your own content, error', 'It stays when the lookup fails.', 'error', own],
];

/** A grid of live frames, one for each state, and buttons for the element in them. */
export const stateGrid = (): string =>
  `<fieldset class="see-as" data-needs-js><legend>Element</legend>${allElements
    .map(
      (name, index) =>
        `<label class="chip"><input type="radio" name="element" value="${name}"${index === 0 ? ' checked' : ''} /><span>${name}</span></label>`,
    )
    .join('')}</fieldset>
  <div class="states" data-element="visitor-info">${states
    .map(
      ([name, description, state, { as = 'office', content = '', elements = allElements } = {}]) =>
        `<figure class="state" data-elements="${elements.join(' ')}"><figcaption><h2>${name}</h2><p>${description}</p></figcaption><iframe data-needs-js loading="lazy" title="${name}" data-state="${state}" data-as="${as}" data-content="${asMarkup(content)}"></iframe></figure>`,
    )
    .join('')}</div>`;
