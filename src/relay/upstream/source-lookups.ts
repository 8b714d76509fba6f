import type { LookupName } from '../../model/types.js';
import { CoalescingCache, type Search } from '../cache/coalescing-cache.js';
import type { CheckedOptions } from '../checked-options.js';
import { log, RelayError } from '../errors.js';
import { millisecondsSince, type Notify } from '../events.js';
import type { Found, Source } from '../options.js';
import { knownIn } from '../source-data.js';
import { completed } from '../sources/complete.js';
import { TimeBudget } from '../time-budget.js';
import { connectionOf, type Lookups } from './lookups.js';

/** Characters of networks and of browsers that are kept at most. */
const MOST = 4 * 2 ** 20;
/** How it is kept that a source knows nothing. */
const NOTHING = 'null';

type Options = Pick<CheckedOptions, 'maxAge' | 'timeout' | 'userAgent'>;

/**
 * Looks up in what the deployment itself knows, instead of at the lookup service or after it.
 *
 * @param from Which option the source is. A fallback that knows nothing of a visitor has no answer; a source has then the
 * visitor's address.
 */
export function createSourceLookups(
  source: Source,
  { maxAge, timeout, userAgent }: Options,
  from: 'source' | 'fallback',
  notify: Notify,
): Lookups {
  const networks = new CoalescingCache(MOST, maxAge * 1000);
  const browsers = new CoalescingCache(MOST, maxAge * 1000);

  return {
    async ip(context) {
      const { request, publicAddress } = context;
      const webRequest = request.webRequest();
      context.asked(from);
      const text = await ask(
        'ip',
        () => source.ip(publicAddress, webRequest, request.context),
        (data) => ({ ...completed(data), ip: data.ip ?? publicAddress ?? undefined, user_agent: undefined }),
      );
      if (text !== NOTHING) return { text, until: 0 };
      if (from === 'fallback') throw new RelayError('unknownVisitor');
      return { text: JSON.stringify({ ip: context.demandPublicAddress() }), until: 0 };
    },

    async network(ip, context) {
      const { asn, organization } = connectionOf(ip);
      if (!source.network) {
        context.asked(from);
        return { text: JSON.stringify({ asn, name: organization ?? null }), until: 0 };
      }
      const search = searchFor('asn', () => source.network?.(asn));
      const answer = await networks.answer(`${asn}`, context, search);
      if (answer.text === NOTHING) throw new RelayError('unknownNetwork');
      return answer;
    },

    ...(source.browser &&
      userAgent && {
        async browser(context) {
          const search = searchFor('user-agent', () => source.browser?.(context.userAgent));
          const answer = await browsers.answer(context.userAgent, context, search);
          if (answer.text === NOTHING) throw new RelayError('unknownBrowser');
          return answer;
        },
      }),
  };

  function searchFor(lookup: LookupName, work: () => Found): Search {
    return {
      async call() {
        const text = await ask(lookup, work, (data) => data);
        return { outcome: { text, until: Date.now() + maxAge * 1000 }, from };
      },
    };
  }

  /** What the source found, as a JSON text. Rejects with a `RelayError` where it fails. */
  async function ask(
    lookup: LookupName,
    work: () => Found,
    shape: (data: Record<string, unknown>) => object,
  ): Promise<string> {
    const started = performance.now();
    const waited = await new TimeBudget(timeout).wait(async () => {
      const found = knownIn(await work());
      if (found === null) return NOTHING;
      const text = found && JSON.stringify(shape(found));
      // An object's own `toJSON` may make anything of it.
      if (text === NOTHING || text?.startsWith('{')) return text;
      throw new TypeError(`The relay's ${from} answered for ${lookup} with what is no plain object.`);
    });
    if ('value' in waited) return waited.value;
    if (!waited.late) log(waited.failure, '');
    const error = new RelayError(waited.late ? 'sourceLate' : 'broken');
    const { outcome, status } = error;
    notify({ type: 'fault', lookup, outcome, status, milliseconds: millisecondsSince(started), from });
    throw error;
  }
}
