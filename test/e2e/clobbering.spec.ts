/**
 * Pages that take the names which the scripts for a tag read: by markup, such as `<a id="visitorElements">` and
 * `<img name="createElement">`, and by declarations, such as `class Document {}`.
 */
import { expect, test as siteTest } from './site.js';

/** The names that Lit and the library's own script read and the browser doesn't have. */
const ownNames = [
  ...['visitorElements', 'litHtmlVersions', 'litElementVersions', 'reactiveElementVersions', 'litNonce'],
  ...[
    'litPropertyMetadata',
    'litHtmlPolyfillSupport',
    'litElementPolyfillSupport',
    'ShadyCSS',
    'trustedTypes',
  ],
  ...['reactiveElementPolyfillSupport', 'litElementHydrateSupport', 'JSCompiler_renameProperty'],
];

/** Writes into a page that is loading. */
const writing = (expression: string) => `<script>{
  const namesOf = (object) => object ? [...Object.getOwnPropertyNames(object), ...namesOf(Object.getPrototypeOf(object))] : [];
  const isIdentifier = (name) => /^[A-Za-z_$][\\w$]*$/.test(name);
  document.write(${expression});
}</script>`;
const takesAll = writing(`
  [...namesOf(window), ...${JSON.stringify(ownNames)}].filter(isIdentifier).map((name) => '<a id="' + name + '"></a>').join('') +
  namesOf(document).filter(isIdentifier).map((name) => '<img name="' + name + '">').join('')`);
const declaresAll = writing(`
  '<script>let ' + Object.getOwnPropertyNames(window).filter((name) => isIdentifier(name) && name !== 'globalThis' &&
    Object.getOwnPropertyDescriptor(window, name).configurable).join() + ';</' + 'script>'`);

const test = siteTest.extend<{ taken: (script: string, markup: readonly string[]) => Promise<string[]> }>({
  /** Opens a page in a frame for each piece of markup before or after a script, and tells what doesn't work there. */
  taken: async ({ page, site }, use) => {
    const { origin, pathname } = new URL(site.address());
    await page.route(`${origin}/page`, (route) =>
      route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }),
    );
    await page.route(`${origin}/frame?*`, (route) => {
      const { searchParams } = new URL(route.request().url());
      const [before = '', after = ''] = (searchParams.get('markup') ?? '').split('SCRIPT');
      const body = `<!doctype html><html lang="en"><title>A page</title><body>${before}
        <script src="/dist/visitor-attributes.min.js"></script>
        <main><visitor-value field="ip">own</visitor-value>
        <visitor-switch><template data-country="GB">Good day</template>own</visitor-switch>
        <visitor-info>own</visitor-info><visitor-country-select></visitor-country-select></main>
        <script src="/dist/${searchParams.get('script')}" data-base-url="/api/visit${pathname}" data-api-key="demo-open"
          data-skip-bots="false" data-expose></script>${after}`;
      return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
    });
    await page.goto(`${origin}/page`);
    await use((script, markup) => page.evaluate(look, { script, markup }));
  },
});

/** Runs in the page. What it reads of a frame, it reads through its own prototypes. */
async function look({ script, markup }: { script: string; markup: readonly string[] }): Promise<string[]> {
  const problems: string[] = [];
  const find = (document: Document, selector: string) =>
    Document.prototype.querySelector.call(document, selector) as HTMLElement;
  const hasWords = (element: HTMLElement, words: string) =>
    `${element.innerText} ${element.shadowRoot?.textContent}`.includes(words);
  const expected: [tag: string, words: string][] = [
    ['visitor-value', '81.2.69.142'],
    ['visitor-switch', 'Good day'],
  ];
  if (script.includes('elements')) expected.push(['visitor-info', '81.2.69.142']);
  for (const taken of markup) {
    const frame = document.createElement('iframe');
    const errors: string[] = [];
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = `/frame?${new URLSearchParams({ script, markup: taken })}`;
    document.body.append(frame);
    frame.contentWindow?.addEventListener('error', ({ message }) => errors.push(message));
    await loaded;
    const content = frame.contentDocument as Document;
    const waitFor = async (what: string, holds: () => boolean) => {
      for (let tries = 0; tries < 3000 && !holds(); tries++)
        await new Promise((next) => setTimeout(next, 20));
      if (!holds()) problems.push(`${taken}: ${what} ${errors.join('; ')}`);
      return holds();
    };
    let isRight = true;
    for (const [tag, words] of expected)
      isRight &&= await waitFor(tag, () => hasWords(find(content, tag), words));
    if (isRight) await waitFor('expose', () => find(content, 'html').dataset.visitorCountry === 'GB');
    try {
      (
        Reflect.get(frame.contentWindow as Window, 'visitorElements') as { revokeConsent(): void }
      ).revokeConsent();
      if (isRight)
        await waitFor('revoke', () => expected.every(([tag, words]) => !hasWords(find(content, tag), words)));
    } catch (error) {
      problems.push(`${taken}: ${error}`);
    }
    for (const error of errors) problems.push(`${taken}: ${error}`);
    frame.remove();
  }
  return problems;
}

const markup = [
  '',
  takesAll,
  `${declaresAll}SCRIPT`,
  `SCRIPT${declaresAll}`,
  '<form name="currentScript"></form>',
  '<iframe name="visitorElements"></iframe>',
  // MooTools has a class of its own under this name.
  '<script>Event = function ({ type }) { this.isKey = type.indexOf("key") === 0; };</script>',
  // Old libraries add methods and values to all objects.
  '<script>Object.prototype.each = Object.prototype.host = function () {}; Object.prototype.added = "";</script>',
  // As in Safari before 16.4: Lit adds a `<style>` instead.
  '<script>delete Document.prototype.adoptedStyleSheets; delete ShadowRoot.prototype.adoptedStyleSheets;</script>',
];

for (const script of ['visitor-elements.min.js', 'visitor-core.min.js'])
  test(`${script} and its revoke work in a page that takes or declares any name that the scripts read`, async ({
    taken,
  }) => {
    expect(await taken(script, markup)).toEqual([]);
  });
