import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { lookupService } from '../../demo/mounts.js';

/** A slow network. */
export interface Network {
  /** Milliseconds before each response begins, for the round trip. */
  latency: number;
  /** Megabits a second of pages and scripts. */
  bandwidth: number;
  /** Additional milliseconds before the service's response. */
  service: number;
}

/** Milliseconds since the navigation began. */
export interface Visit {
  /** When the values are on the page and laid out. */
  data: number;
  firstPaint: number;
}

export interface Site {
  /** The URL of a page. Each has an origin of its own, so nothing is cached for it. */
  url(name: string): string;
  /** The URL of the lookup service, on another origin. */
  readonly service: string;
  /** Bytes of each script as sent. */
  readonly bytes: ReadonlyMap<string, number>;
  /** Serves this page over this network, and resets the counts. */
  serve(html: string, network?: Network): void;
  /** Called with what a page reports. The page goes on to the URL that is returned. */
  onVisit: (visit: Visit) => string;
  /** The service's counts since `serve`. */
  readonly counts: { requests: number; preflights: number };
  close(): void;
}

export const compress = (text: string | Buffer): Buffer =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

const dist = ['visitor-elements.min.js', 'visitor-core.min.js'];
const ownScripts = ['by-hand', 'bare-element', 'client'];
const fast: Network = { latency: 0, bandwidth: Number.POSITIVE_INFINITY, service: 0 };

/** Every script that a page may load, compressed before anything is measured. */
async function scripts(): Promise<Map<string, Buffer>> {
  const { outputFiles } = await build({
    entryPoints: ownScripts.map((name) => `test/benchmarks/${name}.ts`),
    bundle: true,
    minify: true,
    write: false,
    outdir: '.',
    format: 'iife',
    target: 'es2022',
    conditions: ['production'],
  });
  const built = outputFiles.map(({ path, contents }) => [path.replace(/.*[\\/]/, ''), contents] as const);
  const packaged = await Promise.all(
    dist.map(async (name) => [name, await readFile(`dist/${name}`)] as const),
  );
  return new Map([...built, ...packaged].map(([name, code]) => [name, compress(Buffer.from(code))]));
}

export async function openSite(): Promise<Site> {
  const files = await scripts();
  const counts = { requests: 0, preflights: 0 };
  let page: Buffer = Buffer.alloc(0);
  let network = fast;
  const pages = await listen(async (request, response) => {
    const { url = '/' } = request;
    if (request.method === 'POST')
      return void response.end(site.onVisit((await json(request)) as unknown as Visit));
    const script = files.get(url.slice(1));
    const type = script ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
    await send(response, script ?? page, network);
  });
  const service = await listen(async (request, response) => {
    const isPreflight = request.method === 'OPTIONS';
    counts[isPreflight ? 'preflights' : 'requests'] += 1;
    await delay(network.latency + (isPreflight ? 0 : network.service));
    lookupService(request, response);
  });
  const site: Site = {
    url: (name) => `http://${name}.localhost:${pages.port}/`,
    service: `http://127.0.0.1:${service.port}/`,
    bytes: new Map([...files].map(([name, { length }]) => [name, length])),
    serve(html, over = fast) {
      page = compress(html);
      network = over;
      Object.assign(counts, { requests: 0, preflights: 0 });
    },
    onVisit: () => '',
    counts,
    close() {
      pages.close();
      service.close();
    },
  };
  return site;
}

/** Sends a body after the latency, no faster than the bandwidth. */
async function send(response: ServerResponse, body: Buffer, { latency, bandwidth }: Network): Promise<void> {
  await delay(latency);
  const start = performance.now();
  const bytesAt = (time: number) => Math.max(1400, ((time - start) * bandwidth * 1e6) / 8000);
  for (let sent = 0; sent < body.length; await delay(1)) {
    const next = Math.min(body.length, Math.floor(bytesAt(performance.now())));
    if (next > sent) response.write(body.subarray(sent, next));
    sent = next;
  }
  response.end();
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
