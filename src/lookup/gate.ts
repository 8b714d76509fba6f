import { ofDocument } from './document.js';
import { LookupError } from './error.js';
import { page } from './page.js';
import type { Ask, Question } from './question.js';
import type { CheckedSettings } from './settings.js';

/** What the page and its visitor allow, at one moment. */
interface Circumstances {
  /** What the visitor said; `undefined` until then. */
  readonly consent: boolean | undefined;
  readonly userAgent: string;
  readonly prerendering: boolean;
}

const skipped = /* @__PURE__ */ new LookupError('skipped', 'No lookup was made: the visitor is a crawler.');

/** Whether a reader with these settings may ask now: yes, not yet, or not at all and why. */
export function mayAsk(
  { consent, skipBots }: Pick<CheckedSettings, 'consent' | 'skipBots'>,
  { userAgent, prerendering, consent: said }: Circumstances,
): boolean | LookupError {
  // Cubot makes telephones.
  if (skipBots && /bot|crawl|spider|slurp/i.test(userAgent.replace(/cubot/i, ''))) return skipped;
  return consents(consent, said) && !prerendering;
}

/** Whether the visitor may be looked up and results stored: what the visitor said, else what the setting says. */
export function consents(setting: CheckedSettings['consent'], said = page.consent): boolean {
  return said ?? setting === 'not-required';
}

/** What a reader may ask now; or why it gets no answer; or neither, and it waits. */
export type Leave = { question: Question; settings: CheckedSettings } | LookupError | undefined;

export function leaveTo({ question, settings, error }: Ask): Leave {
  if (!question || !settings) return error;
  const may = mayAsk(settings, circumstances());
  return may === true ? { question, settings } : may || undefined;
}

function circumstances(): Circumstances {
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
