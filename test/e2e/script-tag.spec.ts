import type { Page } from '@playwright/test';
import { expect, test as siteTest } from './site.js';

/**
 * Opens a page with this markup and these headers. In the markup, `…` is replaced by the script's URL and by settings
 * with a service for this test.
 */
type Open = (html: string, headers?: Record<string, string>) => Promise<Page>;

const test = siteTest.extend<{ open: Open; said: string[] }>({
  open: async ({ page, site }, use) => {
    const { origin, pathname } = new URL(site.address());
    const service = `/api/visit${pathname}`;
    const settings = `data-base-url="${service}" data-api-key="demo-open" data-skip-bots="false"`;
    const script = `src="/dist/visitor-elements.min.js" ${settings}`;
    await use(async (html, headers = {}) => {
      const body = `<!doctype html><html lang="en"><title>A page</title>${html.replaceAll('…', script)}</html>`;
      await page.route(`${origin}/page`, (route) =>
        route.fulfill({ body, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } }),
      );
      await page.goto(`${origin}/page`);
      return page;
    });
  },
  /** Uncaught errors, and the library's console messages. */
  said: async ({ page }, use) => {
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('console', (message) => {
      if (/visitor-elements:|Content.Security.Policy|Trusted/.test(message.text())) said.push(message.text());
    });
    await use(said);
  },
});

const value = '<visitor-value field="ip">an address</visitor-value>';

test('one script tag and one line of markup show the visitor', async ({ open, said, site }) => {
  const page = await open(`<body><visitor-info></visitor-info><script …></script></body>`);
  await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');
  expect(await site.requests()).toBe(1);
  expect(said).toEqual([]);
});

for (const [how, tag] of Object.entries({
  'in the head': '<script …></script>',
  'in the head, deferred': '<script defer …></script>',
  'in the head, async': '<script async …></script>',
}))
  test(`the script works ${how}, with content that a parser adds later`, async ({ open, said }) => {
    const page = await open(
      `<head>${tag}</head><body>${value}<visitor-info><p>somebody</p></visitor-info></body>`,
    );
    await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
    await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');
    await expect(page.getByText('somebody')).toBeHidden();
    expect(said).toEqual([]);
  });

test('a switch whose cases can’t match sends no request, also before the script has run', async ({
  open,
  site,
}) => {
  const cases = ['', 'data-country="UK"', 'data-country="@none"', 'data-contry="GB"', 'data-gpc'];
  const switches = cases.map(
    (attributes) => `<visitor-switch><template ${attributes}>case</template>own</visitor-switch>`,
  );
  const page = await open(`<body>${switches.join('')}<script …></script></body>`);
  await expect(page.locator('visitor-switch:defined')).toHaveCount(cases.length);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await site.requests()).toBe(0);
});

for (const wrong of [
  'data-guess="ip"',
  'data-override-cookie="a b"',
  'data-groups="[]"',
  'data-storage="cookie"',
])
  test(`a wrong setting costs nothing, also before the script has run: ${wrong}`, async ({
    open,
    said,
    site,
  }) => {
    const page = await open(`<body>${value}<script … ${wrong}></script></body>`);
    await expect(page.locator('visitor-value:state(error)')).toContainText('an address');
    expect(await site.requests()).toBe(0);
    expect(said).toHaveLength(1);
  });

test('the page after a 429 sends no request, also before the script has run', async ({ open, site }) => {
  const limited = `data-base-url="/api/visit${new URL(site.address()).pathname}fault/retry-after-30/"`;
  for (const _ of ['first', 'next']) {
    const page = await open(`<body>${value}<script ${limited} …></script></body>`);
    await expect(page.locator('visitor-value:state(error)')).toContainText('an address');
  }
  expect(await site.requests()).toBe(1);
});

test('the lookup is sent before the script has made anything else, and only once', async ({
  open,
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (...request) => {
      Object.assign(window, { isFirst: !(Symbol.for('visitor-elements') in window) });
      return fetch(...request);
    };
  });
  await open(`<body>${value}<script …></script></body>`);
  await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
  expect(await page.evaluate('isFirst')).toBe(true);
  expect(await site.requests()).toBe(1);
});

test('before required consent nothing is read from storage or cookies, or put there', async ({
  open,
  site,
}) => {
  const spy = `<script>
    const used = [];
    for (const [owner, name, kind] of [
      [Document.prototype, 'cookie', 'get'], [Document.prototype, 'cookie', 'set'],
      [Storage.prototype, 'getItem', 'value'], [Storage.prototype, 'setItem', 'value'],
    ]) {
      const property = Object.getOwnPropertyDescriptor(owner, name);
      const original = property[kind];
      property[kind] = function (...given) {
        used.push(name + ' ' + kind);
        return Reflect.apply(original, this, given);
      };
      Object.defineProperty(owner, name, property);
    }
  </script>`;
  const settings =
    'data-consent="required" data-override-cookie="country" data-guess="time-zone" data-expose';
  const select = '<visitor-country-select></visitor-country-select>';
  const page = await open(`<body>${spy}${value}${select}<script … ${settings}></script></body>`);
  await page.evaluate("visitorElements.origin.snapshot('ip')");
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await page.evaluate("dispatchEvent(new Event('online'))");
  await expect(page.locator('visitor-value:state(idle)')).toBeVisible();
  await page.evaluate("visitorElements.override({ location: { country: { code: 'FR' } } })");
  expect([await page.evaluate('used'), await site.requests()]).toEqual([[], 0]);
  await page.evaluate('visitorElements.grantConsent()');
  await expect
    .poll(() => page.evaluate('[...new Set(used)].sort()'))
    .toEqual(['cookie get', 'cookie set', 'getItem value', 'setItem value']);
});

test('beside the lookup that is sent first, another has its own data, and a refresh sends a request', async ({
  open,
  site,
}) => {
  const network = '<visitor-value from="asn" field="asn">a network</visitor-value>';
  const page = await open(`<body>${value}${network}<script …></script></body>`);
  await expect(page.locator('visitor-value[from]:state(ready)')).toContainText('20712');
  await expect(page.locator('visitor-value:not([from]):state(ready)')).toContainText('81.2.69.142');
  expect(await site.requests()).toBe(2);
  await page.evaluate('visitorElements.origin.ip({ refresh: true }).then(() => true)');
  expect(await site.requests()).toBe(3);
});

const atLoad = `<script>
  addEventListener('load', () => visitorElements.origin.ip().then(({ ip }) => { document.title = ip; }));
</script>`;
for (const [where, html] of Object.entries({
  before: `${atLoad}<script async …></script>`,
  after: `<script async …></script>${atLoad}`,
}))
  test(`a script ${where} the async tag finds the global when the page has loaded`, async ({
    open,
    said,
  }) => {
    const page = await open(`<head>${html}</head>`);
    await expect(page).toHaveTitle('81.2.69.142');
    expect(said).toEqual([]);
  });

test('a page with one value makes no style sheet, template or map, and reads no names of countries', async ({
  open,
}) => {
  const spy = `<script>
    const made = [];
    const noteCalls = (owner, name) => {
      const original = owner[name];
      owner[name] = new Proxy(original, {
        apply(target, self, [first]) {
          made.push(name + ' ' + first);
          return Reflect.apply(target, self, [first]);
        },
        construct(target, given) {
          made.push(name);
          return Reflect.construct(target, given);
        },
      });
    };
    noteCalls(globalThis, 'CSSStyleSheet');
    noteCalls(Intl, 'DisplayNames');
    noteCalls(Document.prototype, 'createElement');
    noteCalls(Document.prototype, 'createElementNS');
  </script>`;
  const page = await open(`<head>${spy}<script async …></script></head><body>${value}</body>`);
  await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
  // The slot of the value's own fallback content.
  expect(await page.evaluate('made')).toEqual(['createElement slot']);
  await page.evaluate(`document.body.append(document.createElement('visitor-info'))`);
  await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');
  expect(await page.evaluate('made')).toEqual(
    expect.arrayContaining(['CSSStyleSheet', 'createElement template', 'DisplayNames']),
  );
});

test('the attributes of the tag are the page’s settings', async ({ open }) => {
  const page = await open(
    `<body><script … data-storage="local" data-max-age="60" data-params="fields=ip"></script>${value}</body>`,
  );
  await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
  const { local, session, data } = await page.evaluate(() => ({
    local: Object.values(localStorage).join(),
    session: sessionStorage.length,
    data: Reflect.get(document.querySelector('visitor-value') ?? {}, 'data'),
  }));
  expect(local).toContain('81.2.69.142');
  expect(session).toBe(0);
  expect(data).toEqual({ ip: '81.2.69.142' });
});

test('a wrong attribute is reported once, and the page keeps its own content', async ({
  open,
  said,
  site,
}) => {
  const page = await open(`<body><script … data-auth="cookie"></script>${value.repeat(5)}</body>`);
  await expect(page.locator('visitor-value:state(error)')).toHaveCount(5);
  await expect(page.locator('visitor-value').first()).toContainText('an address');
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('auth');
  expect(said[0]).toContain('query, header, none');
  expect(await site.requests()).toBe(0);
});

test('the global offers all that the root of the package exports', async ({ open }) => {
  const page = await open('<body><script …></script></body>');
  const names = await page.evaluate(() => Object.keys(Reflect.get(globalThis, 'visitorElements')));
  expect(names.sort()).toEqual(Object.keys(await import('../../src/index.js')).sort());
});

test('flags are beside the script', async ({ open }) => {
  const flag = '<visitor-value field="location.country.code" as="flag">a flag</visitor-value>';
  const page = await open(`<body>${flag}<script …></script></body>`);
  const image = page.getByRole('img', { name: 'United Kingdom' });
  await expect(image).toHaveAttribute('src', /\/dist\/flags\/GB\.svg$/);
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test('data-expose writes attributes to <html>, for CSS', async ({ open }) => {
  const page = await open(`<head><script … data-expose></script></head><body>${value}</body>`);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-visitor-country', 'GB');
  await expect(html).toHaveAttribute('data-visitor-continent', 'EU');
  await expect(html).toHaveAttribute('data-visitor-eu', 'false');
  await expect(html).toHaveAttribute('data-visitor-currency', 'GBP');
  await expect(html).toHaveAttribute('data-visitor-asn', 'AS20712');
  await expect(html).toHaveAttribute('data-visitor-time-zone', 'Europe/London');
  await expect(html).not.toHaveAttribute('data-visitor-region');
});

test('without data-expose nothing is written to <html>', async ({ open }) => {
  const page = await open(`<body><script …></script>${value}</body>`);
  await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
  expect(await page.evaluate(() => document.documentElement.getAttributeNames())).toEqual(['lang']);
});

test('two copies of the script on one page share the request, and neither throws', async ({
  open,
  said,
  site,
}) => {
  const page = await open(
    `<body>${value}<script …></script><visitor-info></visitor-info><script …></script></body>`,
  );
  await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
  await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');
  expect(await page.evaluate('visitorElements.origin.ip()')).toHaveProperty('ip', '81.2.69.142');
  expect(await site.requests()).toBe(1);
  expect(said).toEqual([]);
});

for (const [what, first, attributes] of [
  ['with nothing stored', 'data-expose', 'data-storage="none"'],
  ['before a late grant', 'data-expose', 'data-consent="required"'],
  ['with `data-expose` on the later tags alone', '', 'data-consent="required"'],
] as const)
  test(`a script that runs again, as on pages of Turbo, sends no request of its own: ${what}`, async ({
    open,
    said,
    site,
  }) => {
    const again = `<script … ${attributes} data-expose></script>`.repeat(2);
    const page = await open(`<body>${value}<script … ${attributes} ${first}></script>${again}</body>`);
    await page.evaluate('visitorElements.grantConsent()');
    await expect(page.locator('html')).toHaveAttribute('data-visitor-country', 'GB');
    await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
    expect(await page.evaluate('visitorElements.origin.ip()')).toHaveProperty('ip', '81.2.69.142');
    await page.evaluate("visitorElements.override({ location: { country: { code: 'FR' } } })");
    await expect(page.locator('html')).toHaveAttribute('data-visitor-country', 'FR');
    expect(await site.requests()).toBe(1);
    expect(said).toEqual([]);
  });

test('the script and the modules on one page share the request, and neither throws', async ({
  open,
  said,
  site,
}) => {
  const page = await open(`<body>${value}<script …></script></body>`);
  await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
  const ip = await page.evaluate(async (address: string) => {
    const { origin } = await import(address);
    return (await origin.ip()).ip;
  }, '/dist/lookup/index.js');
  expect(ip).toBe('81.2.69.142');
  expect(await site.requests()).toBe(1);
  expect(said).toEqual([]);
});

test('the next page in the tab sends no request, and has the data in its first frame', async ({
  open,
  site,
}) => {
  const record = `<script>
    globalThis.states = [];
    document.addEventListener('readystatechange', () => requestAnimationFrame(look), { once: true });
    function look() {
      const value = document.querySelector('visitor-value');
      states.push(value.matches(':state(pending)') ? 'pending' : value.shadowRoot.textContent.trim());
      if (states.length < 3) requestAnimationFrame(look);
    }
  </script>`;
  const page = await open(`<body>${record}${value}<script …></script></body>`);
  await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
  await page.reload();
  await expect.poll(() => page.evaluate('states')).toEqual(Array(3).fill('81.2.69.142'));
  expect(await site.requests()).toBe(1);
});

test('a strict Content-Security-Policy with trusted types is not violated', async ({ open, said }) => {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
  const page = await open(
    `<body><visitor-info></visitor-info>${value}<visitor-value field="ip" as="flag">a flag</visitor-value>
    <script …></script></body>`,
    { 'content-security-policy': policy },
  );
  await expect(page.locator('visitor-info:state(ready)')).toContainText('United Kingdom');
  await expect(page.locator('visitor-value:state(ready)')).toHaveCount(2);
  expect(said).toEqual([]);
});

test('a list of countries that a click opens has the visitor’s country in view, selected and focused', async ({
  open,
}) => {
  const page = await open(
    '<body><script …></script><visitor-country-select>Ship to</visitor-country-select></body>',
  );
  await page.locator('visitor-country-select:state(ready)').waitFor();
  await page.locator('visitor-country-select select').click();
  const selected = page.locator('visitor-country-select option:checked');
  await expect(selected).toHaveAttribute('value', 'GB');
  await expect(selected).toBeFocused();
  await expect(selected).toBeInViewport();
});
