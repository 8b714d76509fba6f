import { expect } from '@open-wc/testing';
import { VisitorInfo, VisitorMap, VisitorSwitch, VisitorValue } from '../../../src/index.js';
import { shown, until, visit } from './support.js';

/** A shadow root with a registry of its own, in which the elements have names that the page doesn't know. */
function openRoot(html: string): ShadowRoot {
  const customElementRegistry = new CustomElementRegistry();
  for (const element of [VisitorInfo, VisitorMap, VisitorSwitch, VisitorValue])
    element.define(`own-${element.tag}`, customElementRegistry);
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open', customElementRegistry });
  root.innerHTML = html;
  return root;
}

const find = (root: ParentNode, selector: string) => root.querySelector(selector) as HTMLElement;

describe('elements of a shadow root’s own registry', () => {
  before(function () {
    // WebKit before 26, Chromium before 146 and Firefox have one registry for a page.
    try {
      new CustomElementRegistry();
    } catch {
      this.skip();
    }
  });
  beforeEach(() => void visit());
  afterEach(() => {
    for (const host of document.body.querySelectorAll(':scope > div')) host.remove();
  });

  it('show their data, also in the case of a switch, in a switch in a case, and in the next case', async () => {
    const root = openRoot(`
      <own-visitor-switch>
        <template data-country="GB">
          <p>From <own-visitor-value field="location.country.name">somewhere</own-visitor-value></p>
          <own-visitor-switch><template data-continent="EU"><own-visitor-value field="ip">none</own-visitor-value></template></own-visitor-switch>
        </template>
        Elsewhere
      </own-visitor-switch>`);
    await until(() => find(root, 'p own-visitor-value') instanceof VisitorValue, 'the value in the case');
    await until(() => shown(find(root, 'p own-visitor-value')) === 'United Kingdom', 'its text');
    const inner = () => find(root, 'own-visitor-switch own-visitor-switch');
    await until(() => find(inner(), 'own-visitor-value'), 'the case of the switch in the case');
    expect(inner()).to.be.instanceOf(VisitorSwitch);
    expect(find(inner(), 'own-visitor-value')).to.be.instanceOf(VisitorValue);
    expect(customElements.get('own-visitor-value')).to.equal(undefined);
  });

  it('are in a card too: its map has its place', async () => {
    visit('from/sample-office/');
    const root = openRoot(
      '<own-visitor-info><own-visitor-map slot="header"></own-visitor-map></own-visitor-info>',
    );
    const card = find(root, 'own-visitor-info');
    await until(() => card.matches(':state(ready)'), 'the card');
    const map = find(card, 'own-visitor-map');
    expect(map).to.be.instanceOf(VisitorMap);
    await until(
      () => map.shadowRoot?.querySelector('[part=map]'),
      () => `the map instead of ${map.shadowRoot?.innerHTML.slice(0, 300)}`,
    );
    expect(map.getBoundingClientRect().height).to.be.above(0);
  });
});

describe('elements of the page', () => {
  it('are those of the page in a case too', async () => {
    visit();
    VisitorSwitch.define('page-switch');
    VisitorValue.define('page-value');
    const place = document.body.appendChild(document.createElement('section'));
    place.innerHTML =
      '<page-switch><template data-country="GB"><page-value field="ip">none</page-value></template></page-switch>';
    await until(() => find(place, 'page-value') instanceof VisitorValue, 'the value in the case');
    place.remove();
  });
});
