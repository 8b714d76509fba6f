import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { lookupService } from '../../demo/mounts.js';

/** How slow a visit is, in milliseconds. */
export interface Slowness {
  /** The delay before each response begins, for the round trip. */
  latency: number;
  /** The additional delay of the service's response. */
  service: number;
}

/** Milliseconds since the navigation began. */
export interface Visit {
  /** When the values are on the page and laid out. */
  data: number;
  firstPaint: number;
}

export interface Site {
  /** The origin of pages and scripts, without a trailing slash. */
  readonly pages: string;
  /** The URL of the lookup service, on another origin. */
  readonly service: string;
  /** Bytes of each script as sent. */
  readonly bytes: ReadonlyMap<string, number>;
  /** Serves this page at `/` with these delays, and resets the counts. Resolves to the times that the page reports. */
  visit(html: string, slowness: Slowness): Promise<Visit>;
  /** The service's counts since then. */
  readonly counts: { requests: number; preflights: number };
  close(): void;
}

export const compress = (text: string | Buffer): Buffer =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

const dist = ['visitor-elements.min.js', 'visitor-core.min.js'];
const ownScripts = ['by-hand', 'bare-element', 'client'];

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
  let slow: Slowness = { latency: 0, service: 0 };
  let heard: (visit: Visit) => void = () => undefined;
  const pages = await listen(async (request, response) => {
    const { url = '/' } = request;
    if (request.method === 'POST') {
      response.end();
      return heard((await json(request)) as Visit);
    }
    const script = files.get(url.slice(1));
    const type = script ? 'text/javascript' : 'text/html; charset=utf-8';
    const headers = { 'content-type': type, 'content-encoding': 'br' };
    setTimeout(() => response.writeHead(200, headers).end(script ?? page), slow.latency);
  });
  const service = await listen((request, response) => {
    const preflight = request.method === 'OPTIONS';
    counts[preflight ? 'preflights' : 'requests'] += 1;
    setTimeout(() => lookupService(request, response), slow.latency + (preflight ? 0 : slow.service));
  });
  return {
    pages: pages.address,
    service: `${service.address}/`,
    bytes: new Map([...files].map(([name, { length }]) => [name, length])),
    visit(html, slowness) {
      page = compress(html);
      slow = slowness;
      Object.assign(counts, { requests: 0, preflights: 0 });
      return new Promise((resolve) => {
        heard = resolve;
      });
    },
    counts,
    close() {
      pages.close();
      service.close();
    },
  };
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
