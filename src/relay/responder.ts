import type { IpData } from '../model/types.js';
import { type Data, encodeJson, type JsonBody } from './body.js';
import type { CheckedOptions } from './checked-options.js';
import { RelayError } from './errors.js';
import { type RelayRequest, type Reply, replyWith } from './http/exchange.js';
import { includesField, pickFields } from './http/fields.js';
import { Guard, isWorthLookup } from './http/guard.js';
import { LookupContext } from './http/lookup-context.js';
import { Reporter } from './reporter.js';
import { countryInCookie, withChosenCountry } from './source-data.js';
import { lookUp, type Upstream } from './upstream/lookups.js';
import { createServiceLookups } from './upstream/service-lookups.js';
import { createSourceLookups } from './upstream/source-lookups.js';

/** A relay, independent of the kind of server. Its methods are the steps of a response, from above to below. */
export class Responder {
  readonly reporter: Reporter;
  readonly #guard: Guard;
  readonly #upstream: Upstream;

  constructor(readonly options: CheckedOptions) {
    this.reporter = new Reporter(options.apiKey, options.onEvent);
    this.#guard = new Guard(options);
    const { fallbackSource, source } = options;
    this.#upstream = {
      lookups: source
        ? createSourceLookups(source, options, 'source')
        : createServiceLookups(options, this.reporter),
      // A fallback's data isn't cached.
      fallback: fallbackSource && createSourceLookups(fallbackSource, { ...options, maxAge: 0 }, 'fallback'),
    };
  }

  /** Responds to a request for the relay. Never rejects. */
  async respond(request: RelayRequest): Promise<Reply> {
    const result = await this.#withEvent(request, (context) => this.#bodyFor(context));
    return replyWith(result, this.#guard.allowedOriginOf(request));
  }

  /** The IP data for a server-rendered page; `null` if there is none. Never rejects. */
  async lookup(read: () => RelayRequest): Promise<IpData | null> {
    try {
      const request = read();
      if (!isWorthLookup(request)) return null;
      const data = await this.#withEvent(request, async (context) => {
        this.#guard.assertAllowedHost(request);
        context.admit('ip', true);
        return structuredClone(this.#dataFor(request, await lookUp('ip', context, this.#upstream)));
      });
      return data instanceof RelayError ? null : data;
    } catch (thrown) {
      this.reporter.log(thrown);
      return null;
    }
  }

  async #bodyFor(context: LookupContext): Promise<Reply['body']> {
    const { request } = context;
    const { lookup, fields } = this.#guard.admit(request);
    context.admit(lookup, lookup !== 'ip' || includesField(fields, 'user_agent'));
    const found = await lookUp(lookup, context, this.#upstream);
    const data = pickFields(lookup === 'ip' ? this.#dataFor(request, found) : found.data, fields);
    return data === found.data ? found.bytes : encodeJson(data);
  }

  /** Does the work, and sends the event. Returns the error if the work fails. */
  async #withEvent<Result>(
    request: RelayRequest,
    work: (context: LookupContext) => Promise<Result>,
  ): Promise<Result | RelayError> {
    const context = new LookupContext(request, this.reporter, this.options);
    const result = await work(context).catch((thrown: unknown) => this.reporter.toRelayError(thrown));
    const { outcome, status } =
      result instanceof RelayError ? result : ({ outcome: 'ok', status: 200 } as const);
    const { lookup, servedFrom: from, started } = context;
    this.reporter.notify('answer', { lookup, outcome, status, ...(from && { from }) }, started);
    return result;
  }

  /** IP data, as the page shows it to a visitor who chose a country. */
  #dataFor({ header }: RelayRequest, { data }: JsonBody): Data {
    const { overrideCookie } = this.options;
    const country = overrideCookie && countryInCookie(header('cookie'), overrideCookie);
    return country ? withChosenCountry(data, country) : data;
  }
}
