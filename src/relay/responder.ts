import type { IpData, LookupName } from '../model/types.js';
import { type Data, encodeJson, type JsonBody } from './body.js';
import type { CheckedOptions } from './checked-options.js';
import { isRelayError, REASONS, RelayError } from './errors.js';
import type { RelayOutcome } from './events.js';
import { failureReply, type RelayRequest, type Reply, successReply } from './http/exchange.js';
import { includesField, pickFields } from './http/fields.js';
import { Guard, isWorthLookup } from './http/guard.js';
import { LookupContext } from './http/lookup-context.js';
import { Reporter } from './reporter.js';
import { countryInCookie, withChosenCountry } from './source-data.js';
import { createUpstreamLookup, type UpstreamLookup } from './upstream/upstream.js';

/** The maximum characters of a User-Agent. A longer one isn't parsed. */
const MAX_USER_AGENT = 1024;
/** The share of `timeout` that the lookup service may take if there is a fallback source. */
const SERVICE_SHARE = 2 / 3;

interface Progress {
  lookup: LookupName | null;
  context?: LookupContext;
}

/** A relay, independent of the kind of server. Its methods are the steps of a response, from above to below. */
export class Responder {
  readonly reporter: Reporter;
  readonly #options: CheckedOptions;
  readonly #serviceTimeout: number;
  readonly #guard: Guard;
  readonly #lookUp: UpstreamLookup;

  constructor(options: CheckedOptions) {
    const { apiKey, fallbackSource, onEvent, timeout } = options;
    this.reporter = new Reporter(apiKey, onEvent);
    this.#options = options;
    this.#serviceTimeout = fallbackSource ? timeout * SERVICE_SHARE : timeout;
    this.#guard = new Guard(options);
    this.#lookUp = createUpstreamLookup(options, this.#serviceTimeout, this.reporter);
  }

  /** Responds to a request for the relay. Never rejects. */
  respond(request: RelayRequest): Promise<Reply> {
    return this.#withEvent(
      (progress) => this.#reply(request, progress),
      (error) => failureReply(error, this.#guard.allowedOriginOf(request)),
    );
  }

  /** The IP data for a server-rendered page; `null` if there is none. Never rejects. */
  async lookup(read: () => RelayRequest): Promise<IpData | null> {
    try {
      const request = read();
      if (!isWorthLookup(request)) return null;
      const { data } = await this.#withEvent<{ status: number; data: IpData | null }>(
        async (progress) => {
          this.#guard.assertAllowedHost(request);
          const found = await this.#lookUp('ip', this.#contextOf(request, 'ip', false, progress));
          return { status: 200, data: structuredClone(this.#dataFor(request, found)) };
        },
        ({ status }) => ({ status, data: null }),
      );
      return data;
    } catch (thrown) {
      this.reporter.log(thrown);
      return null;
    }
  }

  async #reply(request: RelayRequest, progress: Progress): Promise<Reply> {
    const { lookup, fields } = this.#guard.admit(request);
    const skipsBrowser = lookup === 'ip' && !includesField(fields, 'user_agent');
    const found = await this.#lookUp(lookup, this.#contextOf(request, lookup, skipsBrowser, progress));
    const data = lookup === 'ip' ? this.#dataFor(request, found) : found.data;
    const isWhole = !fields && data === found.data;
    const body = isWhole ? found.bytes : encodeJson(pickFields(data, fields));
    return successReply(body, this.#guard.allowedOriginOf(request));
  }

  async #withEvent<Result extends { status: number }>(
    work: (progress: Progress) => Promise<Result>,
    fail: (error: RelayError) => Result,
  ): Promise<Result> {
    const started = performance.now();
    const progress: Progress = { lookup: null };
    let outcome: RelayOutcome = 'ok';
    const result = await work(progress).catch((thrown) => {
      if (!isRelayError(thrown)) this.reporter.log(thrown);
      const error = isRelayError(thrown) ? thrown : new RelayError(REASONS.relayFailed);
      outcome = error.outcome;
      return fail(error);
    });
    const { context, lookup } = progress;
    const from = context?.servedFrom;
    const { status } = result;
    const milliseconds = performance.now() - started;
    this.reporter.notify({ type: 'answer', lookup, outcome, status, milliseconds, ...(from && { from }) });
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
    const clientIp = this.#givenClientIp(request);
    const { timeout } = this.#options;
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
      if (!isRelayError(thrown))
        this.reporter.fault({ lookup: null, outcome: 'internal', status: 0 }, started);
      throw thrown;
    }
  }

  /** IP data, as the page shows it to a visitor who chose a country. */
  #dataFor({ header }: RelayRequest, { data }: JsonBody): Data {
    const { overrideCookie } = this.#options;
    const country = overrideCookie && countryInCookie(header('cookie'), overrideCookie);
    return country ? withChosenCountry(data, country) : data;
  }
}
