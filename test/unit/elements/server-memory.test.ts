import { LitElementRenderer } from '@lit-labs/ssr';
import { afterEach, expect, test, vi } from 'vitest';
import {
  VisitorAsn,
  VisitorCountrySelect,
  VisitorInfo,
  VisitorMap,
  VisitorUserAgent,
} from '../../../src/index.js';
import { renderOnServer } from '../../support/server-rendering.js';

afterEach(() => void vi.restoreAllMocks());

for (const Element of [VisitorInfo, VisitorAsn, VisitorUserAgent, VisitorCountrySelect, VisitorMap])
  test(`a server that connects elements renders <${Element.tag}>, and keeps nothing of it`, async () => {
    const connected = vi.spyOn(Element.prototype, 'connectedCallback');
    LitElementRenderer.renderOptions.unshift(() => ({ connectedCallback: true }));
    try {
      const page = await renderOnServer(`<${Element.tag}>Own</${Element.tag}>`);
      expect(page).toMatch(/<slot.*Own</s);
    } finally {
      LitElementRenderer.renderOptions.shift();
    }
    expect(connected).toHaveBeenCalledOnce();
    // What is kept is rendered again when labels are loaded.
    const updated = vi.spyOn(Element.prototype, 'requestUpdate');
    Reflect.get(globalThis, Symbol.for('visitor-elements:extensions'))?.push(['labels', 1, { de: {} }]);
    expect(updated).not.toHaveBeenCalled();
  });
