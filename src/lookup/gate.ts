import { ofDocument } from './document.js';
import { page } from './page.js';
import type { CheckedSettings } from './settings.js';

/** What the page and its visitor allow, at one moment. */
interface Circumstances {
  /** What the visitor said; `undefined` until then. */
  readonly consent: boolean | undefined;
  readonly userAgent: string;
  readonly prerendering: boolean;
}

/** When a reader with these settings may ask: crawlers never, others with consent, on a page that is seen. */
export function mayAsk(
  { consent, skipBots }: Pick<CheckedSettings, 'consent' | 'skipBots'>,
  { userAgent, prerendering, consent: said }: Circumstances,
): 'now' | 'later' | 'never' {
  // Cubot makes telephones.
  if (skipBots && /bot|crawl|spider|slurp/i.test(userAgent.replace(/cubot/i, ''))) return 'never';
  return consents(consent, said) && !prerendering ? 'now' : 'later';
}

/** Whether the visitor may be looked up and results stored: what the visitor said, else what the setting says. */
export function consents(setting: CheckedSettings['consent'], said = page.consent): boolean {
  return said ?? setting === 'not-required';
}

export function circumstances(): Circumstances {
  const { document, navigator } = globalThis as {
    document?: { prerendering?: unknown };
    navigator?: Navigator;
  };
  return {
    consent: page.consent,
    userAgent: navigator?.userAgent ?? '',
    // An element may have taken the place of the property, a tool may stand in for the browser.
    prerendering: [document?.prerendering, ofDocument('prerendering' as keyof Document)].includes(true),
  };
}
