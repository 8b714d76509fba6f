/** The site, as Vite serves it with the lookup service, and as Vite builds it with recorded responses. */
import { readdirSync, readFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { build, type Plugin, type UserConfig } from 'vite';
import { documents, skillFile, textOf } from '../../build/documents/documents.js';
import { withMovedLinks } from '../../build/documents/markdown.js';
import { path } from '../../build/path.js';
import { mounts, serveFolder } from '../mounts.js';
import { DEFAULT_VISITOR } from '../service/service.js';
import { asMarkup } from './code.js';
import { placesOfDocuments } from './document-pages.js';
import { linkedFiles } from './files.js';
import { iconFile, type Page, pageDocument, type Site } from './layout.js';
import { pages } from './pages.js';
import { searchIndex } from './search.js';

const dist = new URL('../../dist/', import.meta.url);

/** The files of the built package that pages load. */
const served =
  /^(visitor-elements\.min\.js|visitor-core\.min\.js|visitor-attributes\.min\.js|visitor-devtools\.min\.js|countries\.js|flags\/.*|labels\/\w+\.js)$/;

/** The browser's modules: one for all pages, the others for some. */
const scripts = ['site', 'recipe', 'playground', 'frame', 'element', 'states', 'home'];

/** The style sheets: one for all pages, the others for some. */
const styleSheets = ['site', 'home', 'pages', 'playground'];

/** The site's own font, with its own characters only. Examples in other scripts use the system's fonts. */
function font(): Promise<Buffer> {
  const letters = Array.from({ length: 0x160 }, (_, code) => String.fromCharCode(0x20 + code)).join('');
  const file = path('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  return subsetFont(readFileSync(file), `${letters}–—‘’“”…·•→←↗↓✓×≤≥−`, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  });
}

/** The first script of each page. It is a classic script, because modules are deferred. */
async function beforePaintScript(standsIn: boolean): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { STATIC: String(standsIn) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { checks: { pluginTimings: false } },
      lib: {
        entry: path('demo/browser/before-paint.ts'),
        name: 'beforePaint',
        formats: ['iife'],
        fileName: () => 'before-paint.js',
      },
    },
  });
  const [{ output } = { output: [] }] = [built].flat() as { output: { code?: string }[] }[];
  return output[0]?.code ?? '';
}

/** Screenshots of the recipes, for their list. */
const thumbnails = new URL('../pictures/recipes/', import.meta.url);

/** The pictures of the shop around the recipes. */
const shopPictures = new URL('shop/', import.meta.url);

const styles = (...names: string[]) =>
  names.map((name) => readFileSync(path(`demo/site/${name}.css`), 'utf8')).join('');

/** Files that no module imports, by their path on the site. */
async function files(standsIn: boolean): Promise<Map<string, string | Buffer>> {
  return new Map<string, string | Buffer>([
    ['before-paint.js', await beforePaintScript(standsIn)],
    ['inter.woff2', await font()],
    ['icon.svg', iconFile],
    ['dist/reserve.css', readFileSync(path('src/reserve.css'), 'utf8')],
    ['recipe.css', styles('document', 'recipe')],
    ['preview.css', styles('document', 'preview')],
    ...readdirSync(shopPictures)
      .filter((name) => name.endsWith('.svg'))
      .map((name) => [`recipes/shop/${name}`, readFileSync(new URL(name, shopPictures))] as const),
    ...readdirSync(thumbnails).map(
      (name) => [`pictures/${name}`, readFileSync(new URL(name, thumbnails))] as const,
    ),
  ]);
}

/** The documents as they are written, and the files that lead a program to them. */
const texts = (): Map<string, string> =>
  new Map([
    ...[...documents, 'SECURITY.md', 'llms.txt', skillFile].map((name) => [name, textOf(name)] as const),
    ...linkedFiles(),
    // Each document is published under its page's name too.
    ...[...placesOfDocuments].map(([name, page]) => {
      const place = page.replace(/html$/, 'md');
      return [place, withMovedLinks(textOf(name), name, place)] as const;
    }),
  ]);

/** The search index. */
const indexFile = 'search.json';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  css: 'text/css',
  woff2: 'font/woff2',
  json: 'application/json',
  html: 'text/html; charset=utf-8',
};

/** Makes a file of the site when it is first asked for, until its sources change. */
export function createSiteFiles(files: ReadonlyMap<string, string | Buffer>, pagesOf = pages) {
  const made = new Map<string, string | Buffer | undefined>();
  let site: Site | undefined;
  let all: Page[] = [];
  const make = (name: string) => {
    if (files.has(name)) return files.get(name);
    if (name === indexFile) return searchIndex(all);
    const page = all.find(({ path }) => path === name);
    return page && site ? pageDocument(page, site) : texts().get(name);
  };
  return {
    forget: () => made.clear(),
    /** @param server The server's URL as the client writes it, since pages name it in code to copy. */
    get(name: string, server: string): string | Buffer | undefined {
      if (site?.server !== server) made.clear();
      if (made.size === 0) {
        site = { asset: servedAsset, server };
        all = pagesOf(site);
      }
      if (!made.has(name)) made.set(name, make(name));
      return made.get(name);
    },
  };
}

/** What the site serves itself: pages, texts and a few files. Vite serves the rest. */
const isOurs = (name: string) =>
  /\.(html|md|txt|svg|webp|woff2)$/.test(name) || /^[\w-]+\.(css|js|json)$|^dist\/reserve\.css$/.test(name);

/** `npm start`: the site with the library as `npm run build` made it, and the lookup service. */
const siteServer: Plugin = {
  name: 'site-server',
  apply: 'serve',
  async configureServer(server) {
    const site = createSiteFiles(await files(false));
    server.watcher.add(['docs', 'README.md', 'SECURITY.md', 'dist/custom-elements.json'].map(path));
    server.watcher.on('all', site.forget);
    // First, so that a lookup takes only as long as the service takes.
    for (const [prefix, listener] of Object.entries(mounts)) server.middlewares.use(prefix, listener);
    server.middlewares.use(({ url = '/', headers }, response, next) => {
      const name = new URL(url, 'http://site').pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
      if (!isOurs(name)) return next();
      try {
        const file = site.get(name, `http://${headers.host}`);
        if (file === undefined) return next();
        const type = types[name.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8';
        return response.writeHead(200, { 'content-type': type }).end(file);
      } catch (error) {
        return next(error); // The library isn't built yet, for example.
      }
    });
    server.middlewares.use('/dist/', serveFolder(dist));
    const { printUrls } = server;
    server.printUrls = () => {
      printUrls();
      server.config.logger.info(`  ➜  Visitor: ${DEFAULT_VISITOR} (for callers on this machine)`);
    };
    // After Vite's own files.
    return () =>
      server.middlewares.use(({ url = '/', headers }, response) => {
        const missing = notFound(new URL(url, 'http://site').pathname.slice(1));
        const site: Site = { asset: servedAsset, server: `http://${headers.host}` };
        response.writeHead(404, { 'content-type': types['html'] }).end(pageDocument(missing, site));
      });
  },
};

/** The page of a path that isn't there. */
const notFound = (missing: string): Page => ({
  path: missing,
  title: 'Page not found',
  description: 'There is no such page.',
  body: () => `
      <div class="page prose">
        <h1>Page not found</h1>
        <p class="lead">There is no page <code>/${asMarkup(missing)}</code>. Search for it, or begin with <a href="{{root}}docs/index.html">the documentation</a>.</p>
      </div>`,
});

const servedAsset: Site['asset'] = (name) => `/browser/${name.endsWith('.css') ? name : `${name}.ts`}`;

/** `npm run build:site`: every page and its assets as files. */
const staticSite: Plugin = {
  name: 'static-site',
  apply: 'build',
  async generateBundle() {
    const emit = (fileName: string, source: string | Buffer) =>
      this.emitFile({ type: 'asset', fileName, source });
    for (const [name, source] of await files(true)) emit(name, source);
    const site: Site = { asset: (name) => `{{root}}${name.endsWith('.css') ? name : `${name}.js`}` };
    const all = pages(site);
    for (const page of all) emit(page.path, pageDocument(page, site));
    for (const [name, text] of texts()) emit(name, text);
    emit(indexFile, searchIndex(all));
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
      if (served.test(name) && /\.\w+$/.test(name)) emit(`dist/${name}`, readFileSync(new URL(name, dist)));
  },
};

/** The site in `demo/`, for `npm start` and `npm run build:site`. */
export const siteConfig: UserConfig = {
  root: path('demo'),
  base: './',
  appType: 'mpa',
  plugins: [siteServer, staticSite],
  // The lookup service sends CORS headers itself. Pages have no client of Vite.
  server: { cors: false, hmr: false },
  // minisearch is one module, imported long after the start; shiki consists of hundreds of modules.
  optimizeDeps: { exclude: ['minisearch'], entries: ['browser/highlight.ts'] },
  build: {
    target: 'es2022',
    outDir: path('dist-site'),
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: {
        ...Object.fromEntries(scripts.map((name) => [name, path(`demo/browser/${name}.ts`)])),
        ...Object.fromEntries(styleSheets.map((name) => [`style-${name}`, path(`demo/browser/${name}.css`)])),
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'shared-[name].js',
        // Some have the name of a script.
        assetFileNames: ({ names: [name = ''] }) => name.replace('style-', ''),
      },
    },
  },
};
