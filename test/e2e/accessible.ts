/** Everything of a page is there: scripts have run, every answer has come, pictures are loaded. */
export const settled = `new Promise(async (resolve) => {
  await customElements.whenDefined('visitor-info');
  const calm = () => ![...document.querySelectorAll('visitor-info, visitor-asn, visitor-user-agent')]
    .some((element) => element.loading !== 'lazy' && element.matches(':state(pending)'));
  while (!calm() || document.readyState !== 'complete') await new Promise((next) => setTimeout(next, 20));
  resolve(true);
})`;

/** Loads axe into a document, as a file of its own site: its policy lets nothing else in. */
const loadAxe = `(document) => new Promise((resolve) => {
  const script = Object.assign(document.createElement('script'), { src: '/axe.js', onload: () => resolve(true) });
  document.head.append(script);
})`;

/** What a page owes its readers, and a part of it in a frame doesn't. */
const rulesOfWholePages = JSON.stringify(
  Object.fromEntries(
    ['landmark-one-main', 'page-has-heading-one', 'region', 'bypass'].map((rule) => [
      rule,
      { enabled: false },
    ]),
  ),
);

/**
 * What axe finds in a page and its frames, once nothing fades in any more, as lines a person can read. Each document is
 * asked by itself, since axe waits long for answers of frames; one that is loaded anew or taken away meanwhile never
 * answers: then it, or all, is asked again.
 */
const findingsOf = (documents: string, options = '') => `(async () => {
  const moment = () => new Promise((next) => setTimeout(next, 20));
  const fades = ({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime < Infinity;
  const isLoaded = ({ document, visitorElements }) => document.readyState === 'complete' && visitorElements;
  const page = { isConnected: true, contentWindow: globalThis };
  const ask = async (window, document) => {
    if (!window.axe) await (${loadAxe})(document);
    while (document.getAnimations().some(fades)) await moment();
    const rules = window === globalThis ? {} : ${rulesOfWholePages};
    return window.axe.run({ resultTypes: ['violations'], iframes: false, rules, ${options} });
  };
  const look = async (frame) => {
    while (frame.isConnected && frame !== page && !isLoaded(frame.contentWindow)) await moment();
    if (!frame.isConnected) return undefined;
    const { contentWindow } = frame;
    const { document } = contentWindow;
    let results;
    const asked = ask(contentWindow, document).then((all) => results = all);
    asked.catch(() => undefined);
    const isHere = () => frame.isConnected && frame.contentWindow.document === document;
    const replaced = async () => { while (isHere() && !results) await moment() };
    await Promise.race([asked, replaced()]);
    return results ? results.violations : look(frame);
  };
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
/** Where a control changes nothing but a frame. */
export const findingsInFrames = findingsOf('...inFrames');
/** Another scheme changes nothing but colours. */
export const findingsOfColours = findingsOf(everywhere, `runOnly: ['color-contrast', 'link-in-text-block']`);

/** What a reader can switch a page to: a part of it, and the controls that change it. */
export const switches: Record<string, string> = {
  'index.html': '[name=visitor]:is([value=unknown], [value=blocked]), [role=tab], .view summary',
  'playground.html':
    '[name=element], [name=layout], [name=connection], [name=state], [name=fault], [name=visitor][value=blocked], [role=tab], details summary',
  'elements/visitor-info.html':
    '[name=state], [data-start], [data-part=card], [data-token="--visitor-accent"]',
  'recipes/network-notice.html': '[name=as], #fail',
  'states.html': '#grant, #revoke',
};
