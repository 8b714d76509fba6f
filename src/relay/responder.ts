import type { IpData, LookupName } from '../model/types.js';
import { type Data, encodeJson, type JsonBody } from './body.js';
import { isRelayError, REASONS, RelayError, type RelayOutcome } from './errors.js';
import { createNotify, createRedactor, Log, type Notify } from './events.js';
import {
  failureReply,
  type RelayRequest,
  type Reply,
  readableHeaders,
  SUCCESS_HEADERS,
} from './http/exchange.js';
import { includesField, pickFields } from './http/fields.js';
import { Guard, isWorthLookup } from './http/guard.js';
import { LookupContext } from './http/lookup-context.js';
import type { CheckedOptions } from './options.js';
import { countryInCookie, withChosenCountry } from './source-data.js';
import { millisecondsSince } from './time.js';
import { createUpstreamLookup, type UpstreamLookup } from './upstream/upstream.js';

/** The maximum characters of a User-Agent. A longer one isn't parsed. */
const MAX_USER_AGENT = 1024;
/** The share of `timeout` that the lookup service may take if there is a fallback source. */
const SERVICE_SHARE = 2 / 3;

/** What is known for a request's event. */
interface Progress {
  lookup: LookupName | null;
  context?: LookupContext;
}

/** A relay, independent of the kind of server. Its methods are the steps of a response, from above to below. */
export class Responder {
  readonly #options: CheckedOptions;
  readonly #serviceTimeout: number;
  readonly #notify: Notify;
  readonly #log: Log;
  readonly #guard: Guard;
  readonly #lookUp: UpstreamLookup;

  constructor(options: CheckedOptions) {
    const { apiKey, fallbackSource, onEvent, timeout } = options;
    const redactor = createRedactor(apiKey);
    this.#options = options;
    this.#serviceTimeout = fallbackSource ? timeout * SERVICE_SHARE : timeout;
    this.#notify = createNotify(onEvent);
    this.#log = new Log(redactor);
    this.#guard = new Guard(options);
    const reporting = { notify: this.#notify, log: this.#log };
    this.#lookUp = createUpstreamLookup(options, this.#serviceTimeout, redactor, reporting);
  }

  /** Responds to a request for the relay. Never rejects. */
  respond(request: RelayRequest): Promise<Reply> {
    return this.#withEvent(
      (progress) => this.#reply(request, progress),
      (error) => failureReply(error, this.#readableHeaders(request)),
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

  /** Prints an error of the server that the relay is part of. */
  logError(thrown: unknown): void {
    this.#log.error(thrown);
  }

  async #reply(request: RelayRequest, progress: Progress): Promise<Reply> {
    const { lookup, fields } = this.#guard.admit(request);
    const skipsBrowser = lookup === 'ip' && !includesField(fields, 'user_agent');
    const context = this.#contextOf(request, lookup, skipsBrowser, progress);
    const found = await this.#lookUp(lookup, context);
    const country = lookup === 'ip' ? this.#chosenCountry(request) : '';
    const body = fields || country ? encodeJson(pickFields(dataFor(found, country), fields)) : found.bytes;
    return { status: 200, headers: { ...SUCCESS_HEADERS, ...this.#readableHeaders(request) }, body };
  }

  async #ipData(request: RelayRequest): Promise<IpData | null> {
    const { data } = await this.#withEvent<{ status: number; data: IpData | null }>(
      async (progress) => {
        this.#guard.assertAllowedHost(request);
        const found = await this.#lookUp('ip', this.#contextOf(request, 'ip', false, progress));
        return { status: 200, data: structuredClone(dataFor(found, this.#chosenCountry(request))) };
      },
      ({ status }) => ({ status, data: null }),
    );
    return data;
  }

  /** Does the work, turns what is thrown into a result, and sends the event. */
  async #withEvent<Result extends { status: number }>(
    work: (progress: Progress) => Promise<Result>,
    fail: (error: RelayError) => Result,
  ): Promise<Result> {
    const started = performance.now();
    const progress: Progress = { lookup: null };
    let outcome: RelayOutcome = 'ok';
    const result = await work(progress).catch((thrown) => {
      if (!isRelayError(thrown)) this.#log.error(thrown);
      const error = isRelayError(thrown) ? thrown : new RelayError(REASONS.relayFailed);
      ({ outcome } = error);
      return fail(error);
    });
    if (this.#options.onEvent) {
      const { context, lookup } = progress;
      const from = context?.servedFrom;
      const milliseconds = millisecondsSince(started);
      this.#notify({
        type: 'answer',
        lookup,
        outcome,
        status: result.status,
        milliseconds,
        ...(from && { from }),
      });
    }
    return result;
  }

  /** What is known of an admitted request's visitor. */
  #contextOf(
    request: RelayRequest,
    lookup: LookupName,
    skipsBrowser: boolean,
    progress: Progress,
  ): LookupContext {
    progress.lookup = lookup;
    const header = skipsBrowser ? '' : (request.header('user-agent') ?? '');
    const userAgent = header.length > MAX_USER_AGENT ? '' : header;
    const { timeout } = this.#options;
    const clientIp = this.#givenClientIp(request);
    progress.context = new LookupContext(request, clientIp, userAgent, timeout, this.#serviceTimeout);
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

  /** The upper-case code of the country that the visitor chose. Empty if there is none. */
  #chosenCountry({ header }: RelayRequest): string {
    const { overrideCookie } = this.#options;
    return overrideCookie && countryInCookie(header('cookie'), overrideCookie);
  }

  /** Headers that allow a page of an allowed origin to read the response. */
  #readableHeaders({ header }: RelayRequest): Record<string, string> {
    const { allowedOrigins } = this.#options;
    const origin = allowedOrigins.length > 0 ? header('origin') : undefined;
    return origin && allowedOrigins.includes(origin) ? readableHeaders(origin) : {};
  }
}

/** IP data, as the page shows it to a visitor who chose a country. */
const dataFor = ({ data }: JsonBody, country: string): Data =>
  country ? withChosenCountry(data, country) : data;
