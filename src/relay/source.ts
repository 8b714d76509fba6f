import type { CheckedOptions } from './checked-options.js';
import { Desk, type Find } from './desk.js';
import { log, RelayError } from './errors.js';
import { isObject, type LookupName } from './lookup.js';
import type { Lookups } from './lookups.js';
import { since, type Tell } from './observer.js';
import type { Found, Source } from './options.js';
import { Patience } from './patience.js';

/** Characters of networks and of browsers that are kept at most. */
const MOST = 4 * 2 ** 20;
/** A known unknown, as it is kept. */
const NOTHING = 'null';

/** Looks up in what the deployment itself knows, instead of at the lookup service. */
export function createSourceLookups(
  source: Source,
  { maxAge, timeout }: Pick<CheckedOptions, 'maxAge' | 'timeout'>,
  tell: Tell,
): Lookups {
  const networks = new Desk(MOST);
  const browsers = new Desk(MOST);

  return {
    async ip(address, inquiry) {
      const { visit } = inquiry;
      const request = visit.request();
      inquiry.reach('source');
      const text = await ask(
        'ip',
        () => source.ip(address, request, visit.context),
        (data) => ({ ...data, ip: data?.ip ?? address, user_agent: undefined }),
      );
      return { text, until: 0 };
    },

    async network({ asn, organization }, inquiry) {
      if (!source.network) return { text: JSON.stringify({ asn, name: organization ?? null }), until: 0 };
      const answer = await networks.answer(
        `${asn}`,
        inquiry,
        finding('asn', () => source.network?.(asn)),
      );
      if (answer.text === NOTHING) throw new RelayError('unknownNetwork');
      return answer;
    },

    async browser(userAgent, inquiry) {
      const find = finding('user-agent', () => source.browser?.(userAgent));
      const answer = await browsers.answer(userAgent, inquiry, find);
      if (answer.text === NOTHING) throw new RelayError('unknownBrowser');
      return answer;
    },
  };

  function finding(lookup: LookupName, work: () => Found): Find {
    return async () => {
      const text = await ask(lookup, work, (data) => data);
      return { outcome: { text, until: Date.now() + maxAge * 1000 }, from: 'source' };
    };
  }

  /** What the source found, as a JSON text. Throws a `RelayError` where it fails. */
  async function ask(
    lookup: LookupName,
    work: () => Found,
    shape: (data: Record<string, unknown> | null) => object | null,
  ): Promise<string> {
    const started = performance.now();
    let failure: unknown;
    const waited = await new Patience(timeout).wait(async () => {
      try {
        const found = (await work()) ?? null;
        const text = found === null || isPlain(found) ? JSON.stringify(shape(found)) : undefined;
        // An object may also say itself what becomes of it.
        if (text === NOTHING || text?.startsWith('{')) return text;
        throw new TypeError(`The relay's source answered for ${lookup} with what is no plain object.`);
      } catch (error) {
        failure = error;
        throw error;
      }
    });
    if ('value' in waited) return waited.value;
    if (!waited.late) log(failure, '');
    const error = new RelayError(waited.late ? 'sourceLate' : 'broken');
    const { outcome, status } = error;
    tell({ type: 'fault', lookup, outcome, status, milliseconds: since(started), from: 'source' });
    throw error;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
