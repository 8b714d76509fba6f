import { compress } from './site.js';

/** A way to show visitors their IP address. */
export interface Subject {
  name: string;
  /** The scripts that a page loads. */
  scripts: string[];
  head(service: string): string;
  /** The markup of one value. */
  value: string;
  /** Markup for the end of the page. */
  foot(service: string): string;
  /** The tag of the element, if it is one. */
  tag?: string;
}

const place = '<p class="value">an address</p>';
const own = '<visitor-value field="ip">an address</visitor-value>';
const listener = `<script>document.addEventListener('visitor-load', () => shown())</script>`;
const nothing = () => '';
const deferred = (name: string) => (service: string) =>
  `<script defer src="/${name}" data-base-url="${service}" data-api-key="demo-page"></script>`;

const inline = (service: string) => `<script>
  for (const place of document.querySelectorAll('.value'))
    fetch('${service}?key=demo-page')
      .then((response) => response.json())
      .then(({ ip }) => {
        place.textContent = ip;
        shown();
      });
</script>`;

const full = 'visitor-elements.min.js';
const core = 'visitor-core.min.js';
const ours = { scripts: [full], value: own, tag: 'visitor-value', foot: () => listener };

export const subjects: Subject[] = [
  { name: '`fetch`, ten lines in the page', scripts: [], head: nothing, value: place, foot: inline },
  {
    name: '`fetch`, the same in a file',
    scripts: ['by-hand.js'],
    head: deferred('by-hand.js'),
    value: place,
    foot: nothing,
  },
  {
    name: 'a bare `LitElement`',
    scripts: ['bare-element.js'],
    head: deferred('bare-element.js'),
    value: '<bare-value></bare-value>',
    foot: nothing,
    tag: 'bare-value',
  },
  {
    name: '`@ipregistry/client` 6.0.0',
    scripts: ['client.js'],
    head: deferred('client.js'),
    value: place,
    foot: nothing,
  },
  { ...ours, name: '`visitor-elements`', head: deferred(full) },
  { ...ours, name: '`visitor-elements`, core script', scripts: [core], head: deferred(core) },
];

const words = 'A page has words of its own, and a visitor reads them first. '.repeat(8);

/**
 * A page with this many values. It reports to its server when all are laid out. If it were polled instead, the browser
 * would compile a script of Playwright's during the measurement.
 */
export const pageOf = (
  { head, value, foot }: Subject,
  service: string,
  values: number,
): string => `<!doctype html>
<html lang="en">
  <head>
    <title>A visit</title>
    <link rel="icon" href="data:,">
    <script>
      let left = ${values};
      const shown = () => {
        if (--left) return;
        document.body.getBoundingClientRect();
        const data = performance.now();
        new PerformanceObserver((list) => {
          for (const { startTime: firstPaint } of list.getEntriesByName('first-contentful-paint'))
            navigator.sendBeacon('/', JSON.stringify({ data, firstPaint }));
        }).observe({ type: 'paint', buffered: true });
      };
    </script>
    ${head(service)}
  </head>
  <body>
    <h1>A page</h1>
    ${`<p>${words}</p>`.repeat(6)}
    ${value.repeat(values)}
    ${foot(service)}
  </body>
</html>`;

/** Compressed bytes that a page must load or contain for it. */
export const bytesOf = (subject: Subject, bytes: ReadonlyMap<string, number>, service: string): number =>
  subject.scripts.length > 0
    ? subject.scripts.reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0)
    : compress(subject.foot(service)).length;
