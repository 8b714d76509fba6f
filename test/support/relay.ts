import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceOptions } from '../../demo/service/service.js';
import type { Usage } from '../../demo/service/usage.js';
import { createRelay } from '../../src/relay/index.js';
import { type ListenerOptions, type RelayListenerOptions, relayListener } from '../../src/relay/node.js';
import type { ServiceOptions as RelayServiceOptions, SourceOptions } from '../../src/relay/options.js';
import { type Running, rawGet, serveListener, startService } from './service.js';

export const VISITOR = '81.2.69.142';
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A relay in front of a development service, both on their own ports. */
export interface RelayUnderTest {
  /** The origin of the server with the relay, without a trailing slash. */
  site: string;
  /** Sends a request to the relay as the visitor at this IP address. */
  ask(path?: string, init?: RequestInit & { visitor?: string }): Promise<Response>;
  /** Sends a request whose target and headers `fetch` would refuse or normalise. */
  askRaw(target: string, headers?: Record<string, string>): Promise<string>;
  /** The requests that the service has received. */
  usage(): Promise<Usage>;
  close(): Promise<void>;
}

/** Any options of a listener, complete or not. */
export type AnyOptions = Partial<
  Omit<RelayServiceOptions<IncomingMessage>, 'source'> &
    Pick<SourceOptions<IncomingMessage>, 'source'> &
    ListenerOptions
>;

type Options = AnyOptions & {
  /** Path prefixes of the service, such as `fault/html/`. */
  prefix?: string;
  service?: ServiceOptions;
};

export async function startRelay({
  prefix = '',
  service,
  ...options
}: Options = {}): Promise<RelayUnderTest> {
  const lookups = await startService(service);
  const relay = await serveListener(
    relayListener({
      baseUrl: `${lookups.base}/visit/relay/${prefix}`,
      apiKey: 'demo-open',
      trustProxies: 1,
      timeout: 20_000, // On a busy machine, a slow response must not look like a slow service.
      ...options,
    } as object as RelayListenerOptions),
  );
  return {
    site: relay.base,
    ask: (path = '', { visitor = VISITOR, ...init } = {}) =>
      fetch(`${relay.base}/origin/${path}`, {
        ...init,
        headers: { 'User-Agent': USER_AGENT, 'X-Forwarded-For': visitor, ...init.headers },
      }),
    askRaw: (target, headers = { 'X-Forwarded-For': VISITOR }) =>
      rawGet(
        relay.base,
        target,
        Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join(''),
      ),
    usage: async () => (await fetch(`${lookups.base}/usage/relay`)).json(),
    async close() {
      await relay.close();
      await lookups.close();
    },
  };
}

/** A fake lookup service that counts its requests and responds with given data. */
export interface Upstream extends Running {
  /** The requested paths in order; for the parsing of User-Agents, the User-Agent. */
  asked: string[];
}

/** Starts the service. `respond` returns the body for a path, or for a User-Agent to parse. */
export async function startUpstream(
  respond: (lookupKey: string, res: ServerResponse) => unknown = (path) => ({ ip: path.slice(1) }),
): Promise<Upstream> {
  const asked: string[] = [];
  const running = await serveListener(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const lookupKey = body ? String(JSON.parse(body)[0]) : (req.url ?? '');
    asked.push(lookupKey);
    const data = await respond(lookupKey, res);
    if (!res.writableEnded) res.end(typeof data === 'string' ? data : JSON.stringify(data));
  });
  return { ...running, asked };
}

/**
 * A relay without a network, for thousands of visits. Returns a function that sends it a request as the visitor at this
 * IP address.
 */
export function relayInProcess(options: Partial<RelayServiceOptions<string>>) {
  const relay = createRelay<string>({
    baseUrl: 'https://service.example/',
    apiKey: 'key-1',
    clientIp: (_, address) => address,
    ...options,
  });
  return (visitor: string, headers: Record<string, string> = { 'User-Agent': USER_AGENT }, path = '') =>
    relay(new Request(`https://site.example/origin/${path}`, { headers }), visitor);
}

/** The body of an error response, whose message and resolution must not be empty. */
export async function errorOf(
  response: Response | string,
): Promise<Record<'code' | 'message' | 'resolution', string>> {
  const text =
    typeof response === 'string' ? response.slice(response.indexOf('\r\n\r\n') + 4) : await response.text();
  const error = JSON.parse(text);
  for (const part of ['code', 'message', 'resolution'])
    if (!error[part]) throw new Error(`no ${part} in ${text}`);
  return error;
}

/** The status of a raw response. */
export function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]);
}
