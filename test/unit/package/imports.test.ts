import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../..', import.meta.url));

const elements = {
  'visitor-info': 'VisitorInfo',
  'visitor-asn': 'VisitorAsn',
  'visitor-user-agent': 'VisitorUserAgent',
  'visitor-value': 'VisitorValue',
  'visitor-switch': 'VisitorSwitch',
  'visitor-country-select': 'VisitorCountrySelect',
  'visitor-map': 'VisitorMap',
};
const tags = Object.keys(elements);
const silent = [
  'visitor-elements',
  ...['lookup', 'relay', 'relay-node', 'sources', 'testing', 'server-timing'].map(
    (name) => `visitor-elements/${name}.js`,
  ),
];
const script = 'visitor-elements/dist/visitor-elements.min.js';
const documented = [
  ...silent,
  'visitor-elements/define.js',
  ...tags.map((tag) => `visitor-elements/${tag}.js`),
  script,
  'visitor-elements/dist/visitor-core.min.js',
  'visitor-elements/dist/visitor-attributes.min.js',
  'visitor-elements/devtools.js',
  'visitor-elements/dist/visitor-devtools.min.js',
  'visitor-elements/flags/*',
  'visitor-elements/labels/*.js',
  'visitor-elements/countries.js',
  'visitor-elements/client-hints.js',
  'visitor-elements/services.js',
  'visitor-elements/reserve.css',
  'visitor-elements/jsx.d.ts',
  'visitor-elements/custom-elements.json',
  'visitor-elements/package.json',
];

/** Runs a module in a separate Node process, in this package's scope. Returns its output as JSON. */
async function inNode(code: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    timeout: 170_000,
  });
  return stdout === '' ? undefined : JSON.parse(stdout);
}

test('a program in CommonJS can require the relay and the lookup module', async () => {
  const types = await inNode(`
    import { createRequire } from 'node:module';
    const require = createRequire(process.cwd() + '/');
    const { relayListener } = require('visitor-elements/relay-node.js');
    const { OriginLookup } = require('visitor-elements/lookup.js');
    console.log(JSON.stringify([typeof relayListener, typeof OriginLookup]));`);
  expect(types).toEqual(['function', 'function']);
});

test('exactly the documented names can be imported', () => {
  const names = Object.keys(manifest.exports).map((name) => name.replace(/^\./, 'visitor-elements'));
  expect(names.sort()).toEqual(documented.sort());
});

const exported = {
  lookup: 'LookupError OriginLookup configure grantConsent isLookupError origin revokeConsent',
  relay: 'LookupError createRelay',
  'relay-node': 'LookupError relayListener',
  'server-timing': 'readServerTiming',
  testing: 'reset respondWith',
};

for (const [name, names] of Object.entries(exported))
  test(`${name}.js exports what pages and servers use, and nothing that only its own tests do`, async () => {
    const module = await import(/* @vite-ignore */ `visitor-elements/${name}.js`);
    expect(Object.keys(module).sort().join(' ')).toBe(names);
  });

for (const name of silent) {
  test(`${name} does nothing but export when it is imported`, async () => {
    const seen = await inNode(`
      await import('lit'); // brings a stand-in for the DOM's registry
      const globals = new Set(Object.getOwnPropertyNames(globalThis));
      const seen = [];
      customElements.define = (name) => seen.push(name);
      for (const name of ['fetch', 'setTimeout', 'setInterval']) globalThis[name] = () => seen.push(name);
      const module = await import(${JSON.stringify(name)});
      seen.push(...Object.getOwnPropertyNames(globalThis).filter((name) => !globals.has(name)));
      process.stdout.write(JSON.stringify({ seen, exports: Object.keys(module).length > 0 }));
    `);
    expect(seen).toEqual({ seen: [], exports: true });
  });
}

for (const [tag, className] of Object.entries(elements)) {
  test(`${tag}.js registers its own element, and another copy of it does no harm`, async () => {
    const registered = await inNode(`
      const address = import.meta.resolve('visitor-elements/${tag}.js');
      const module = await import(address);
      const isRegistered = customElements.get('${tag}') === module.${className};
      await import(address + '?another-copy');
      const others = ${JSON.stringify(tags)}.filter((name) => name !== '${tag}' && customElements.get(name));
      process.stdout.write(JSON.stringify({ isRegistered, others }));
    `);
    expect(registered).toEqual({ isRegistered: true, others: [] });
  });
}

test('define.js registers every element', async () => {
  const registered = await inNode(`
    await import('visitor-elements/define.js');
    process.stdout.write(JSON.stringify(${JSON.stringify(tags)}.filter((tag) => customElements.get(tag))));
  `);
  expect(registered).toEqual(tags);
});

test('nothing internal can be imported', async () => {
  const codes = await inNode(`
    const names = ['dist/lookup/store.js', 'lookup/store.js', 'dist/index.js', 'index.js'];
    const codes = names.map((name) => import('visitor-elements/' + name).then(() => name, ({ code }) => code));
    process.stdout.write(JSON.stringify(await Promise.all(codes)));
  `);
  expect(codes).toEqual(Array(4).fill('ERR_PACKAGE_PATH_NOT_EXPORTED'));
});

test('a server renders each element with its fallback content, and sends no request', async () => {
  const rendered = await inNode(`
    import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
    import { render } from '@lit-labs/ssr';
    import { html } from 'lit';
    ${tags.map((tag) => `import 'visitor-elements/${tag}.js';`).join('\n')}
    const requests = [];
    globalThis.fetch = (address) => requests.push(address);
    const markup = await collectResult(render(html\`${tags.map((tag) => `<${tag}><p>fallback</p></${tag}>`).join('')}\`));
    const without = ${JSON.stringify(tags)}.filter((tag) => !markup.includes('<p>fallback</p></' + tag + '>'));
    process.stdout.write(JSON.stringify({ requests, without }));
  `);
  expect(rendered).toEqual({ requests: [], without: [] });
});

test('where a server imports no value and no switch, as the documents say, no element waits for a host to hydrate', async () => {
  const rendered = await inNode(`
    import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
    import { render } from '@lit-labs/ssr';
    import { html } from 'lit';
    ${tags
      .filter((tag) => !/value|switch/.test(tag))
      .map((tag) => `import 'visitor-elements/${tag}.js';`)
      .join('\n')}
    const page = html\`<visitor-value>a</visitor-value><visitor-switch>b</visitor-switch>
      <visitor-info></visitor-info><visitor-country-select></visitor-country-select>\`;
    const markup = await collectResult(render(page));
    process.stdout.write(JSON.stringify({
      roots: markup.split('shadowrootmode').length - 1,
      waiting: markup.includes('defer-hydration'),
    }));
  `);
  expect(rendered).toEqual({ roots: 2, waiting: false });
});
