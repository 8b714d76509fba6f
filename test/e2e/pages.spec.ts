import axe from 'axe-core';
import { pages } from '../../demo/site/pages.js';
import { engines } from '../browsers.js';
import { expect, test } from './static-site.js';

/** Everything of a page is there: scripts have run, every answer has come, pictures are loaded. */
const settled = `new Promise(async (resolve) => {
  await customElements.whenDefined('visitor-info');
  const calm = () => ![...document.querySelectorAll('visitor-info, visitor-asn, visitor-user-agent')]
    .some((element) => element.loading !== 'lazy' && element.matches(':state(pending)'));
  while (!calm() || document.readyState !== 'complete') await new Promise((next) => setTimeout(next, 20));
  resolve(true);
})`;

const useAxe = `(globalThis.source = ${JSON.stringify(axe.source)}, (0, eval)(source), true)`;

/**
 * What axe finds in the page and its frames, once nothing fades in any more, as lines a person can read. A frame that is
 * loaded anew meanwhile never answers: then all is looked at again.
 */
const findings = `(async () => {
  const moment = () => new Promise((next) => setTimeout(next, 20));
  const ends = ({ effect }) => effect.getComputedTiming().endTime < Infinity;
  const atRest = ({ document }) =>
    Promise.allSettled(document.getAnimations().filter(ends).map(({ finished }) => finished));
  for (;;) {
    const frames = [...document.querySelectorAll('iframe:not([hidden])')];
    await atRest(window);
    for (const { contentWindow: frame } of frames) {
      while (frame.document.readyState !== 'complete' || !frame.visitorElements) await moment();
      frame.axe ?? frame.eval(source);
      await atRest(frame);
    }
    const documents = frames.map(({ contentDocument }) => contentDocument);
    const isSame = ({ contentDocument }, i) => contentDocument === documents[i];
    const replaced = async () => { while (frames.every(isSame) && !results) await moment() };
    let results;
    const run = axe.run({ resultTypes: ['violations'] }).then((all) => results = all);
    await Promise.race([run, replaced()]);
    if (results)
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary));
    run.catch(() => undefined);
    (0, eval)(source);
  }
})()`;

const outline = `(() => {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ localName }) => Number(localName[1]));
  return {
    first: levels.filter((level) => level === 1).length,
    jumps: levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1).length,
    landmarks: ['header', 'main', 'footer', 'nav'].map((name) => document.querySelectorAll('body > ' + name + ', header > ' + name).length),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    broken: [...document.images].filter((image) => image.complete && !image.naturalWidth).map(({ src }) => src),
    messages: globalThis.messages,
  };
})()`;

/** A telephone's width in every engine: WebKit's window stops at 447 px, a frame does not. */
const asTelephone = `new Promise((resolve) => {
  const frame = document.createElement('iframe');
  frame.style = 'position: fixed; inset: 0; z-index: 99; inline-size: 360px; block-size: 800px; background: white';
  frame.onload = () => setTimeout(() => {
    const { documentElement } = frame.contentDocument;
    const wide = documentElement.scrollWidth - documentElement.clientWidth;
    frame.remove();
    resolve(wide);
  }, 50);
  frame.src = location.href;
  document.body.append(frame);
})`;

/** What has moved since the page was opened, where the engine tells: Chromium does. A word that takes the place of another in its line doesn't count. */
const shifted = `new Promise((resolve) => {
  if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return resolve([]);
  const isWord = ({ node }) => node?.nodeName === '#text' &&
    (node.getRootNode().host ?? node.parentElement).matches('visitor-value, :has(> visitor-value)');
  const counts = ({ value, sources }) => value > 0.001 && !sources.every(isWord);
  new PerformanceObserver((list) => resolve(list.getEntries().filter(counts).map(({ value, sources }) =>
    value + ' ' + sources.map(({ node }) => node?.localName ?? node?.nodeName))))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve([]), 300);
})`;

const all = pages({ asset: (name) => name }).filter(({ bare }) => !bare);

for (const engine of engines) {
  test.describe(engine, () => {
    for (const { path, title } of all) {
      test(`${path}: sound, accessible, silent, and whole on a telephone`, async ({ site, walk }) => {
        test.slow(); // axe reads every option of every select
        const walker = await walk(engine);
        site.missing.length = 0;
        await walker.resize(1280);
        await walker.goto(`${site.home}${path}`);
        await walker.evaluate(settled);
        expect(await walker.evaluate('document.title')).toContain(title);
        expect(await walker.evaluate(outline)).toEqual({
          first: 1,
          jumps: 0,
          landmarks: [1, 1, 1, 1],
          wide: 0,
          broken: [],
          messages: [],
        });
        expect(await walker.evaluate(shifted)).toEqual([]);
        await walker.evaluate(useAxe);
        expect(await walker.evaluate(findings)).toEqual([]);
        expect(await walker.evaluate(asTelephone), 'wider than a telephone').toBe(0);
        if (engine === 'chromium') {
          await walker.evaluate(`document.documentElement.dataset.scheme = 'dark'`);
          expect(await walker.evaluate(findings), 'in the dark').toEqual([]);
          await walker.resize(360);
          await walker.goto(`${site.home}${path}`);
          await walker.evaluate(settled);
          expect(await walker.evaluate(shifted), 'on a telephone').toEqual([]);
        }
        expect(site.missing).toEqual([]);
      });
    }
  });
}

/** What a reader can switch a page to: a part of it, and the controls that change it. */
const switches: Record<string, string> = {
  'index.html': '[name=visitor]:is([value=unknown], [value=blocked]), [role=tab], .view summary',
  'playground.html':
    '[name=element], [name=layout], [name=connection], [name=state], [name=fault], [name=visitor][value=blocked], [role=tab], details summary',
  'elements/visitor-info.html':
    '[name=state], [data-start], [data-part=card], [data-token="--visitor-accent"]',
  'recipes/network-notice.html': '[name=as], #fail',
  'api.html': '#grant, #revoke',
};

for (const [path, controls] of Object.entries(switches))
  test(`${path}: accessible in every state and with every fault, frames too`, async ({ site, walk }) => {
    test.slow(); // axe, once for every control
    const walker = await walk('chromium');
    await walker.resize(1280);
    await walker.goto(`${site.home}${path}`);
    await walker.evaluate(settled);
    await walker.evaluate(useAxe);
    const all = `document.querySelectorAll(${JSON.stringify(controls)})`;
    const count = await walker.evaluate<number>(`${all}.length`);
    expect(count).toBeGreaterThan(1);
    for (let index = 0; index < count; index++) {
      const control = await walker.evaluate<string>(
        `(() => { const control = ${all}[${index}]; control?.click(); return control?.outerHTML ?? 'gone' })()`,
      );
      expect(await walker.evaluate(findings), control).toEqual([]);
    }
  });
