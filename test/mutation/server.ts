import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build, type Plugin } from 'esbuild';
import { mounts } from '../../demo/mounts.js';
import { nodeListener } from '../../demo/service/node-listener.js';
import { createService } from '../../demo/service/service.js';

/** What a page of the mutation run loads, and whom it asks. */
export interface Site {
  /** Ends in a slash. */
  readonly address: string;
  /** Starts the lookup service afresh. */
  reset(): void;
}

/** Serves the modules of the current folder one by one, as the component tests' own server does. */
export class Modules {
  readonly #packages: ReadonlyMap<string, string>;
  readonly #made = new Map<string, Promise<string>>();

  constructor(packages: ReadonlyMap<string, string>) {
    this.#packages = packages;
  }

  get(path: string): Promise<string> {
    const made = this.#packages.get(path) ?? this.#made.get(path) ?? this.#make(path);
    if (typeof made === 'string') return Promise.resolve(made);
    this.#made.set(path, made);
    return made;
  }

  async #make(path: string): Promise<string> {
    const source = await readFile(path, 'utf8');
    if (!path.endsWith('.ts')) return source;
    const contents = source.includes('stryMutAct') ? `${prelude}${source}` : source;
    const { outputFiles } = await build({
      stdin: { contents, loader: 'ts', sourcefile: path },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      plugins: [addresses],
    });
    return outputFiles[0]?.text ?? '';
  }
}

const prelude = "import '/test/mutation/switch.ts';\n";

/** Leaves every import in place, under the address where it is served. */
const addresses: Plugin = {
  name: 'addresses',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      return {
        path: /^[./]/.test(path) ? path.replace(/\.js$/, '.ts') : `/${packagePath(path)}`,
        external: true,
      };
    });
  },
};

const packagePath = (name: string) => `packages/${name.replace(/\.js$/, '')}.js`;

/** The packages that modules import, each served as one module; what several have in common is shared. */
export async function bundlePackages(entryPoints: string[]): Promise<Map<string, string>> {
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    write: false,
    outdir: 'scan',
    format: 'esm',
    packages: 'external',
    metafile: true,
    absWorkingDir: process.cwd(),
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const names = new Set(imports.filter(({ external }) => external).map(({ path }) => path));
  const { outputFiles } = await build({
    entryPoints: [...names].map((name) => ({ in: name, out: packagePath(name).replace(/\.js$/, '') })),
    bundle: true,
    write: false,
    splitting: true,
    outdir: '.',
    chunkNames: 'packages/[hash]',
    format: 'esm',
    target: 'es2022',
    conditions: ['production'],
    absWorkingDir: process.cwd(),
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const base = `${process.cwd()}/`;
  return new Map(outputFiles.map(({ path, text }) => [path.replace(base, ''), text]));
}

/** Opens one site; each has origins, and so storage, of its own. */
export async function openSite(modules: Modules): Promise<Site> {
  let service = createService();
  const lookup = nodeListener((request, address) => service.handle(request, address));
  const other = createServer(lookup).listen(0, '127.0.0.1').unref();
  await once(other, 'listening');
  const globals = `<script>const otherOrigin = 'http://127.0.0.1:${portOf(other)}/', seed = 1;</script>`;
  const server = createServer((request, response) => {
    const mount = Object.keys({ ...mounts }).find((prefix) => request.url?.startsWith(prefix));
    if (!mount) return void answer(request, response);
    request.url = (request.url ?? '').slice(mount.length - 1);
    return mount === '/api/' ? lookup(request, response) : mounts[mount]?.(request, response);
  });
  server.listen(0, 'localhost').unref();
  await once(server, 'listening');
  return {
    address: `http://localhost:${portOf(server)}/`,
    reset() {
      service = createService();
    },
  };

  async function answer({ url = '/' }: IncomingMessage, response: ServerResponse) {
    const path = new URL(url, 'http://localhost').pathname.replace(/^\/+/, '').replaceAll('//', '/');
    try {
      const { type, body, headers = {} } = await resource(path);
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
    } catch (error) {
      response.writeHead(404).end(String(error));
    }
  }

  async function resource(path: string) {
    if (path === '') return { type: 'text/html', body: page(globals) };
    if (path.endsWith('.html')) {
      const headers = await readFile(path.replace(/html$/, 'headers.json'), 'utf8').catch(() => '{}');
      return { type: 'text/html', body: await readFile(path), headers: JSON.parse(headers) };
    }
    const cache = { 'cache-control': 'max-age=86400' };
    return { type: 'text/javascript', body: await modules.get(path), headers: cache };
  }
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

const page = (globals: string) => `<!doctype html>
<html lang="en">
  <head><title>Mutation run</title>${globals}<script src="/node_modules/mocha/mocha.js"></script></head>
  <body></body>
</html>`;
