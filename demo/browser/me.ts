/** The document of "Show me": asks the service that its reader typed into the page around it, and shows the answer. */
import { type Asked, type AskedNews, askedAt } from './asked.js';

const { configure, grantConsent } = window.visitorElements;
const outer = window.frameElement;
const tell = (detail: AskedNews) => outer?.dispatchEvent(new CustomEvent('asked', { detail }));

addEventListener('visitor-load', () => tell({}), { once: true });
addEventListener('visitor-error', (event) =>
  tell({ error: (event as Event & { error?: Error }).error?.message ?? '' }),
);

/** Only the page around this one can call it: others can't reach into the site's frames. */
globalThis.ask = ({ baseUrl, apiKey, auth }: Asked) => {
  try {
    configure(apiKey ? { baseUrl, apiKey, auth } : { baseUrl, auth: 'none' });
    grantConsent();
    document.body.innerHTML = '<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>';
  } catch (error) {
    tell({ error: String(error) });
  }
};
outer?.dispatchEvent(new Event(askedAt));
