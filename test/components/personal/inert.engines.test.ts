import { expect } from '@open-wc/testing';
import { put, reaches, settled, until, visit } from '../elements/support.js';
import { type OpenPage, openPage } from '../support/page.js';
import type { CountedVisit } from '../support/service.js';
import { read } from './support.js';

/** Content that leaves a trace if it is loaded: an image sends a request, a script and an element write to `traces`. */
const content = (name: string, { baseUrl }: CountedVisit) => `
  <img src="${baseUrl}image-${name}" alt="">
  <script>traces.push('script ${name}')</script>
  <script type="module">traces.push('module ${name}')</script>
  <witness-element name="${name}"></witness-element>`;

describe('content that is not shown', () => {
  let page: OpenPage;
  let visited: CountedVisit;
  let traces: unknown[];

  /** A page with the script in its head. */
  async function parse(body: string): Promise<HTMLElement> {
    const { window } = page;
    await window.load('/src/define.ts');
    class Witness extends window.HTMLElement {
      connectedCallback() {
        traces.push(`element ${this.getAttribute('name')}`);
      }
    }
    window.customElements.define('witness-element', Witness);
    window.document.open();
    window.document.write(`<!doctype html><html lang="en"><body>${body}`);
    window.document.close();
    return reaches(window.document.querySelector('visitor-switch') as HTMLElement, 'ready');
  }

  const images = async () =>
    (await visited.usage()).log.map(({ path }) => path).filter((path) => path.startsWith('/image'));

  beforeEach(async () => {
    visited = visit();
    page = await openPage();
    page.lookup.configure({ baseUrl: visited.baseUrl, apiKey: 'demo-open' });
    traces = [];
    Object.assign(page.window, { traces });
  });
  afterEach(() => page.close());

  it('loads nothing, runs nothing and creates no elements; shown content does, once', async () => {
    await parse(`
      <visitor-switch>
        <template data-country="FR">${content('hidden', visited)}</template>
        <template data-country="GB">${content('shown', visited)}</template>
        <template data-continent="EU">${content('hidden', visited)}</template>
        <template data-country="UK">${content('misspelt', visited)}</template>
        Hello
      </visitor-switch>`);
    await until(async () => (await images()).length > 0 && traces.length > 2, 'what is shown to load');
    const { override } = await page.library();
    override({ connection: { asn: 64500 } });
    await settled();
    expect(await images()).to.deep.equal(['/image-shown']);
    expect(traces.toSorted()).to.deep.equal(['element shown', 'module shown', 'script shown']);
  });

  it('loads when it is shown later, and replaces the earlier content', async () => {
    const element = await parse(`
      <visitor-switch>
        <template data-country="FR">${content('later', visited)}</template><p class="default">Hello</p>
      </visitor-switch>`);
    expect(traces).to.deep.equal([]);
    const { override } = await page.library();
    override({ location: { country: { code: 'FR' } } });
    await until(async () => (await images()).length > 0 && traces.length > 2, 'the content to load');
    expect(read(element)).to.equal('');
    override({ location: { country: { code: 'JP' } } });
    await until(() => read(element) === 'Hello', 'the default');
    expect(element.querySelectorAll('witness-element').length).to.equal(0);
  });

  it('runs its scripts each time it is shown, and no others', async () => {
    const element = await parse(`
      <visitor-switch>
        <template data-country="GB">
          <p>Good day</p>
          <script>traces.push(document.currentScript.previousElementSibling.checkVisibility())</script>
        </template>
        <template data-country="FR"><script>traces.push('never chosen')</script></template>
      </visitor-switch>`);
    expect(traces).to.deep.equal([true]);
    const { override } = await page.library();
    override({ location: { country: { code: 'JP' } } });
    await until(() => !element.querySelector('p'), 'the default');
    override({ location: { country: { code: 'GB' } } });
    element.querySelector('template')?.content.append('Enjoy your stay');
    await until(() => element.querySelector('p'), 'the case');
    await settled();
    expect(traces).to.deep.equal([true, true]);
  });
});

describe('an empty template', () => {
  it('hides the default content if it matches', async () => {
    visit('fault/slow-100/from/210.130.1.1/');
    const element = put(
      '<visitor-switch><template data-eu="false"></template><p>We use cookies</p></visitor-switch>',
    );
    await reaches(element, 'pending');
    expect(read(element)).to.equal('We use cookies');
    await reaches(element, 'ready');
    expect(read(element)).to.equal('');
  });
});
