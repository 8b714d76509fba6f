import { setTimeout as delay } from 'node:timers/promises';
import { errorWithStatus, quoteInput, ServiceError } from './errors.js';
import { hostileBody } from './hostile.js';
import { errorResponse, replaceBody, rewriteBody } from './spoil.js';

/** What a fault may read of the request. */
export interface FaultContext {
  request: Request;
  /** The request's key. */
  key: string | null;
  /** The number in the fault's name: `slow-3000`. */
  amount: number;
  /** Requests of this visit so far, this one included; undefined without `visit/`. */
  visitRequests: number | undefined;
  /** The URL of the same request without the fault. */
  faultless: string;
}

/**
 * A way to misbehave. A fault that responds `instead` costs no credit; one that spoils the real response costs the
 * lookup's credit.
 */
interface Fault {
  /** The smallest and largest number in the name, for a fault with a number. */
  amount?: readonly [least: number, most: number];
  /** Responds instead of the service. `undefined` lets the service respond. */
  instead?: (spoilt: FaultContext) => Response | undefined;
  /** Spoils a successful response. */
  spoil?: (truth: Response, spoilt: FaultContext) => Response | Promise<Response>;
  /** Removes every CORS header, from the preflight too. */
  withoutCors?: true;
}

const SECONDS = [0, 86_400] as const;
const MILLISECONDS = [0, 120_000] as const;

/** Every fault by its name, without the number. The README says what each does. */
export const faults: Readonly<Record<string, Fault>> = {
  status: {
    amount: [400, 599],
    instead: ({ amount }) => errorResponse(errorWithStatus(amount)),
  },
  'retry-after': {
    amount: SECONDS,
    instead: ({ amount }) => tooMany({ 'Retry-After': `${amount}` }),
  },
  'retry-date': {
    amount: SECONDS,
    instead: ({ amount }) => tooMany({ 'Retry-After': new Date(Date.now() + amount * 1000).toUTCString() }),
  },
  'retry-hidden': {
    amount: SECONDS,
    instead: ({ amount }) =>
      tooMany({ 'Retry-After': `${amount}`, 'Access-Control-Expose-Headers': 'X-Nothing' }),
  },
  flaky: {
    amount: [1, 1000],
    instead({ amount, visitRequests }) {
      if (visitRequests === undefined)
        throw new ServiceError('BAD_REQUEST', 'the fault flaky needs a visit/<name>/ prefix');
      return visitRequests <= amount ? errorResponse(errorWithStatus(503)) : undefined;
    },
  },
  'echo-key': {
    instead({ key }) {
      const { body, status } = new ServiceError('INVALID_API_KEY');
      const message = `The API key ${key} is not known.`;
      return Response.json({ ...body, message, resolution: `Replace ${key}.` }, { status });
    },
  },
  redirect: {
    instead: ({ faultless }) => new Response(null, { status: 302, headers: { Location: faultless } }),
  },
  drop: { instead: () => Response.error() },
  slow: {
    amount: MILLISECONDS,
    async spoil(truth, { amount, request }) {
      await delay(amount, undefined, { signal: request.signal });
      return truth;
    },
  },
  'slow-body': {
    amount: MILLISECONDS,
    spoil: (truth, { amount, request }) =>
      rewriteBody(truth, async function* (bytes) {
        await delay(amount, undefined, { signal: request.signal });
        yield bytes;
      }),
  },
  'drop-body': {
    spoil: (truth) =>
      rewriteBody(truth, async function* (bytes) {
        yield bytes.subarray(0, bytes.length / 2);
        throw new Error('dropped');
      }),
  },
  truncated: {
    spoil: (truth) =>
      rewriteBody(truth, async function* (bytes) {
        yield bytes.subarray(0, bytes.length / 2);
      }),
  },
  'not-utf8': {
    spoil: (truth) =>
      rewriteBody(truth, async function* (bytes) {
        yield Buffer.from(`\uFEFF${Buffer.from(bytes)}`, 'utf16le');
      }),
  },
  'bad-utf8': {
    spoil: (truth) =>
      replaceBody(truth, Buffer.from('{"ip":"caf\xe9","header":"\xff\xfe","name":"\xc3("}', 'latin1')),
  },
  'relayed-secret': {
    async spoil(truth, { key, request }) {
      const data: unknown = await truth.json();
      const { url, headers } = request;
      const spelt = encodeURIComponent(`${key}`);
      const repeated = {
        debug: { key, url, spelt, authorization: headers.get('authorization'), [`${key}`]: 1, [spelt]: 1 },
      };
      const spoilt = replaceBody(truth, JSON.stringify(Object.assign({}, data, repeated)));
      spoilt.headers.set('X-Debug', `${key}`);
      return spoilt;
    },
  },
  keepable: {
    spoil(truth) {
      truth.headers.set('Cache-Control', 'private, max-age=3600');
      return truth;
    },
  },
  wrapped: {
    spoil: async (truth) => replaceBody(truth, `{"user_agent":${await truth.text()}}`),
  },
  hostile: {
    spoil: (truth) => replaceBody(truth, hostileBody()),
  },
  html: {
    spoil: (truth) =>
      replaceBody(truth, '<!doctype html><title>Sign in</title><h1>Sign in to the network</h1>', 'text/html'),
  },
  xml: {
    spoil: (truth) =>
      replaceBody(truth, '<?xml version="1.0"?><result><ip>81.2.69.142</ip></result>', 'application/xml'),
  },
  empty: { spoil: (truth) => replaceBody(truth, '') },
  null: { spoil: (truth) => replaceBody(truth, 'null') },
  array: { spoil: (truth) => replaceBody(truth, '[{"ip":"81.2.69.142"}]') },
  string: { spoil: (truth) => replaceBody(truth, '"81.2.69.142"') },
  number: { spoil: (truth) => replaceBody(truth, '42') },
  garbage: {
    spoil: (truth) =>
      replaceBody(
        truth,
        Uint8Array.from({ length: 1024 }, (_, i) => (i * i * 31 + i * 7 + 131) % 256),
      ),
  },
  'no-cors': { withoutCors: true },
};

/**
 * Finds a fault by the name in the path.
 *
 * @throws BAD_REQUEST for an unknown name or a number outside the fault's bounds; it names those that exist.
 */
export function findFault(name: string): { fault: Fault; amount: number } {
  const [, kind = '', digits] = /^(.*?)(?:-(\d{1,6}))?$/.exec(name) ?? [];
  const fault = Object.hasOwn(faults, kind) ? faults[kind] : undefined;
  const amount = Number(digits ?? Number.NaN);
  if (!fault)
    throw new ServiceError(
      'BAD_REQUEST',
      `there is no fault ${quoteInput(name)}; use one of ${Object.keys(faults).join(', ')}`,
    );
  const [least, most] = fault.amount ?? [];
  const fits =
    least === undefined || most === undefined ? digits === undefined : amount >= least && amount <= most;
  if (!fits)
    throw new ServiceError(
      'BAD_REQUEST',
      `the fault ${quoteInput(name)} ${least === undefined ? 'takes no number' : `needs ${least} to ${most}`}`,
    );
  return { fault, amount };
}

function tooMany(headers: Record<string, string>): Response {
  return errorResponse(new ServiceError('TOO_MANY_REQUESTS', '', headers));
}
