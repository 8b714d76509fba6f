// Lit requires this import before the elements.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js';
import { expect } from '@open-wc/testing';
import { clearOverride, VisitorCountrySelect, VisitorSwitch, VisitorValue } from '../../../src/index.js';
import { put, reaches, settled, until, visit } from '../elements/support.js';
import { hearMatches, moveTo, read } from './support.js';

/** Puts server-rendered markup into the page before the elements are defined, so that `define` hydrates it. */
async function served<E extends HTMLElement>(markup: string, tag: string): Promise<E> {
  const response = await fetch(`/rendered?${new URLSearchParams({ markup })}`);
  const box = put<HTMLElement & { setHTMLUnsafe(html: string): void }>('<div></div>');
  // In the browser, these classes are registered under other names than on the server.
  box.setHTMLUnsafe((await response.text()).replaceAll(tag, `served-${tag}`));
  return box.querySelector(`served-${tag}`) as E;
}

describe('in the browser, after a server rendered it', () => {
  const { warn, error } = console;
  const said: unknown[] = [];
  beforeEach(() => {
    visit();
    said.length = 0;
    console.warn = console.error = (...words) => said.push(...words);
  });
  afterEach(() => {
    Object.assign(console, { warn, error });
    clearOverride();
  });

  it('a switch keeps its default content, which needs no shadow root on a server, and shows the case, the first unannounced', async () => {
    const element = await served<VisitorSwitch>(
      `<visitor-switch announce>
        <template data-country="GB"><p>Good day</p></template><template data-country="FR">Bonjour</template>
        <p>Hello <input name="a"></p>
      </visitor-switch>`,
      'visitor-switch',
    );
    const input = element.querySelector('input') as HTMLInputElement;
    expect(element.shadowRoot).to.equal(null);
    expect(read(element)).to.equal('Hello');
    input.value = 'typed';
    const heard = hearMatches(element);
    const live = () => element.shadowRoot?.querySelector('div')?.ariaLive;
    const first: unknown[] = [];
    element.addEventListener('visitor-match', () => first.push(live()), { once: true });
    VisitorSwitch.define('served-visitor-switch');
    await until(() => read(element) === 'Good day', 'the case');
    await until(() => live() === 'polite', 'an announcement of later changes');
    expect(first).to.deep.equal([null]);
    moveTo('FR');
    await until(() => read(element) === 'Bonjour', 'the other case');
    moveTo('JP');
    await until(() => read(element) === 'Hello', 'the default');
    expect([input.isConnected, input.value, heard]).to.deep.equal([true, 'typed', ['GB', 'FR', null]]);
    expect(said).to.deep.equal([]);
  });

  it('a switch renders into the shadow root with which a page was saved', async () => {
    const box = put<HTMLElement & { setHTMLUnsafe(html: string): void }>('<div></div>');
    box.setHTMLUnsafe(`<served-visitor-switch>
      <template shadowrootmode="open"><div><slot name="visitor-case"></slot><slot></slot></div></template>
      <template data-country="GB">Good day</template>Hello</served-visitor-switch>`);
    const element = box.firstElementChild as VisitorSwitch;
    expect(read(element)).to.equal('Hello');
    const shadow = element.shadowRoot;
    VisitorSwitch.define('served-visitor-switch');
    await until(() => read(element) === 'Good day', 'the case');
    expect(element.shadowRoot === shadow).to.equal(true);
    expect(said).to.deep.equal([]);
  });

  it('a switch with stored data shows its case before a frame shows the default content', async () => {
    VisitorValue.define('first-value');
    await reaches(put('<first-value field="ip"></first-value>'), 'ready');
    const element = await served<VisitorSwitch>(
      '<visitor-switch><template data-country="GB">Good day</template>Hello</visitor-switch>',
      'visitor-switch',
    );
    const seen: string[] = [];
    requestAnimationFrame(() => seen.push(read(element)));
    VisitorSwitch.define('served-visitor-switch');
    await settled();
    expect(seen).to.deep.equal(['Good day']);
  });

  it('a select becomes a control of its form, with its label', async () => {
    const form = await served<HTMLElement>(
      '<form><visitor-country-select name="country" required>Ship to</visitor-country-select></form>',
      'visitor-country-select',
    ).then((element) => element.closest('form') as HTMLFormElement);
    const element = form.firstElementChild as VisitorCountrySelect;
    const shadow = element.shadowRoot;
    expect(element.innerText.trim()).to.equal('Ship to');
    VisitorCountrySelect.define('served-visitor-country-select');
    await reaches(element, 'ready');
    expect(element.shadowRoot === shadow).to.equal(true);
    const select = shadow?.querySelector('select') as HTMLSelectElement;
    expect(select.labels[0]?.querySelector('slot')?.assignedNodes()[0]?.nodeValue).to.equal('Ship to');
    expect([new FormData(form).get('country'), select.value]).to.deep.equal(['GB', 'GB']);
    expect([...form.elements].length).to.equal(1);
    element.value = 'ZZ';
    expect(form.checkValidity()).to.equal(false);
    await expect(form).to.be.accessible();
    expect(said).to.deep.equal([]);
  });

  it('a select with stored data is a control before a frame shows only its label', async () => {
    VisitorValue.define('earlier-value');
    await reaches(put('<earlier-value field="ip"></earlier-value>'), 'ready');
    VisitorCountrySelect.define('served-visitor-country-select');
    const element = await served<VisitorCountrySelect>(
      '<visitor-country-select>Ship to</visitor-country-select>',
      'visitor-country-select',
    );
    const seen: unknown[] = [];
    requestAnimationFrame(() => seen.push(element.shadowRoot?.querySelector('select')?.value));
    await settled();
    expect(seen).to.deep.equal(['GB']);
  });

  it('a select whose lookup fails has the value that the server’s markup gave it', async () => {
    visit('fault/status-500/');
    const element = await served<VisitorCountrySelect>(
      '<visitor-country-select value="FR"></visitor-country-select>',
      'visitor-country-select',
    );
    await reaches(element, 'error');
    expect(element.shadowRoot?.querySelector('select')?.value).to.equal('FR');
  });
});
