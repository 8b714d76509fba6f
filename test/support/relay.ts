import type { ServerResponse } from 'node:http';
import type { ServiceOptions } from '../../demo/service/service.js';
import type { Usage } from '../../demo/service/usage.js';
import { createRelay, type RelayOptions } from '../../src/relay/index.js';
import { type RelayListenerOptions, relayListener } from '../../src/relay/node.js';
import { type Running, rawGet, serveListener, startService } from './service.js';

export const VISITOR = '81.2.69.142';
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A relay in front of a development service, both on ports of their own. */
export interface RelayUnderTest {
  /** The address of the server that the relay listens in, without a trailing slash. */
  site: string;
  /** Asks the relay, as the visitor at this address. */
  ask(path?: string, init?: RequestInit & { visitor?: string }): Promise<Response>;
  /** Sends a request whose target and headers `fetch` would refuse or tidy. */
  askRaw(target: string, headers?: Record<string, string>): Promise<string>;
  /** What the relay has asked of the service. */
  usage(): Promise<Usage>;
  close(): Promise<void>;
}

type Options = Partial<RelayListenerOptions> & {
  /** Prefixes of the service, such as `fault/html/`. */
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
      timeout: 20_000, // a busy machine is no slow service
      ...options,
    }),
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

/** A made-up lookup service that counts what it is asked, and says for each question what it answers. */
export interface Upstream extends Running {
  /** Paths in order; a parsing by its User-Agent. */
  asked: string[];
}

/** Starts one; `answer` gives the body for a path, or for a User-Agent to parse. */
export async function startUpstream(
  answer: (question: string, res: ServerResponse) => unknown = (question) => ({ ip: question.slice(1) }),
): Promise<Upstream> {
  const asked: string[] = [];
  const running = await serveListener(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const question = body ? String(JSON.parse(body)[0]) : (req.url ?? '');
    asked.push(question);
    const data = await answer(question, res);
    if (!res.writableEnded) res.end(typeof data === 'string' ? data : JSON.stringify(data));
  });
  return { ...running, asked };
}

/** A relay without a network, for what takes thousands of visits: asks it as the visitor at this address. */
export function relayInProcess(options: Partial<RelayOptions<string>>) {
  const relay = createRelay<string>({
    baseUrl: 'https://service.example/',
    apiKey: 'key-1',
    clientIp: (_, address) => address,
    ...options,
  });
  return (visitor: string, headers: Record<string, string> = { 'User-Agent': USER_AGENT }) =>
    relay(new Request('https://site.example/origin/', { headers }), visitor);
}

/** The body of an error, which says what happened and what to do. */
export async function errorOf(
  answer: Response | string,
): Promise<Record<'code' | 'message' | 'resolution', string>> {
  const text =
    typeof answer === 'string' ? answer.slice(answer.indexOf('\r\n\r\n') + 4) : await answer.text();
  const error = JSON.parse(text);
  for (const part of ['code', 'message', 'resolution'])
    if (!error[part]) throw new Error(`no ${part} in ${text}`);
  return error;
}

/** The status of an answer that came as bytes. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}
