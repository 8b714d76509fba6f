/** What a reader wants of the page at one moment, and whether it may have it. */
import { checkSettings } from './check-settings.js';
import { ofDocument } from './document.js';
import { isLookupError, LookupError } from './error.js';
import { circumstances, mayAsk } from './gate.js';
import { type Question, questionOf } from './question.js';
import type { CheckedSettings, Settings } from './settings.js';
import { type Resting, refusedBy } from './snapshot.js';
import type { LookupName } from './types.js';

/** What a reader wants, with its settings; or why it gets no answer; neither while it waits. */
export interface Ask {
  readonly question?: Question;
  readonly settings?: CheckedSettings;
  readonly refused?: Resting | undefined;
}

type Readied = Pick<Ask, 'settings' | 'refused'>;

const nothing: Ask = {};
const skipped: Ask = {
  refused: /* @__PURE__ */ refusedBy(
    /* @__PURE__ */ new LookupError('skipped', 'No lookup was made: the visitor is a crawler.'),
  ),
};

/** Checked settings, or what is wrong with them; neither while they may still come. */
export function readied(settings: Settings): Readied {
  // While the page still loads, a later script may configure it.
  if (!settings.baseUrl && (ofDocument('readyState') ?? 'complete') !== 'complete') return nothing;
  try {
    return { settings: checkSettings(settings) };
  } catch (error) {
    if (!isLookupError(error)) throw error;
    return { refused: refusedBy(error) };
  }
}

/** @param ua What is no text is none. */
export const askFor = (lookup: LookupName, { settings, refused }: Readied, ua: unknown): Ask =>
  settings
    ? { settings, question: questionOf(lookup, settings, typeof ua === 'string' ? ua : '') }
    : { refused };

/** What of it the reader may ask now; or why it gets no answer; or neither, and it waits. */
export function leaveTo(ask: Ask): Ask {
  const { settings } = ask;
  return settings ? { now: ask, later: nothing, never: skipped }[mayAsk(settings, circumstances())] : ask;
}
