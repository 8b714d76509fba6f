/**
 * The state of a preview's frame. The surrounding page stores it in an attribute of the frame, because a URL can't hold
 * it.
 */
export interface Preview {
  /** The visitor and the failure: names of the site's visitors and faults. */
  as: string;
  fault: string;
  state: string;
  /** How the key is sent. */
  auth: string;
  html: string;
  /** Tokens, as declarations of CSS. */
  style: string;
  lang: string;
  dir: string;
  scheme: string;
}

/** Whether markup has a map. Its page loads `countries.js`, with which the map marks countries. */
export const hasMap = (html: string): boolean => html.includes('<visitor-map');

/** The states that an element can be forced into, and how. */
export const previewStates = {
  ready: 'Data is shown.',
  idle: 'No request was sent: the page waits for consent.',
  pending: 'The request is under way.',
  stale: 'A refresh failed; the last data stays.',
  guessed: 'The lookup failed; the country is a guess from the browser’s time zone (here Europe/Paris).',
  overridden: 'The visitor chose another country (here Canada).',
  error: 'The lookup failed.',
} as const;

export type PreviewState = keyof typeof previewStates;

/** The states that only IP data has: the others have no country. */
export const ipStates: readonly string[] = ['guessed', 'overridden'] satisfies PreviewState[];

/** The settings that need a new document; all others are applied in place. */
export const startOf = ({ as, fault, state, auth, lang, html }: Preview) =>
  [as, fault, state, auth, lang, hasMap(html)].join();

/** The attribute of a frame that says what it shows. */
export const previewAttribute = 'data-preview';

/** Shows something in a frame, as soon as the frame is loaded. */
export const showIn = (frame: HTMLIFrameElement, preview: Preview) =>
  frame.setAttribute(previewAttribute, String(new URLSearchParams({ ...preview })));

/** What this frame shows. `undefined` if no page of the site surrounds it. */
export const readPreview = () =>
  ({
    as: '',
    fault: '',
    state: 'ready',
    auth: 'query',
    html: '',
    style: '',
    lang: 'en',
    dir: 'ltr',
    scheme: '',
    ...Object.fromEntries(new URLSearchParams(window.frameElement?.getAttribute(previewAttribute) ?? '')),
  }) as Preview;

/** Reports an event of this frame to the surrounding page. */
export interface PreviewReport {
  event?: { name: string; tag: string; description: string };
  data?: unknown;
  /** The height of the content, in pixels. */
  height?: number;
}

declare global {
  interface GlobalEventHandlersEventMap {
    preview: CustomEvent<PreviewReport>;
  }
}
