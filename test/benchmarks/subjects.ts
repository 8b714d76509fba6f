import { compress } from './site.js';

/** What a page shows. Ours makes a country's name in the page's language; the others show the service's English one. */
export const fields = ['ip', 'location.country.name'] as const;
export type Field = (typeof fields)[number];

/** A way to show visitors their IP address or country. */
export interface Subject {
  name: string;
  /** The scripts that a page loads. */
  scripts: string[];
  head(service: string): string;
  /** The markup of one value. */
  value(field: Field): string;
  /** Markup for the end of the page. */
  foot(service: string): string;
  /** The tag of the element, if it is one. */
  tag?: string;
}

const place = (field: Field) => `<p class="value" data-field="${field}">a value</p>`;
const own = (field: Field) => `<visitor-value field="${field}">a value</visitor-value>`;
/** Ends with the last value of the page, so that a thousand more elements call nothing, as others' don't. */
const listener = `<script>
  document.addEventListener('visitor-load', function count() {
    shown();
    if (!left) document.removeEventListener('visitor-load', count);
  });
</script>`;
const nothing = () => '';
const tag = (name: string, how: string) => (service: string) =>
  `<script ${how} src="/${name}" data-base-url="${service}" data-api-key="demo-open"></script>`;
/** As the README's first snippet. */
const loaded = (name: string) => tag(name, 'async');
/** Code that looks for its elements once must run after the parser. */
const deferred = (name: string) => tag(name, 'defer');

const inline = (service: string) => `<script>
  for (const place of document.querySelectorAll('.value'))
    fetch('${service}?key=demo-open')
      .then((response) => response.json())
      .then(({ ip, location }) => {
        place.textContent = place.dataset.field === 'ip' ? ip : location.country.name;
        shown();
      });
</script>`;

const full = 'visitor-elements.min.js';
const core = 'visitor-core.min.js';
const ours = { scripts: [full], value: own, tag: 'visitor-value', foot: nothing };
const withListener = (script: (service: string) => string) => (service: string) => listener + script(service);
/** What a server puts into the page. */
const given = JSON.stringify({ ip: '192.0.2.1', location: { country: { code: 'DE', name: 'Germany' } } });

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
    value: (field) => `<bare-value field="${field}"></bare-value>`,
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
  { ...ours, name: '`visitor-elements`', head: withListener(loaded(full)) },
  {
    ...ours,
    name: '`visitor-elements`, core script',
    scripts: [core],
    head: withListener(loaded(core)),
  },
  {
    ...ours,
    name: '`visitor-elements`, core script, with a `preload` of the lookup',
    scripts: [core],
    head: (service) =>
      `<link rel="preload" as="fetch" crossorigin href="${service}?key=demo-open">${withListener(loaded(core))(service)}`,
  },
  {
    ...ours,
    name: '`visitor-elements`, with `initialData`',
    head: withListener(tag(full, `async data-initial-data='${given}'`)),
  },
];

const words = 'A page has words of its own, and a visitor reads them first. '.repeat(8);

/** A page with this many values. It reports to its server when all are laid out, and opens the page that it is told. */
export const pageOf = (
  { head, value, foot }: Subject,
  service: string,
  values: number,
  field: Field = 'ip',
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
            fetch('/', { method: 'POST', body: JSON.stringify({ data, firstPaint }) })
              .then((response) => response.text())
              .then((next) => next && location.replace(next));
        }).observe({ type: 'paint', buffered: true });
      };
    </script>
    ${head(service)}
  </head>
  <body>
    <h1>A page</h1>
    ${`<p>${words}</p>`.repeat(6)}
    ${value(field).repeat(values)}
    ${foot(service)}
  </body>
</html>`;

/** Compressed bytes that a page must load or contain for it. */
export const bytesOf = (subject: Subject, bytes: ReadonlyMap<string, number>, service: string): number =>
  subject.scripts.length > 0
    ? subject.scripts.reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0)
    : compress(subject.foot(service)).length;
