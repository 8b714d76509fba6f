/** The relay itself, for any kind of server. */

import type { IpData, LookupName } from '../model/types.js';
import { type Answer, Memory } from './cache/lru-cache.js';
import { createNarrow, demandNarrowable, type Narrowing } from './cache/selections.js';
import type { CheckedOptions } from './checked-options.js';
import { isRelayError, log, RelayError } from './errors.js';
import { createNotify, millisecondsSince } from './events.js';
import { isUnattended } from './http/bot-or-prefetch.js';
import type { RelayRequest, Reply } from './http/exchange.js';
import { selects } from './http/fields.js';
import { createGuard } from './http/guard.js';
import { failureReply, PREFLIGHT_HEADERS, readableHeaders, SUCCESS_HEADERS } from './http/replies.js';
import { RequestContext } from './http/request-context.js';
import { createAnswerTo } from './upstream/upstream.js';

/** The longest User-Agent that is parsed, in characters; a longer one counts as none. */
const MOST_USER_AGENT = 1024;
/** Characters of whole answers that are kept beside what they are made of: those of some thousand visitors. */
const MOST_WHOLE = 2 * 2 ** 20;
/** The part of `timeout` that stores are waited for. */
const HELPER_SHARE = 1 / 10;

/** What a relay does, whatever kind of server it is in. Neither ever rejects. */
export interface Responder {
  /** Answers a request for the relay, at once where all is known. */
  respond(request: RelayRequest): Reply | Promise<Reply>;
  /** The IP data for a page that a server makes for a request; `null` where there is none. */
  dataFor(read: () => RelayRequest): Promise<IpData | null>;
}

/** What `observe` is told of an answer, as far as it is known. */
interface Progress {
  lookup: LookupName | null;
  context?: RequestContext;
}

export function createResponder(options: CheckedOptions): Responder {
  const { allowOrigins, apiKey, maxAge, observe, timeout } = options;
  const notify = createNotify(observe);
  const guard = createGuard(options);
  const answerTo = createAnswerTo(options, notify);
  const whole = new Memory<Answer>(MOST_WHOLE, maxAge * 1000);
  const narrow = createNarrow(maxAge * 1000);

  return {
    respond: (request) =>
      observed(
        (progress) => {
          const { lookup, narrowing } = guard.admit(request);
          if (!lookup) return preflight(request);
          progress.lookup = lookup;
          const context = contextOf(request, lookup === 'ip' && !selects(narrowing?.selection, 'user_agent'));
          progress.context = context;
          const question = questionOf(lookup, context);
          const reply = (found: Answer) => success(request, bodyOf(found, question, context, narrowing));
          const found = answer(lookup, question, context);
          return found instanceof Promise ? found.then(reply) : reply(found);
        },
        (error) => failureReply(error, readable(request), allowOrigins.length > 0),
      ),

    async dataFor(read) {
      try {
        const request = read();
        return isUnattended(request) ? null : await ipDataFor(request);
      } catch (thrown) {
        log(thrown, apiKey);
        return null;
      }
    },
  };

  async function ipDataFor(request: RelayRequest): Promise<IpData | null> {
    let data: IpData | null = null;
    await observed(
      async (progress) => {
        guard.demandHost(request);
        progress.lookup = 'ip';
        const context = contextOf(request, false);
        progress.context = context;
        data = JSON.parse((await answer('ip', questionOf('ip', context), context)).text);
        return { status: 200 };
      },
      ({ status }) => ({ status }),
    );
    return data;
  }

  /**
   * Does the work, tells `observe` what came of it, and makes a result of whatever is thrown. What is known is there at
   * once: promises would cost as much as all the rest.
   */
  function observed<Result extends { status: number }>(
    work: (progress: Progress) => Result | Promise<Result>,
    fail: (error: RelayError) => Result,
  ): Result | Promise<Result> {
    const started = performance.now();
    const progress: Progress = { lookup: null };
    const ended = (result: Result, outcome: string) => {
      if (!observe) return result;
      const { context, lookup } = progress;
      const milliseconds = millisecondsSince(started);
      const { status } = result;
      const from = context?.from;
      notify({ type: 'answer', lookup, outcome, status, milliseconds, ...(from && { from }) });
      return result;
    };
    const failed = (thrown: unknown) => {
      if (!isRelayError(thrown)) log(thrown, apiKey);
      const error = isRelayError(thrown) ? thrown : new RelayError('broken');
      return ended(fail(error), error.outcome);
    };
    try {
      const result = work(progress);
      return result instanceof Promise
        ? result.then((late) => ended(late, 'ok'), failed)
        : ended(result, 'ok');
    } catch (thrown) {
      return failed(thrown);
    }
  }

  function contextOf(request: RelayRequest, isBrowserUnwanted: boolean): RequestContext {
    const userAgent = request.header('user-agent') ?? '';
    const isWorthless = isBrowserUnwanted || userAgent.length > MOST_USER_AGENT;
    return new RequestContext(
      request,
      givenAddress(request),
      isWorthless ? '' : userAgent,
      timeout * HELPER_SHARE,
    );
  }

  function givenAddress(request: RelayRequest): unknown {
    const started = performance.now();
    try {
      const given = request.address();
      if (given instanceof Promise) given.catch(() => {}); // An `address` that rejects gives no address; it must not end the process.
      return given;
    } catch (thrown) {
      if (isRelayError(thrown)) throw thrown;
      const milliseconds = millisecondsSince(started);
      notify({ type: 'fault', lookup: null, outcome: 'internal', status: 0, milliseconds });
      throw thrown;
    }
  }

  /** The text to send of an answer; `null` where a HEAD would need it made. */
  function bodyOf(
    answer: Answer,
    question: string,
    { request, visitor }: RequestContext,
    narrowing?: Narrowing,
  ) {
    if (!narrowing) return answer.text;
    if (request.method !== 'HEAD') return narrow(question, answer, narrowing, visitor.site);
    demandNarrowable(answer);
    return null;
  }

  /** The whole answer, kept for the next time: putting it together is most of the work where its parts are known. */
  function answer(lookup: LookupName, question: string, context: RequestContext): Answer | Promise<Answer> {
    const known = whole.get(question);
    if (!known) return composed(lookup, question, context);
    context.asked('memory');
    return known;
  }

  async function composed(lookup: LookupName, question: string, context: RequestContext): Promise<Answer> {
    const found = await answerTo(lookup, context);
    whole.set(question, found, context.visitor.site);
    return found;
  }

  function success(request: RelayRequest, body: string | null): Reply {
    return { status: 200, headers: { ...SUCCESS_HEADERS, ...readable(request) }, body };
  }

  /** Lets the page of a listed origin read the answer. */
  function readable({ header }: RelayRequest): Record<string, string> {
    const origin = allowOrigins.length > 0 ? header('origin') : undefined;
    return origin && allowOrigins.includes(origin) ? readableHeaders(origin) : {};
  }

  function preflight(request: RelayRequest): Reply {
    return { status: 204, headers: { ...readable(request), ...PREFLIGHT_HEADERS }, body: null };
  }
}

const questionOf = (lookup: LookupName, { address, userAgent }: RequestContext) =>
  `${lookup}\n${address}\n${userAgent}`;
