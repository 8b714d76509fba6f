import type { IpData } from '../model/types.js';
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

/** A relay, independent of the kind of server. Its methods are the steps of a response, from above to below. */
export class Responder {
  readonly reporter: Reporter;
  readonly #guard: Guard;
  readonly #lookUp: UpstreamLookup;

  constructor(readonly options: CheckedOptions) {
    this.reporter = new Reporter(options.apiKey, options.onEvent);
    this.#guard = new Guard(options);
    this.#lookUp = createUpstreamLookup(options, this.reporter);
  }

  /** Responds to a request for the relay. Never rejects. */
  respond(request: RelayRequest): Promise<Reply> {
    return this.#withEvent(
      request,
      (context) => this.#reply(context),
      (error) => failureReply(error, this.#guard.allowedOriginOf(request)),
    );
  }

  /** The IP data for a server-rendered page; `null` if there is none. Never rejects. */
  async lookup(read: () => RelayRequest): Promise<IpData | null> {
    try {
      const request = read();
      if (!isWorthLookup(request)) return null;
      const { data } = await this.#withEvent<{ status: number; data: IpData | null }>(
        request,
        async (context) => {
          this.#guard.assertAllowedHost(request);
          context.admit('ip', true);
          const data = this.#dataFor(request, await this.#lookUp('ip', context));
          return { status: 200, data: structuredClone(data) };
        },
        ({ status }) => ({ status, data: null }),
      );
      return data;
    } catch (thrown) {
      this.reporter.log(thrown);
      return null;
    }
  }

  async #reply(context: LookupContext): Promise<Reply> {
    const { request } = context;
    const { lookup, fields } = this.#guard.admit(request);
    context.admit(lookup, lookup !== 'ip' || includesField(fields, 'user_agent'));
    const found = await this.#lookUp(lookup, context);
    const data = lookup === 'ip' ? this.#dataFor(request, found) : found.data;
    const isWhole = !fields && data === found.data;
    const body = isWhole ? found.bytes : encodeJson(pickFields(data, fields));
    return successReply(body, this.#guard.allowedOriginOf(request));
  }

  /** Does the work, turns what is thrown into a result, and sends the event. */
  async #withEvent<Result extends { status: number }>(
    request: RelayRequest,
    work: (context: LookupContext) => Promise<Result>,
    fail: (error: RelayError) => Result,
  ): Promise<Result> {
    const context = new LookupContext(request, this.reporter, this.options);
    let outcome: RelayOutcome = 'ok';
    let result: Result;
    try {
      result = await work(context);
    } catch (thrown) {
      if (!isRelayError(thrown)) this.reporter.log(thrown);
      const error = isRelayError(thrown) ? thrown : new RelayError(REASONS.relayFailed);
      outcome = error.outcome;
      result = fail(error);
    }
    const { lookup, servedFrom: from } = context;
    this.reporter.notify(
      'answer',
      { lookup, outcome, status: result.status, ...(from && { from }) },
      context.started,
    );
    return result;
  }

  /** IP data, as the page shows it to a visitor who chose a country. */
  #dataFor({ header }: RelayRequest, { data }: JsonBody): Data {
    const { overrideCookie } = this.options;
    const country = overrideCookie && countryInCookie(header('cookie'), overrideCookie);
    return country ? withChosenCountry(data, country) : data;
  }
}
