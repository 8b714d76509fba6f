/** Markup that somebody injected into a page: under a strict policy, none of its scripts runs, and none hangs the page. */
import type { Walker } from './engine.js';
import { expect, test } from './fixtures.js';
import { serveSite } from './site.js';

const policies = {
  'a nonce': "script-src 'nonce-n' 'strict-dynamic'; object-src 'none'; base-uri 'none'",
  'a nonce and Trusted Types':
    "script-src 'nonce-n' 'strict-dynamic' 'unsafe-inline' https:; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
};
const ran = (name: string) => `data:text/javascript,ran.push('${name}')`;

/** What a case contains, by a name that its script reports. None has the nonce. */
const injected: Record<string, string> = {
  external: `<script src="${ran('external')}"></script>`,
  inline: `<script>ran.push('inline')</script>`,
  module: `<script type="module" src="${ran('module')}"></script>`,
  svg: `<svg><script href="${ran('svg')}"></script></svg>`,
  xlink: `<svg><script xlink:href="${ran('xlink')}"></script></svg>`,
  wrong: `<script nonce="x" src="${ran('wrong')}"></script>`,
  nested: `<template><script src="${ran('nested')}"></script></template>`,
  'a switch': `<visitor-switch><template data-gpc="false"><script src="${ran('a switch')}"></script></template></visitor-switch>`,
  'an open shadow root': `<div><template shadowrootmode="open" shadowrootclonable><script src="${ran('open')}"></script></template></div>`,
  'a closed shadow root': `<div><template shadowrootmode="closed" shadowrootclonable><script src="${ran('closed')}"></script></template></div>`,
  'a shadow root of an element': `<x-a><template shadowrootmode="closed" shadowrootclonable><script src="${ran('x-a')}"></script></template></x-a>`,
  'a form that hides its names': `<form><input name="localName"><input name="ownerDocument"><script src="${ran('names')}"></script></form>`,
  'a name that only the parser accepts': `<b"><script src="${ran('parser')}"></script></b">`,
  'a form': `<form><input name="shadowRoot"><input name="cloneNode"><input name="replaceWith"><script src="${ran('form')}"></script></form>`,
};

const page = (
  body: string,
  script = 'visitor-elements.min.js',
  extra = '',
) => `<!doctype html><title>A page</title>
  <link rel="icon" href="data:,"><script nonce="n">ran = [];</script>
  <script nonce="n" src="/dist/${script}" data-skip-bots="false" ${extra}></script>${body}<p id="end">End</p>`;

const site = () =>
  serveSite((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://site.invalid');
    const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' };
    const policy = searchParams.get('policy');
    if (policy) headers['content-security-policy'] = policy;
    response.writeHead(200, headers).end(searchParams.get('html'));
  });
const addressOf = (base: string, html: string, policy = '') =>
  `${base}/page?${new URLSearchParams({ html, policy })}`;
/** Time for what must not happen. */
const later = `new Promise((resolve) => setTimeout(resolve, 300))`;

/** Waits until as many cases are shown. */
const shows = (walker: Walker, cases: number) =>
  expect.poll(() => walker.evaluate(`document.querySelectorAll('b').length`)).toBe(cases);

for (const engine of ['chromium', 'firefox'] as const)
  for (const [what, policy] of Object.entries(policies))
    test(`no injected script runs as a switch's case under ${what}, and the page's own do, in ${engine}`, async ({
      shared,
      walk,
    }) => {
      const { base } = await shared(site);
      const walker = await walk(engine);
      for (const script of ['visitor-elements.min.js', 'visitor-core.min.js']) {
        const own = `<visitor-switch><template data-gpc="false"><b>mine</b><script nonce="n">ran.push('mine')</script></template></visitor-switch>`;
        const cases = Object.values(injected).map(
          (markup) =>
            `<visitor-switch><template data-gpc="false">${markup}<b>shown</b></template></visitor-switch>`,
        );
        await walker.goto(addressOf(base, page(`<main>${cases.join('')}</main>${own}`, script), policy));
        await shows(walker, cases.length + 1);
        await walker.evaluate(later);
        // Trusted Types refuse the text of any copied script.
        const expected = what === 'a nonce' ? ['mine'] : [];
        expect(await walker.evaluate(`ran`)).toEqual(expected);
      }
    });

test('an injected nonce makes no other script trusted', async ({ shared, walk }) => {
  const { base } = await shared(site);
  const walker = await walk('chromium');
  const markup = `<script nonce="x">1</script><visitor-switch><template data-gpc="false"><script nonce="x" src="${ran('x')}"></script><b>shown</b></template></visitor-switch>`;
  await walker.goto(addressOf(base, page(markup), policies['a nonce']));
  await shows(walker, 1);
  await walker.evaluate(later);
  expect(await walker.evaluate(`ran`)).toEqual([]);
});

test('the nonce of the script’s tag counts after a page has removed its tags', async ({ shared, walk }) => {
  const { base } = await shared(site);
  const walker = await walk('chromium');
  const markup = `<script nonce="n">for (const script of [...document.scripts]) script.remove();</script>
    <visitor-switch><template data-gpc="false"><script src="${ran('x')}"></script><b>shown</b></template></visitor-switch>`;
  for (const script of ['visitor-elements.min.js', 'visitor-core.min.js']) {
    await walker.goto(addressOf(base, page(markup, script), policies['a nonce']));
    await shows(walker, 1);
    await walker.evaluate(later);
    expect(await walker.evaluate(`ran`)).toEqual([]);
  }
});

test('scripts of cases run on a page without nonces', async ({ shared, walk }) => {
  const { base } = await shared(site);
  const walker = await walk('chromium');
  const html = `<title>A page</title><script>ran = [];</script><script src="/dist/visitor-core.min.js"></script>
    <visitor-switch><template data-gpc="false">${injected['external']}${injected['inline']}</template></visitor-switch>`;
  await walker.goto(addressOf(base, html));
  await expect.poll(() => walker.evaluate(`ran.toSorted()`)).toEqual(['external', 'inline']);
});

/** Markup with a name of the browser's, which a page must survive. */
const named: Record<string, string> = {
  'a parent that is its own': `<form><fieldset name="parentNode">ELEMENTS</fieldset></form>`,
  'parents in a circle': `<div><form id="B"><fieldset name="parentNode"><input form="A" name="parentNode"></fieldset></form></div><form id="A">ELEMENTS</form>`,
  'a sibling': `<form><input name="nextSibling"><input name="lastChild"><input name="getRootNode">ELEMENTS</form>`,
  'a language': `<form lang="en"><input name="getAttribute"><input name="hasAttribute"><input name="closest">ELEMENTS</form>`,
  'the focus': `<img name="activeElement"><img name="body"><img name="hidden"><img name="defaultView">ELEMENTS`,
  'a frame for the focus': `<iframe name="activeElement"></iframe><iframe name="defaultView"></iframe>ELEMENTS`,
  'methods of the document': `<img name="importNode"><img name="createElement"><img name="querySelectorAll"><img name="addEventListener">ELEMENTS`,
};
const elements = `<visitor-switch><template data-gpc="false"><b>shown</b></template>default</visitor-switch>
  <visitor-info><form>Own<input name="assignedNodes"><input name="slot"><input name="nodeType"></form></visitor-info>
  <visitor-map><form><input name="assignedNodes">Own</form></visitor-map>
  <visitor-country-select><form><input name="assignedNodes"><input name="textContent">Own</form></visitor-country-select>
  <visitor-value field="ip"><form><input name="assignedNodes">Own</form></visitor-value>`;

for (const engine of ['chromium', 'firefox'] as const)
  test(`elements work among elements with the names of the browser's properties in ${engine}`, async ({
    shared,
    walk,
  }) => {
    const { base } = await shared(site);
    const walker = await walk(engine);
    for (const [what, markup] of Object.entries(named)) {
      const errors = `<script>errors = []; addEventListener('error', ({ message }) => errors.push(message)); addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));</script>`;
      const html = page(
        `${errors}${markup.replace('ELEMENTS', elements)}`,
        'visitor-elements.min.js',
        'data-base-url="/api/fault/status-400/" data-api-key="demo-open"',
      );
      await walker.goto(addressOf(base, html));
      await walker.evaluate(`visitorElements.origin.ip().catch(() => 0)`);
      await walker.evaluate(later);
      const seen = `[errors.join(), Document.prototype.querySelectorAll.call(document, 'b').length,
        [...Document.prototype.querySelectorAll.call(document, 'visitor-info, visitor-map, visitor-value')].map((e) => e.matches(':state(error)')).join()]`;
      await expect.poll(() => walker.evaluate(seen), what).toEqual(['', 1, 'true,true,true']);
    }
  });

test('a module tag that the policy refuses sets no settings', async ({ shared, walk }) => {
  const { base } = await shared(site);
  const walker = await walk('chromium');
  const tag = (settings: string) =>
    `<script type="module" src="/dist/visitor-elements.min.js" ${settings}></script>`;
  const own = tag('nonce="n" data-consent="required" data-base-url="/api/" data-api-key="demo-open"');
  for (const [bad, expected] of [
    [tag('data-consent="not-required"'), 'none yet'],
    // Nobody can tell which of two nonces is the policy's.
    [tag('nonce="x" data-consent="not-required" data-base-url="/evil/"'), 'misconfigured'],
  ] as const)
    for (const tags of [own + bad, bad + own]) {
      await walker.goto(
        addressOf(
          base,
          `<!doctype html>${tags}<visitor-value field="ip">Own</visitor-value>`,
          policies['a nonce'],
        ),
      );
      await walker.evaluate(later);
      const seen = `[performance.getEntriesByType('resource').filter(({ name }) => /api|evil/.test(name)).length,
        document.querySelector('visitor-value').error?.code ?? 'none yet']`;
      await expect.poll(() => walker.evaluate(seen), tags).toEqual([0, expected]);
    }
});
