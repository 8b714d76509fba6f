import type { IpData, LookupName } from '../model/types.js';
import type { CachedBody } from './body.js';
import { LruCache } from './cache/lru-cache.js';
import { assertSmallEnough, type RunWork, type Variant, Variants } from './cache/variants.js';
import { isRelayError, RELAY_FAILED, RelayError } from './errors.js';
import {
  failureReply,
  PREFLIGHT_HEADERS,
  type RelayRequest,
  type Reply,
  readableHeaders,
  SUCCESS_HEADERS,
} from './http/exchange.js';
import { type FieldsParameter, includesField, pickFields } from './http/fields.js';
import { Guard } from './http/guard.js';
import { LookupContext } from './http/lookup-context.js';
import { isWorthLookup } from './http/page-request.js';
import type { CheckedOptions } from './options.js';
import { countryInCookie, withChosenCountry } from './override-cookie.js';
import { createRedactor } from './redact.js';
import { createNotify, Log, type Notify } from './reporting.js';
import { CALLBACK_SHARE, millisecondsSince } from './time.js';
import { createUpstreamLookup, type UpstreamLookup } from './upstream/upstream.js';

/** The maximum characters of a User-Agent. A longer one isn't parsed. */
const MAX_USER_AGENT = 1024;
/** The maximum bytes of whole responses that are cached in addition to their parts: those of some thousand visitors. */
const MAX_RESPONSES = 6 * 2 ** 20;

/** What is known for a request's event. */
interface Progress {
  lookup: LookupName | null;
  context?: LookupContext;
}

/** A relay, independent of the kind of server. */
export class Responder {
  readonly #options: CheckedOptions;
  readonly #notify: Notify;
  readonly #log: Log;
  readonly #guard: Guard;
  readonly #lookUp: UpstreamLookup;
  readonly #responses: LruCache<CachedBody>;
  readonly #variants: Variants;

  /** @param run Runs work that may take long. Default: synchronously, for platforms that handle requests separately. */
  constructor(options: CheckedOptions, run: RunWork = (_, work) => work()) {
    const { apiKey, maxAge, onEvent } = options;
    const redactor = createRedactor(apiKey);
    this.#options = options;
    this.#notify = createNotify(onEvent);
    this.#log = new Log(redactor);
    this.#guard = new Guard(options);
    this.#lookUp = createUpstreamLookup(options, redactor, { notify: this.#notify, log: this.#log });
    this.#responses = new LruCache(MAX_RESPONSES, maxAge * 1000);
    this.#variants = new Variants(maxAge * 1000, run);
  }

  /** Responds to a request for the relay, synchronously if all data is known. Never throws or rejects. */
  respond(request: RelayRequest): Reply | Promise<Reply> {
    return this.#withEvent(
      (progress) => this.#respond(request, progress),
      (error) => failureReply(error, this.#readableHeaders(request), this.#options.allowedOrigins.length > 0),
    );
  }

  /** The IP data for a server-rendered page; `null` if there is none. Never rejects. */
  async lookup(read: () => RelayRequest): Promise<IpData | null> {
    try {
      const request = read();
      return isWorthLookup(request) ? await this.#ipData(request) : null;
    } catch (thrown) {
      this.#log.error(thrown);
      return null;
    }
  }

  #respond(request: RelayRequest, progress: Progress): Reply | Promise<Reply> {
    const { lookup, fields } = this.#guard.admit(request);
    if (!lookup)
      return {
        status: 204,
        headers: { ...this.#readableHeaders(request), ...PREFLIGHT_HEADERS },
        body: null,
      };
    const skipsBrowser = lookup === 'ip' && !includesField(fields?.filter, 'user_agent');
    const context = this.#contextOf(request, lookup, skipsBrowser, progress);
    const headers = { ...SUCCESS_HEADERS, ...this.#readableHeaders(request) };
    const reply = (body: Uint8Array<ArrayBuffer> | null): Reply => ({ status: 200, headers, body });
    const bytes = mapNow(this.#find(lookup, context), (found) => {
      const country = lookup === 'ip' ? this.#chosenCountry(request, found) : '';
      return this.#bytesOf(found, lookup, context, variantOf(fields, country));
    });
    return mapNow(bytes, reply);
  }

  async #ipData(request: RelayRequest): Promise<IpData | null> {
    const { data } = await this.#withEvent<{ status: number; data: IpData | null }>(
      async (progress) => {
        this.#guard.assertAllowedHost(request);
        const found = await this.#find('ip', this.#contextOf(request, 'ip', false, progress));
        const country = this.#chosenCountry(request, found);
        const { data: own } = found.body;
        return { status: 200, data: structuredClone(country ? withChosenCountry(own, country) : own) };
      },
      ({ status }) => ({ status, data: null }),
    );
    return data;
  }

  /**
   * Does the work, sends the event, and turns what is thrown into a result. Known data is returned synchronously,
   * because promises would double the time of a cached response.
   */
  #withEvent<Result extends { status: number }>(
    work: (progress: Progress) => Result | Promise<Result>,
    fail: (error: RelayError) => Result,
  ): Result | Promise<Result> {
    const started = performance.now();
    const progress: Progress = { lookup: null };
    const succeeded = (result: Result) => this.#notifyAnswer(progress, 'ok', result, started);
    const failed = (thrown: unknown) => {
      if (!isRelayError(thrown)) this.#log.error(thrown);
      const error = isRelayError(thrown) ? thrown : new RelayError(RELAY_FAILED);
      return this.#notifyAnswer(progress, error.outcome, fail(error), started);
    };
    try {
      const result = work(progress);
      return result instanceof Promise ? result.then(succeeded, failed) : succeeded(result);
    } catch (thrown) {
      return failed(thrown);
    }
  }

  #notifyAnswer<Result extends { status: number }>(
    { context, lookup }: Progress,
    outcome: string,
    result: Result,
    started: number,
  ): Result {
    if (!this.#options.onEvent) return result;
    const milliseconds = millisecondsSince(started);
    const { status } = result;
    const from = context?.servedFrom;
    this.#notify({ type: 'answer', lookup, outcome, status, milliseconds, ...(from && { from }) });
    return result;
  }

  #contextOf(
    request: RelayRequest,
    lookup: LookupName,
    skipsBrowser: boolean,
    progress: Progress,
  ): LookupContext {
    progress.lookup = lookup;
    const header = skipsBrowser ? '' : (request.header('user-agent') ?? '');
    const userAgent = header.length > MAX_USER_AGENT ? '' : header;
    const storeTime = this.#options.timeout * CALLBACK_SHARE;
    progress.context = new LookupContext(request, this.#givenClientIp(request), userAgent, storeTime);
    return progress.context;
  }

  #givenClientIp(request: RelayRequest): unknown {
    const started = performance.now();
    try {
      const given = request.clientIp();
      // A promise isn't an IP address. If it rejects, it must not end the process.
      if (given instanceof Promise) given.catch(() => {});
      return given;
    } catch (thrown) {
      if (isRelayError(thrown)) throw thrown;
      const milliseconds = millisecondsSince(started);
      this.#notify({ type: 'fault', lookup: null, outcome: 'internal', status: 0, milliseconds });
      throw thrown;
    }
  }

  /** Caches the whole response, because if its parts are known, making it is most of the work. */
  #find(lookup: LookupName, context: LookupContext): CachedBody | Promise<CachedBody> {
    const cacheKey = cacheKeyOf(lookup, context);
    const known = this.#responses.get(cacheKey);
    if (known) {
      context.recordServedFrom('memory');
      return known;
    }
    return this.#lookUp(lookup, context).then((found) => {
      const { body, expiresAt } = found;
      this.#responses.set(cacheKey, found, { owner: context.visitor.prefix48, size: body.size, expiresAt });
      return found;
    });
  }

  /** The bytes to send. `null` if they would have to be made for a HEAD request. */
  #bytesOf(
    found: CachedBody,
    lookup: LookupName,
    context: LookupContext,
    variant: Variant | undefined,
  ): Uint8Array<ArrayBuffer> | null | Promise<Uint8Array<ArrayBuffer>> {
    if (!variant) return found.body.bytes;
    if (context.request.method !== 'HEAD')
      return this.#variants.bytesOf(cacheKeyOf(lookup, context), found, variant, context.visitor.prefix48);
    assertSmallEnough(found.body);
    return null;
  }

  /** The upper-case code of the visitor's own country. Empty if there is none, or the data is too large to change. */
  #chosenCountry({ header }: RelayRequest, { body }: CachedBody): string {
    return body.isSmall ? countryInCookie(header('cookie'), this.#options.overrideCookie) : '';
  }

  /** Headers that allow a page of an allowed origin to read the response. */
  #readableHeaders({ header }: RelayRequest): Record<string, string> {
    const { allowedOrigins } = this.#options;
    const origin = allowedOrigins.length > 0 ? header('origin') : undefined;
    return origin && allowedOrigins.includes(origin) ? readableHeaders(origin) : {};
  }
}

const cacheKeyOf = (lookup: LookupName, { clientIp, userAgent }: LookupContext) =>
  `${lookup}\n${clientIp}\n${userAgent}`;

/** The variant of the data to send. `undefined` for the data itself. */
function variantOf(fields: FieldsParameter | undefined, country: string): Variant | undefined {
  if (!fields && !country) return undefined;
  return {
    name: `${country}\n${fields?.text ?? ''}`,
    make: (data) => pickFields(country ? withChosenCountry(data, country) : data, fields?.filter),
  };
}

/** Like `then`, but synchronous for a value that isn't a promise. */
const mapNow = <T, Result>(
  value: T | Promise<T>,
  map: (value: T) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(map) : map(value));
