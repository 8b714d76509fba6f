/** The relay itself, for any kind of server. */

import type { CheckedOptions } from './checked-options.js';
import { answers } from './endpoints.js';
import { isRelayError, log, RelayError } from './errors.js';
import { pickFields, type Selection, selects } from './fields.js';
import { createGuard } from './guard.js';
import { Inquiry } from './inquiry.js';
import type { LookupName } from './lookup.js';
import { createLookups } from './lookups.js';
import { type Answer, Memory } from './memory.js';
import { createTell, since } from './observer.js';
import { failureReply, PREFLIGHT_HEADERS, readableHeaders, SUCCESS_HEADERS } from './replies.js';
import { createSourceLookups } from './source.js';
import type { Reply, Visit } from './visit.js';

/** The longest User-Agent that is worth a credit. */
const MOST_USER_AGENT = 1024;
/** Characters of whole answers that are kept beside what they are made of: those of some thousand visitors. */
const MOST_WHOLE = 2 * 2 ** 20;
/** The part of `timeout` that helpers are waited for. */
const WAITS = 1 / 10;

/** Makes the function that answers visits. It never rejects. */
export function createResponder(options: CheckedOptions): (visit: Visit) => Promise<Reply> {
  const { allowOrigins, apiKey, source, timeout } = options;
  const parses = options.userAgent && (!source || source.browser !== undefined);
  const tell = createTell(options.observe);
  const admit = createGuard(options);
  const lookups = source ? createSourceLookups(source, options, tell) : createLookups(options, tell);
  const whole = new Memory<Answer>(MOST_WHOLE);

  return async (visit) => {
    const started = performance.now();
    let lookup: LookupName | null = null;
    let inquiry: Inquiry | undefined;
    let reply: Reply;
    let outcome = 'ok';
    try {
      const admission = admit(visit);
      lookup = admission.lookup ?? null;
      reply = lookup ? await answered(lookup, admission.selection) : preflight(visit);
    } catch (thrown) {
      if (!isRelayError(thrown)) log(thrown, apiKey);
      const error = isRelayError(thrown) ? thrown : new RelayError('broken');
      reply = failureReply(error, readable(visit), allowOrigins.length > 0);
      outcome = error.outcome;
    }
    const from = inquiry?.from;
    const { status } = reply;
    tell({ type: 'answer', lookup, outcome, status, milliseconds: since(started), ...(from && { from }) });
    return reply;

    async function answered(lookup: LookupName, selection: Selection | undefined): Promise<Reply> {
      inquiry = inquiryOf(visit, lookup === 'ip' && !selects(selection, 'user_agent'));
      const { text } = await answer(lookup, inquiry);
      const body = selection ? JSON.stringify(pickFields(JSON.parse(text), selection)) : text;
      return { status: 200, headers: { ...SUCCESS_HEADERS, ...readable(visit) }, body };
    }
  };

  function inquiryOf(visit: Visit, isBrowserUnwanted: boolean): Inquiry {
    const userAgent = visit.header('user-agent') ?? '';
    const worthless = isBrowserUnwanted || userAgent.length > MOST_USER_AGENT;
    return new Inquiry(visit, tellAddress(visit), worthless ? '' : userAgent, timeout * WAITS);
  }

  function tellAddress(visit: Visit): unknown {
    const started = performance.now();
    try {
      const told = visit.address();
      if (told instanceof Promise) told.catch(() => {}); // No address, and no end of the process either.
      return told;
    } catch (thrown) {
      if (isRelayError(thrown)) throw thrown;
      const milliseconds = since(started);
      tell({ type: 'fault', lookup: null, outcome: 'internal', status: 0, milliseconds });
      throw thrown;
    }
  }

  /** The whole answer, kept for the next time: putting it together is most of the work where its parts are known. */
  async function answer(lookup: LookupName, inquiry: Inquiry): Promise<Answer> {
    const question = `${lookup}\n${inquiry.address}\n${inquiry.userAgent}`;
    const known = whole.get(question);
    if (known) {
      inquiry.reach('memory');
      return known;
    }
    const found = await answers[lookup](lookups, inquiry, parses);
    whole.set(question, found, inquiry.visitor.site);
    return found;
  }

  /** Lets the page of a listed origin read the answer. */
  function readable({ header }: Visit): Record<string, string> {
    const origin = allowOrigins.length > 0 ? header('origin') : undefined;
    return origin && allowOrigins.includes(origin) ? readableHeaders(origin) : {};
  }

  function preflight(visit: Visit): Reply {
    return { status: 204, headers: { ...readable(visit), ...PREFLIGHT_HEADERS }, body: '' };
  }
}
