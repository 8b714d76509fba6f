/**
 * The document of "Show me": looks up the reader with the service typed into the surrounding page, and shows the data.
 */
// As on the home page: a map marks the country of a visitor without coordinates.
import '../../src/countries.js';
import { readyEvent, type TypedLookup, type TypedLookupResult } from './typed-lookup.js';

const { configure, grantConsent } = window.visitorElements;
const outer = window.frameElement;
const report = (detail: TypedLookupResult) =>
  outer?.dispatchEvent(new CustomEvent('lookup-result', { detail }));

addEventListener('visitor-load', () => report({}), { once: true });
addEventListener('visitor-error', (event) =>
  report({ error: (event as Event & { error?: Error }).error?.message ?? '' }),
);

/** Other sites can't call this: the site's frames have another origin than theirs. */
globalThis.lookUp = ({ baseUrl, apiKey, auth }: TypedLookup) => {
  try {
    configure(apiKey ? { baseUrl, apiKey, auth } : { baseUrl, auth: 'none' });
    grantConsent();
    document.body.innerHTML = '<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>';
  } catch (error) {
    report({ error: String(error) });
  }
};
outer?.dispatchEvent(new Event(readyEvent));
