import { readFile } from 'node:fs/promises';
import {
  type Request as Asked,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Route,
} from '@playwright/test';
import { createService } from '../../../demo/service/service.js';
import { createRelay } from '../../../src/relay/index.js';
import { cloudflare } from '../../../src/relay/sources/index.js';
import { type Around, built, type Files, type Shown } from './recipe.js';

export { expect };

/** A visitor: an IP address that the lookup service knows, and the place that the shop's own server sees. */
export interface Visitor {
  address: string;
  country: string;
  /** The code of a state, such as `CA`. Default: unknown. */
  state?: string;
}

export const visitors = {
  britain: { address: '81.2.69.142', country: 'GB' },
  germany: { address: '2003:de:2710:1::1', country: 'DE' },
  america: { address: '8.8.8.8', country: 'US' },
  california: { address: '8.8.8.8', country: 'US', state: 'CA' },
  texas: { address: '8.8.8.8', country: 'US', state: 'TX' },
  brazil: { address: '200.160.2.3', country: 'BR' },
  unknown: { address: '210.130.1.1', country: 'XX' },
  japan: { address: '210.130.1.1', country: 'JP' },
  /** A visitor at a company in Berlin, with every field. */
  office: { address: 'sample-office', country: 'DE' },
} as const satisfies Record<string, Visitor>;

/** A fault of the lookup service and of the shop's own server. */
export type Fault = 'status-503' | 'slow-3000';

const shop = 'https://shop.example/';
const thirdParty = 'https://lookup.example/';
const dist = new URL('node_modules/visitor-elements/dist/', import.meta.url);

/** A page's visits to a shop, with its requests. */
export class Shop {
  #page = '';
  #files: Files = new Map();
  #visitor: Visitor = visitors.britain;
  #fault: Fault | undefined;
  readonly #service = createService();
  readonly #ownRelay = createRelay(cloudflare());
  /** Requests to the shop's own server for the visitor's place. */
  placeRequests = 0;
  /** Requests to the lookup service, which is a third party. */
  readonly lookups: string[] = [];
  /** Requests to anyone else. */
  readonly strangers: string[] = [];

  static async open(context: BrowserContext): Promise<Shop> {
    const shop = new Shop();
    await context.route('**/*', (route) => shop.#answer(route));
    // Consent and analytics tools ignore browsers that are automated.
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'webdriver', { value: false }),
    );
    return shop;
  }

  /** Shows a recipe on a page of the shop, to a visitor. */
  async visit(page: Page, recipe: Shown, { as = visitors.britain, fault, body = '', ...around }: Visit = {}) {
    const { markup, files } = await built(recipe, around);
    this.#files = files;
    this.#fault = fault;
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body>${body}${markup}</body></html>`;
    await this.show(page, html, as);
  }

  /** Shows a page of the shop to a visitor. */
  async show(page: Page, html: string, as: Visitor): Promise<void> {
    this.#page = html;
    this.#visitor = as;
    await page.goto(shop);
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const { host, pathname } = new URL(request.url());
    if (host === 'shop.example') return this.#answerAsShop(route, pathname);
    if (request.url().startsWith(thirdParty)) return this.#answerAsService(route);
    const published = /^https:\/\/unpkg\.com\/visitor-elements@[^/]+\/dist\/(.*)$/.exec(request.url());
    if (published) return sendFile(route, published[1] ?? '');
    this.strangers.push(request.url());
    return route.abort();
  }

  async #answerAsShop(route: Route, path: string): Promise<void> {
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: this.#page });
    if (path.startsWith('/dist/')) return sendFile(route, path.slice('/dist/'.length));
    if (path.startsWith('/origin/')) {
      this.placeRequests++;
      if (this.#fault) return this.#send(route, `${thirdParty}fault/${this.#fault}/?key=demo-open`);
      const { country, state: regionCode } = this.#visitor;
      const request = Object.assign(webRequest(route.request()), { cf: { country, regionCode } });
      return fulfill(route, await this.#ownRelay(request));
    }
    const file = this.#files.get(path);
    return file ? route.fulfill({ body: file, contentType: typeOf(path) }) : route.fulfill({ status: 404 });
  }

  async #answerAsService(route: Route): Promise<void> {
    const { search, pathname } = new URL(route.request().url());
    this.lookups.push(`${pathname}${search}`);
    const fault = this.#fault ? `fault/${this.#fault}/` : '';
    const query = search.replace('YOUR_KEY', 'demo-open');
    return this.#send(route, `${thirdParty}${fault}from/${this.#visitor.address}${pathname}${query}`);
  }

  async #send(route: Route, address: string): Promise<void> {
    const request = webRequest(route.request(), address);
    await fulfill(route, await this.#service.handle(request, this.#visitor.address));
  }
}

interface Visit extends Around {
  as?: Visitor;
  fault?: Fault;
  /** Markup before the recipe's. */
  body?: string;
}

/** A browser's request, as a server receives it. */
function webRequest(asked: Asked, address = asked.url()): Request {
  const { method, headers } = { method: asked.method(), headers: asked.headers() };
  return new Request(address, { method, headers });
}

/** The page may be closed before a slow response arrives. */
async function fulfill(route: Route, response: Response): Promise<void> {
  const { status, headers } = response;
  const body = Buffer.from(await response.arrayBuffer());
  await route.fulfill({ status, headers: Object.fromEntries(headers), body }).catch(() => {});
}

async function sendFile(route: Route, name: string): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'content-type': typeOf(name) };
  await route.fulfill({ headers, body: await readFile(new URL(name, dist)) });
}

function typeOf(path: string): string {
  if (path.endsWith('.css')) return 'text/css';
  return path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
}

/** A shop for one test, and the unexpected console messages of its pages. */
export const test = base.extend<{ shop: Shop; said: string[] }>({
  shop: async ({ context }, use) => use(await Shop.open(context)),
  said: async ({ page }, use) => {
    const said: string[] = [];
    page.on('console', (line) => ['error', 'warning'].includes(line.type()) && said.push(line.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    await use(said);
  },
});
