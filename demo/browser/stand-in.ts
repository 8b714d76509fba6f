/**
 * Replaces the lookup service on the static site. Serves `api/` and the relay's `origin/` from recorded and invented
 * visitors, with the service's prefixes `from/…` and `fault/…`. All other requests go to the network.
 */

import { parseFields, pickFields } from '../../src/relay/http/fields.js';
import { hostileBody } from '../service/hostile.js';
import type { RecordedResponse, Recording } from '../visitors/record.js';
import { firstVisitor, simulatedVisitors } from '../visitors/visitors.js';

/** The global `fetch`, with responses of its own for the site's URLs. */
export function standIn(root: string, recording: Recording, network: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { url, signal, headers } = new Request(input, init);
    const { pathname, searchParams } = new URL(url);
    const [, place, path] =
      /^(api|origin)\/(.*)$/.exec(
        url.startsWith(root) ? pathname.slice(new URL(root).pathname.length) : '',
      ) ?? [];
    if (path === undefined) return network(input, init);
    const { from, fault, lookup } = readPath(path);
    if (fault?.startsWith('slow-')) await delay(Number(fault.slice(5)), signal);
    signal.throwIfAborted();
    if (fault === 'drop') throw new TypeError('Failed to fetch');
    if (fault === 'hostile')
      return new Response(hostileBody(), { headers: { 'Content-Type': 'application/json' } });
    const refusal = fault === undefined ? undefined : recording.faults[fault];
    const keyless = place === 'api' && !searchParams.get('key') && !headers.get('authorization');
    const ua = lookup === 'user_agent' && searchParams.get('ua');
    const truth = recording.visitors[from]?.[lookup] ?? { status: 404, body: { code: 'NOT_FOUND' } };
    const answer = refusal ?? (keyless ? missingKey : ua ? parsed(ua, recording) : truth);
    const fields = searchParams.get('fields') ?? '';
    return respond(
      answer.status === 200
        ? { ...answer, body: pickFields(answer.body as object, parseFields(fields)) }
        : answer,
    );
  };
}

const missingKey: RecordedResponse = {
  status: 401,
  body: { code: 'MISSING_API_KEY', message: 'You have not supplied an API key.' },
};

/** `from/<who>/fault/<name>/AS`, in any order. */
function readPath(path: string) {
  const segments = path.split('/').map(decodeURIComponent);
  const named = (prefix: string) =>
    segments.includes(prefix) ? segments[segments.indexOf(prefix) + 1] : undefined;
  const [, first = ''] = simulatedVisitors[firstVisitor].path.split('/');
  return { from: named('from') ?? first, fault: named('fault'), lookup: segments.at(-1) ?? '' };
}

/** The data of a recorded User-Agent; other User-Agents have none. */
function parsed(ua: string, { visitors }: Recording): RecordedResponse {
  const answers = Object.values(visitors).map(({ user_agent }) => user_agent);
  const known = answers.find((answer) => (answer?.body as { header?: string } | undefined)?.header === ua);
  return known ?? { status: 200, body: { header: ua, name: null } };
}

const respond = ({ status, body, retry }: RecordedResponse) =>
  Response.json(body, {
    status,
    headers: {
      ...(retry ? { 'Retry-After': retry } : {}),
      ...(status === 200 ? { 'Ipregistry-Credits-Consumed': '1' } : {}),
    },
  });

/** Rejects as soon as the signal aborts. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
