/** What a reader wants of the page at one moment. */
import { checkSettings } from './check-settings.js';
import { ofDocument } from './document.js';
import { isLookupError, LookupError } from './error.js';
import { circumstances, mayAsk } from './gate.js';
import { type Question, questionOf } from './question.js';
import type { CheckedSettings, Settings } from './settings.js';
import type { LookupName } from './types.js';

/** What a reader wants, with its settings; or what is wrong with them; neither while they are still to come. */
export interface Ask {
  readonly question?: Question;
  readonly settings?: CheckedSettings;
  readonly error?: LookupError;
}

/** @param ua What is no text is none. */
export function ask(lookup: LookupName, settings: Settings, ua?: unknown): Ask {
  if (!settings.baseUrl && isLoading()) return {};
  try {
    const checked = checkSettings(settings);
    return { settings: checked, question: questionOf(lookup, checked, typeof ua === 'string' ? ua : '') };
  } catch (error) {
    if (!isLookupError(error)) throw error;
    return { error };
  }
}

/** While the page still loads, a later script may configure it. */
const isLoading = () => (ofDocument('readyState') ?? 'complete') !== 'complete';

const skipped = /* @__PURE__ */ new LookupError('skipped', 'No lookup was made: the visitor is a crawler.');

/** What a reader may ask now; or why it gets no answer; or neither, and it waits. */
export type Leave = { question: Question; settings: CheckedSettings } | LookupError | undefined;

export function leaveTo({ question, settings, error }: Ask): Leave {
  if (!question || !settings) return error;
  const may = mayAsk(settings, circumstances());
  return { now: { question, settings }, later: undefined, never: skipped }[may];
}
