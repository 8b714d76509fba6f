import { LitElementRenderer, render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html, LitElement } from 'lit';
import { expect, test } from 'vitest';
import { configure, LookupController } from '../../../src/index.js';

/** A third-party element. */
class OwnCity extends LitElement {
  static shown: OwnCity[] = [];
  readonly visitor = new LookupController(this, () => ({ lookup: 'ip' }));

  override render() {
    OwnCity.shown.push(this);
    return html`<p>${this.visitor.data?.location?.city ?? html`<slot></slot>`}</p>`;
  }
}
customElements.define('own-city', OwnCity);

for (const connectedCallback of [false, true])
  test(`on a server an element of one’s own shows its content and requests nothing${connectedCallback ? ', connected too' : ''}`, async () => {
    const { fetch } = globalThis;
    let requests = 0;
    globalThis.fetch = async () => {
      requests++;
      return Response.json({});
    };
    configure({ baseUrl: 'https://service.example/', auth: 'none' });
    const options = () => ({ connectedCallback });
    LitElementRenderer.renderOptions.unshift(options);
    try {
      const page = await collectResult(render(html`<own-city>a city</own-city>`));
      expect(page.replaceAll(/<!--.*?-->/g, '')).toContain(
        '<p><slot></slot></p></template>a city</own-city>',
      );
      const [element] = OwnCity.shown.splice(0);
      expect(element?.visitor.snapshot).toMatchObject({ pending: false, stale: false });
      await element?.visitor.refresh();
      expect(requests).toBe(0);
    } finally {
      LitElementRenderer.renderOptions.splice(LitElementRenderer.renderOptions.indexOf(options), 1);
      globalThis.fetch = fetch;
    }
  });
