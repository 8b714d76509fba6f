import * as library from '@testing-library/dom';
import { clearOverride } from '../../../src/index.js';
import { expect, put, visit } from './support.js';

describe('the code for Testing Library', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
    clearOverride();
  });

  it('works as the documentation shows it', async () => {
    const text = await (await fetch('/docs/testing.md')).text();
    const [, code = ''] = /With Testing Library[^`]*```js\n(.*?)```/s.exec(text) ?? [];
    expect(code).to.include('findByText');
    visit();
    globalThis.fetch = async () => Response.json({ location: { country: { code: 'DE' } } });
    put(`<div lang="en">
      <visitor-switch><template data-country="DE"><p>Versand nach Deutschland</p></template>Shipping</visitor-switch>
      <visitor-value field="location.country.name">somewhere</visitor-value>
      <visitor-country-select>Ship to</visitor-country-select></div>`);
    const names = [...Object.keys(library), 'expect'];
    const lines = new Function(...names, `return (async () => {${code}})()`);
    await lines(...Object.values(library), expect);
    expect(document.querySelector('visitor-value')?.textContent).to.equal('somewhere');
  });
});
