import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describedElements, sharedAttributes } from '../../demo/site/elements.js';
import { version } from '../../demo/site/facts.js';
import { withOutline } from '../../demo/site/outline.js';
import { recordingFile, recordResponses } from '../../demo/visitors/record.js';
import { expect, type StaticSite, test } from './static-site.js';

/** The maximum size of what a page needs first: document, scripts, styles and fonts. */
const MOST_BYTES = 100_000;

const htmlFiles = ({ folder }: StaticSite) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));

const read = (site: StaticSite, path: string) => readFileSync(join(site.folder, path), 'utf8');

/** Every URL in a document, as written. */
const addressesIn = (html: string) =>
  [
    ...html
      .replace(/<pre[\s\S]*?<\/pre>|<script>[\s\S]*?<\/script>|<template>[\s\S]*?<\/template>/g, '')
      .matchAll(/\s(?:href|src)="([^"]*)"/g),
  ].map(([, address = '']) => address.replaceAll('&amp;', '&'));

/** The text of some markup, including the code that it shows. */
const asText = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

test('no link of any page is broken, including anchors', ({ site }) => {
  const files = htmlFiles(site);
  expect(files.length).toBeGreaterThan(30);
  const dead: string[] = [];
  for (const file of files)
    for (const address of addressesIn(read(site, file))) {
      if (/^https?:/.test(address)) continue;
      const { pathname, hash } = new URL(address, `http://site.invalid/${file}`);
      const target = pathname.slice(1) || 'index.html';
      let text = '';
      try {
        text = read(site, target);
      } catch {
        dead.push(`${file}: ${address}`);
      }
      const id = decodeURIComponent(hash.slice(1));
      if (id && target.endsWith('.html') && target !== 'frame.html' && !text.includes(` id="${id}"`))
        dead.push(`${file}: ${address}`);
    }
  expect(dead).toEqual([]);
});

test('no page sends a request to another host', ({ site }) => {
  for (const file of htmlFiles(site)) {
    const html = read(site, file).replace(/<pre[\s\S]*?<\/pre>/g, '');
    expect(html.match(/<(?:script|img|link|iframe)\b[^>]*(?:src|href)="(?:https?:)?\/\//g), file).toBeNull();
  }
});

const sizeOf = (bytes: Buffer, path: string) =>
  path.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length;

test('no page sends more than 100 kB, pictures and flags aside', ({ site }) => {
  const sizes = new Map<string, number>();
  const sent = (path: string) => {
    const size = sizes.get(path) ?? sizeOf(readFileSync(join(site.folder, path)), path);
    sizes.set(path, size);
    return size;
  };
  /** A script and its imports. */
  const scripts = (path: string): string[] => [
    path,
    ...[...read(site, path).matchAll(/(?:from|import)\s*["`']\.\/([\w.-]+\.js)["`']/g)].flatMap(
      ([, name = '']) => scripts(name),
    ),
  ];
  for (const file of htmlFiles(site).filter(
    (name) => !name.endsWith('.demo.html') && name !== 'frame.html',
  )) {
    const html = read(site, file);
    const wanted = addressesIn(
      html.replace(/<(?:a|img|iframe)\b[^>]*>|<link rel="alternate"[^>]*>/g, ''),
    ).filter((address) => !/^https?:|\.svg$/.test(address));
    const paths = wanted.map((address) => new URL(address, `http://site.invalid/${file}`).pathname.slice(1));
    const all = [
      ...new Set([file, ...paths.flatMap((path) => (/^[\w-]+\.js$/.test(path) ? scripts(path) : [path]))]),
    ];
    const bytes = all.reduce((sum, path) => sum + sent(path), 0);
    expect(bytes, `${file}: ${all.map((path) => `${path} ${sent(path)}`).join(', ')}`).toBeLessThanOrEqual(
      MOST_BYTES,
    );
  }
});

test('without JavaScript the pages are readable: text, code and tables are in the documents', ({ site }) => {
  expect(read(site, 'index.html')).toContain('Show prices, shipping and forms for where your visitor');
  expect(read(site, 'index.html')).toContain('Web components for place');
  expect(asText(read(site, 'index.html'))).toContain('npm install visitor-elements');
  expect(read(site, 'recipes/shipping.html')).toContain('data-country');
  expect(read(site, 'recipes/shipping.demo.html')).toContain('We ship to the whole world');
  expect(read(site, 'playground.html')).toMatch(/<noscript>[\s\S]*needs JavaScript/);
});

test('no page shows a key without the warning that anyone can read it', ({ site }) => {
  const showing = htmlFiles(site).filter((file) => /<pre(?:(?!<\/pre>).)*YOUR_KEY/s.test(read(site, file)));
  expect(showing).toEqual(expect.arrayContaining(['index.html', 'recipes/shipping.html']));
  for (const file of [...showing, 'playground.html'])
    expect(asText(read(site, file)), file).toMatch(
      /visible to anyone who opens the page, and origin \w+ is enforced by browsers only/,
    );
});

test('each page of the documentation has its Markdown beside it, and llms.txt leads to each', ({ site }) => {
  const llms = read(site, 'llms.txt');
  const files = htmlFiles(site).filter((file) => file.startsWith('docs/'));
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const text = file.replace(/html$/, 'md');
    expect(read(site, text), file).toMatch(/^# /);
    expect(read(site, file), file).toContain(`<link rel="alternate" type="text/markdown" href="../${text}"`);
  }
  const links = [...llms.matchAll(/\]\(([^)]*\.md)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(30);
  for (const link of links) expect(read(site, link), link).toMatch(/^(---|#)/);
});

test('a table whose head has no words has no head, so that no row is empty', () => {
  const table = (head: string) =>
    withOutline(`<table><thead><tr>${head}</tr></thead><tbody><tr><td>a</td></tr></tbody></table>`);
  expect(table('<td></td>')).not.toContain('<thead');
  expect(table('<th>element</th>')).toContain('<thead');
});

test('a document of many sections lists them beside it', ({ site }) => {
  const long = htmlFiles(site).filter(
    (file) => file.startsWith('docs/') && read(site, file).split('<h2 id="').length > 5,
  );
  expect(long).toEqual(expect.arrayContaining(['docs/security.html', 'docs/relay.html', 'docs/server.html']));
  for (const file of long) expect(read(site, file), file).toContain('aria-label="On this page"');
});

test('the first snippet needs no key, and none of its neighbours lacks what it shows', ({ site }) => {
  const [, hero = ''] = read(site, 'index.html').split(/class="(?:hero-code|facts)"/);
  const codes = [...hero.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(([, code = '']) =>
    asText(code),
  );
  const [first = '', service = '', relay = '', ...npm] = codes;
  expect(first).toContain('data-guess="time-zone"');
  expect(first).toContain('visitor-core.min.js');
  for (const code of [first, relay, ...npm]) expect(code).not.toContain('YOUR_KEY');
  expect(service).toContain('data-api-key="YOUR_KEY"');
  for (const code of [service, relay]) expect(code).toContain('<visitor-map slot="header">');
  expect(relay).toContain('data-base-url="/origin/"');
  expect(npm.join('\n')).toContain("import 'visitor-elements/visitor-switch.js';");
});

test('every published file that a page loads has this version and its integrity hash', ({ site }) => {
  const tags = htmlFiles(site).flatMap((file) =>
    [
      ...asText(read(site, file)).matchAll(
        /(?:src|href)="https:\/\/unpkg\.com\/visitor-elements[^"]*"(?:\s+[^>\s]*){0,2}/g,
      ),
    ].map(([tag]) => `${file}: ${tag}`),
  );
  expect(tags.length).toBeGreaterThan(10);
  const whole = new RegExp(
    `elements@${version}/dist/[^"]*"\\s+integrity="sha384-[\\w+/=]+"\\s+crossorigin="anonymous"`,
  );
  expect(tags.filter((tag) => !whole.test(tag))).toEqual([]);
});

test('each attribute, slot, part and token of each element is on its page, two clicks from the first', ({
  site,
}) => {
  const index = read(site, 'elements/index.html');
  expect(read(site, 'index.html')).toContain('href="./elements/index.html"');
  const all = describedElements();
  const shared = new Set(sharedAttributes(all).map(({ name }) => name));
  expect([...shared]).toEqual(expect.arrayContaining(['base-url', 'api-key', 'loading']));
  for (const { tagName, attributes = [], slots = [], cssParts = [], cssProperties = [] } of all) {
    expect(index).toContain(`href="${tagName}.html"`);
    const own = read(site, `elements/${tagName}.html`);
    for (const { name } of attributes) {
      // What all elements share is described on one page, to which every other page links.
      expect(own.includes(`id="attribute-${name}"`), `${tagName} ${name}`).toBe(!shared.has(name));
      const place = shared.has(name) ? 'shared' : tagName;
      expect(read(site, `elements/${place}.html`)).toContain(`id="attribute-${name}"`);
    }
    for (const [kind, items] of Object.entries({ slot: slots, part: cssParts, token: cssProperties }))
      for (const { name } of items)
        expect(own, `${tagName} ${kind}`).toContain(`id="${kind}-${name || 'default'}"`);
  }
});

test('no link of a document is lost on the site', ({ site }) => {
  for (const [file, name] of [
    ['docs/testing.html', '../demo/service/README.md'],
    ['docs/production.html', '../demo/relay/metrics.ts.txt'],
  ] as const)
    expect(read(site, file), file).toContain(`href="${name}`);
  expect(read(site, 'demo/relay.txt')).toContain('== demo/relay/metrics.ts');
});

test('recorded visitors match the development service’s current data', async () => {
  expect(JSON.parse(readFileSync(recordingFile, 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(await recordResponses())),
  );
});
