import { expect, test } from './site.js';

for (const file of ['visitor-core.min.js', 'visitor-elements.min.js'])
  test(`${file} runs in a loader's sandbox, whose document and global object are proxies`, async ({
    page,
    site,
  }) => {
    const { origin, pathname } = new URL(site.address());
    const body = `<!doctype html><html lang="en"><title>A page</title><visitor-value field="ip">own</visitor-value>
      <visitor-switch><template data-country="GB"><b>Good day</b></template>own</visitor-switch>`;
    await page.route(`${origin}/page`, (route) =>
      route.fulfill({ body, contentType: 'text/html; charset=utf-8' }),
    );
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`${origin}/page`);
    await page.evaluate(
      async ({ src, baseUrl }) => {
        const code = await (await fetch(src)).text();
        const script = Object.assign(document.createElement('script'), { src });
        Object.assign(script.dataset, { baseUrl, apiKey: 'demo-open', skipBots: 'false' });
        // As qiankun and SystemJS do.
        Object.defineProperty(document, 'currentScript', { configurable: true, get: () => script });
        const bound = (value: unknown, owner: object, name: string | symbol) =>
          typeof value === 'function' && !/^[A-Z]/.test(String(name)) ? value.bind(owner) : value;
        const sandbox = <T extends object>(target: T, own: object = {}): T =>
          new Proxy(target, {
            get: (_, name) => Reflect.get(own, name) ?? bound(Reflect.get(target, name), target, name),
          });
        const page = sandbox(document);
        const globals: object = sandbox(window, { document: page });
        new Function('window', 'self', 'globalThis', 'document', code)(globals, globals, globals, page);
      },
      { src: `/dist/${file}`, baseUrl: `/api/visit${pathname}` },
    );
    await expect(page.locator('visitor-value:state(ready)')).toContainText('81.2.69.142');
    await expect(page.locator('b')).toHaveText('Good day');
    expect([errors, await site.requests()]).toEqual([[], 1]);
  });
