/** A preview: shows what the surrounding page describes, and reports events to it. */
import type { siteFaults } from '../visitors/faults.js';
import {
  hasMap,
  type Preview,
  type PreviewReport,
  type PreviewState,
  previewAttribute,
  readPreview,
  startOf,
} from './preview.js';

const { visitorElements: library } = window;
const { configure, grantConsent, override } = library;
const report = (detail: PreviewReport) =>
  window.frameElement?.dispatchEvent(new CustomEvent('preview', { detail, bubbles: true }));
const fault = (name: keyof typeof siteFaults) => {
  globalThis.visit.fault = name;
};
/** The library's own elements. */
const elements = () =>
  [...document.body.querySelectorAll(':defined')].filter(
    (element): element is Element & { refresh(): Promise<void> } => 'refresh' in element,
  );

/** Prepares each state before the elements are defined. */
const setups: Partial<Record<PreviewState, () => void>> = {
  pending: () => fault('endless'),
  error: () => fault('broken'),
  overridden: () => override({ location: { country: { code: 'CA' } } }),
  guessed() {
    fault('broken');
    configure({ guess: 'time-zone' });
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Europe/Paris' };
    };
  },
  stale() {
    addEventListener(
      'visitor-load',
      () => {
        fault('broken');
        for (const element of elements()) void element.refresh();
      },
      { once: true },
    );
  },
};

const start = readPreview();
configure({
  auth: start.auth as 'query',
  consent: start.state === 'idle' ? 'required' : 'not-required',
  timeout: 120_000,
});
if (start.state !== 'idle') grantConsent();
setups[start.state as PreviewState]?.();

for (const name of ['visitor-load', 'visitor-error', 'visitor-match', 'change'])
  addEventListener(name, (event) => {
    const { localName = '' } = event.target as Partial<Element>;
    const { data, error, template } = event as { data?: unknown; error?: Error; template?: Element | null };
    const attributes = [...(template?.attributes ?? [])].map(({ name, value }) => `${name}="${value}"`);
    const description =
      error?.message ?? (data ? 'event.data' : template === null ? 'the default' : attributes.join(' '));
    report({ event: { name, tag: localName, description }, ...(data ? { data } : {}) });
  });

/** Loads one of the package's files, once. */
function loadFile(path: string): void {
  const { href } = new URL(path, location.href);
  if (document.querySelector(`script[src="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: href }));
}

/** The content's height. The body is as high as it, and the frame may be higher. */
const reportHeight = () => report({ height: Math.ceil(document.body.getBoundingClientRect().height) });
const sizes = new ResizeObserver(reportHeight);

let shown: Preview | undefined;
function show(): void {
  const wanted = readPreview();
  if (shown && startOf(wanted) !== startOf(shown)) {
    location.reload();
    return;
  }
  const { documentElement: html, body } = document;
  html.lang = wanted.lang;
  // English is built in.
  if (wanted.lang !== 'en') loadFile(`dist/labels/${wanted.lang}.js`);
  if (hasMap(wanted.html)) loadFile('dist/countries.js');
  html.dir = wanted.dir;
  html.dataset.scheme = wanted.scheme;
  html.style.cssText = wanted.style;
  if (shown?.html !== wanted.html) {
    body.innerHTML = wanted.html;
    sizes.disconnect();
    for (const element of [body, ...body.children]) sizes.observe(element);
  }
  shown = wanted;
}
if (window.frameElement)
  new MutationObserver(show).observe(window.frameElement, { attributeFilter: [previewAttribute] });
show();
