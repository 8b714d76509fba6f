import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serveFolder } from '../../../demo/mounts.js';
import { serveSite } from '../../e2e/site.js';
import { execute, here } from './run.js';

/** The oldest versions that our range of Lit, and Lit's own ranges, allow. */
const oldest = {
  lit: 'lit-3.0',
  'lit-html': 'lit-html-3.0',
  'lit-element': 'lit-element-4.0',
  '@lit/reactive-element': 'reactive-element-2.0',
};

const code = `import { LitElement, html } from 'lit';
import 'visitor-elements/define.js';
import 'visitor-elements/countries.js'; // places the country on the map
import { configure, VisitorInfo } from 'visitor-elements';
configure({ baseUrl: '/api/', apiKey: 'demo-open', skipBots: false, storage: 'none', flagsUrl: '/dist/flags/' });
customElements.define('x-app', class extends LitElement {
  render() {
    return html\`<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>
      <visitor-value field="location.country.code" as="flag">a flag</visitor-value>
      <visitor-switch><template data-country="GB"><b>Hello, Britain</b></template><i>Default</i></visitor-switch>
      <visitor-country-select></visitor-country-select>\`;
  }
});
document.title = String(VisitorInfo.prototype instanceof LitElement);`;

const place = join(here, 'out/lit');

test.beforeAll(async () => {
  await rm(place, { recursive: true, force: true });
  for (const [name, source] of Object.entries(oldest))
    await cp(join(here, 'node_modules', source), join(place, 'node_modules', name), { recursive: true });
  for (const name of ['visitor-elements', '@types/trusted-types'])
    await cp(join(here, 'node_modules', name), join(place, 'node_modules', name), { recursive: true });
  await writeFile(join(place, 'package.json'), '{ "type": "module" }');
  await writeFile(join(place, 'main.js'), code);
});

test('an application’s own Lit, the oldest of our range, is the one that we use', async ({ page }) => {
  const esbuild = join(here, 'node_modules/esbuild/bin/esbuild');
  const { ok, text } = await execute(esbuild, ['main.js', '--bundle', '--format=esm', '--outfile=app/main.js'], place);
  expect(ok ? '' : text).toBe('');
  const app = serveFolder(new URL('out/lit/app/', import.meta.url));
  const server = await serveSite((request, response) => {
    if (request.url === '/main.js') return app(request, response);
    const html = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><x-app></x-app><script type="module" src="/main.js"></script>';
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.goto(server.base);
  await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');
  await expect(page.locator('visitor-map:state(ready)')).toBeVisible();
  await expect(page.locator('visitor-value img')).toHaveAttribute('src', /GB\.svg$/);
  await expect(page.getByText('Hello, Britain')).toBeVisible();
  await expect(page.locator('select')).toHaveValue('GB');
  await expect(page).toHaveTitle('true');
  expect(said).toEqual([]);
  await server.close();
});

test('a server with the oldest Lit imports the elements, and a compiler takes their types', async () => {
  const program = `await import('visitor-elements/define.js'); console.log(customElements.get('visitor-info').name)`;
  const { stdout, text } = await execute(process.execPath, ['--input-type=module', '--eval', program], place);
  expect(stdout.trim(), text).toBe('VisitorInfo');
  await writeFile(
    join(place, 'main.ts'),
    `import { ReactiveElement } from 'lit';
import { VisitorInfo } from 'visitor-elements/visitor-info.js';
export const element: ReactiveElement = new VisitorInfo();`,
  );
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', module: 'nodenext', types: [] };
  await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const tsc = join(here, 'node_modules/typescript-5.9/bin/tsc');
  const checked = await execute(process.execPath, [tsc, '-p', place]);
  expect(checked.ok ? '' : checked.text).toBe('');
});
