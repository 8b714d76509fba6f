/** What a preview's frame shows. The page around the frame writes it on the frame's element: an address can't. */
export interface Preview {
  /** Who is visiting, and how the lookup fails: names of the site's visitors and faults. */
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

/** What elements can be made to show, and how it is brought about. */
export const states = {
  ready: 'Data is shown.',
  idle: 'Nothing was asked: the page waits for consent.',
  pending: 'The answer is on its way.',
  stale: 'A refresh failed; the last good answer stays.',
  guessed: 'The lookup failed; the country is a guess from the browser’s time zone (here Europe/Paris).',
  overridden: 'The visitor chose another country (here Canada).',
  error: 'The lookup failed.',
} as const;

export type State = keyof typeof states;

/** What changes a document from its start; the rest can change in place. */
export const startOf = ({ as, fault, state, auth, lang }: Preview) => [as, fault, state, auth, lang].join();

/** The attribute of a frame that says what it shows. */
export const previewAttribute = 'data-preview';

/** Has a frame show something, at once or when it has loaded. */
export const showIn = (frame: HTMLIFrameElement, preview: Preview) =>
  frame.setAttribute(previewAttribute, String(new URLSearchParams({ ...preview })));

/** What this frame is to show: nothing where no page of the site is around it. */
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

/** Tells the page around the frame what happens in it, as an event of the frame. */
export interface PreviewNews {
  event?: { name: string; tag: string; says: string };
  data?: unknown;
  cost?: { requests: number; preflights: number; credits: number };
}

declare global {
  interface GlobalEventHandlersEventMap {
    preview: CustomEvent<PreviewNews>;
  }
}
