/**
 * Resolves when a page, here or in a frame, is complete: scripts have run, each lookup has a response, images and fonts
 * are loaded.
 */
export const settledIn = (page: string) => `(async ({ customElements, document }) => {
  await customElements.whenDefined('visitor-info');
  const calm = () => ![...document.querySelectorAll('visitor-info, visitor-asn, visitor-user-agent')]
    .some((element) => element.loading !== 'lazy' && element.matches(':state(pending)'));
  while (!calm() || document.readyState !== 'complete') await new Promise((next) => setTimeout(next, 20));
  await document.fonts.ready;
  return true;
})(${page})`;
export const settled = settledIn('globalThis');

/** Loads axe into a document from the site itself, since the page's policy allows no other source. */
const loadAxe = `(document) => new Promise((resolve) => {
  const script = Object.assign(document.createElement('script'), { src: '/axe.js', onload: () => resolve(true) });
  document.head.append(script);
})`;

/** Rules for whole pages that don't apply to a part in a frame. */
const rulesOfWholePages = JSON.stringify(
  Object.fromEntries(
    ['landmark-one-main', 'page-has-heading-one', 'region', 'bypass'].map((rule) => [
      rule,
      { enabled: false },
    ]),
  ),
);

/**
 * The violations that axe finds in a page and its frames, as readable lines, when all transitions have jumped to their
 * end. Each document is checked separately, because axe waits long for responses from frames. A document that is
 * reloaded or removed in the meantime never responds, so it is checked again.
 */
const findingsOf = (documents: string, options = '') => `(async () => {
  const moment = () => new Promise((next) => setTimeout(next, 20));
  const fades = ({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime < Infinity;
  const isLoaded = ({ document, visitorElements }) => document.readyState === 'complete' && visitorElements;
  const page = { isConnected: true, contentWindow: globalThis };
  const check = async (window, document) => {
    if (!window.axe) await (${loadAxe})(document);
    const fading = () => document.getAnimations().filter(fades);
    for (let all = fading(); all.length; all = fading()) {
      for (const animation of all) animation.finish();
      await moment();
    }
    const rules = window === globalThis ? {} : ${rulesOfWholePages};
    return window.axe.run({ resultTypes: ['violations'], iframes: false, rules, ${options} });
  };
  const look = async (frame) => {
    while (frame.isConnected && frame !== page && !isLoaded(frame.contentWindow)) await moment();
    if (!frame.isConnected) return undefined;
    const { contentWindow } = frame;
    const { document } = contentWindow;
    let results;
    const running = check(contentWindow, document).then((all) => results = all);
    running.catch(() => undefined);
    const isHere = () => frame.isConnected && frame.contentWindow.document === document;
    const replaced = async () => { while (isHere() && !results) await moment() };
    await Promise.race([running, replaced()]);
    return results ? results.violations : look(frame);
  };
  for (const frame of document.querySelectorAll('iframe[loading]')) frame.loading = 'eager';
  let found;
  do {
    const inFrames = [...document.querySelectorAll('iframe:not([hidden])')];
    found = await Promise.all([${documents}].map(look));
  } while (found.includes(undefined));
  return found.flat().flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary));
})()`;
const everywhere = 'page, ...inFrames';
export const findings = findingsOf(everywhere);
/** For controls that change only a frame. */
export const findingsInFrames = findingsOf('...inFrames');
/** A colour scheme changes only colours. */
export const findingsOfColours = findingsOf(everywhere, `runOnly: ['color-contrast', 'link-in-text-block']`);

/** What a reader can switch on a page: a part of it, and the controls that change it. */
export const switches: Record<string, string> = {
  'index.html':
    '.chip-more, [name=visitor]:is([value=unknown], [value=blocked]), #guess, [role=tab], #scheme',
  'playground.html':
    '[name=element], [name=layout], [name=connection], [name=state], [name=fault], [name=visitor][value=blocked], [role=tab], details summary',
  'elements/visitor-info.html': '[name=visitor][value=vpn], [data-start]',
  'recipes/network-notice.html': '[name=as], #fail',
  'elements/states.html': '[name=element]:is([value=visitor-country-select], [value=visitor-value])',
};
