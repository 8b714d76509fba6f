import { expect } from '@open-wc/testing';
import { html, LitElement, render } from 'lit';
import { clearOverride, override } from '../../../src/index.js';
import { put, reaches, ready, settled, until, visit } from '../elements/support.js';
import { casesOf, greeting, hearMatches, moveTo, read, reads, type VisitorSwitch } from './support.js';

/** Creates a template by script. */
function caseOf(country: string, content: string): HTMLTemplateElement {
  const template = document.createElement('template');
  template.dataset.country = country;
  template.innerHTML = content;
  return template;
}

describe('a switch', () => {
  beforeEach(() => void visit());

  it('is accessible, with the default and with chosen content', async () => {
    const element = put(greeting);
    await expect(element).to.be.accessible();
    await reaches(element, 'ready');
    expect(read(element)).to.equal('Good day');
    await expect(element).to.be.accessible();
  });

  it("shows the content in the light DOM, where the page's own CSS applies", async () => {
    const style = document.createElement('style');
    style.textContent = 'visitor-switch p.greeting { color: rgb(1, 2, 3) }';
    document.head.append(style);
    const element = await ready(
      '<visitor-switch><template data-country="GB"><p class="greeting">Good day</p></template></visitor-switch>',
    );
    const [paragraph] = element.querySelectorAll('p');
    expect(paragraph && getComputedStyle(paragraph).color).to.equal('rgb(1, 2, 3)');
    style.remove();
  });

  it('keeps direct children as default content: the case is in its template', async () => {
    const element = await ready(
      '<visitor-switch><template data-country="GB"><b>Good day</b></template><b>Hello</b></visitor-switch>',
    );
    const found = (selector: string) =>
      [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
    expect(read(element)).to.equal('Good day');
    expect(found('visitor-switch > b')).to.deep.equal(['Hello']);
    expect(found('visitor-switch > template > b')).to.deep.equal(['Good day']);
  });

  it('shows the case whatever the page’s CSS says about templates', async () => {
    const style = document.createElement('style');
    style.textContent = 'template { display: none !important }';
    document.head.append(style);
    expect(read(await ready(greeting))).to.equal('Good day');
    style.remove();
  });

  it('shows the first case that matches, and no other', async () => {
    const element = await ready(`
      <visitor-switch>
        <template data-country="FR">1</template><template data-continent="EU" data-country="!GB">2</template>
        <template data-continent="EU">3</template><template data-country="GB">4</template>
      </visitor-switch>`);
    expect(read(element)).to.equal('3');
  });

  it('keeps its default: the same nodes, in the same order, with their state', async () => {
    const element = put<HTMLElement>(`
      <visitor-switch>
        Before <input value="initial"> <!-- note -->
        <template data-country="FR">Bonjour</template>
        <b>between</b> and after
      </visitor-switch>`);
    const defaultNodes = () =>
      [...element.childNodes].filter(
        (node) => node.nodeName !== 'TEMPLATE' && node.textContent?.trim() !== '',
      );
    const before = [...defaultNodes(), element.querySelector('input')];
    const input = element.querySelector('input') as HTMLInputElement;
    let clicks = 0;
    input.addEventListener('click', () => clicks++);
    input.value = 'typed';
    await reaches(element, 'ready');
    expect([...defaultNodes(), element.querySelector('input')]).to.deep.equal(before);
    moveTo('FR');
    await reads(element, 'Bonjour');
    expect([...defaultNodes(), element.querySelector('input')]).to.deep.equal(before);
    expect(input.checkVisibility()).to.equal(false);
    moveTo('JP');
    await until(() => input.checkVisibility(), 'the default');
    expect([...defaultNodes(), element.querySelector('input')]).to.deep.equal(before);
    expect(input.value).to.equal('typed');
    input.click();
    expect(clicks).to.equal(1);
  });

  it('keeps the case with its state while it still matches', async () => {
    const element = await ready(
      '<visitor-switch><template data-country="GB FR"><input></template>Hello</visitor-switch>',
    );
    const input = element.querySelector('input') as HTMLInputElement;
    input.value = 'typed';
    moveTo('FR');
    await settled();
    expect(element.querySelector('input') === input).to.equal(true);
    expect(input.value).to.equal('typed');
  });

  it('treats later content as default content while a case is shown', async () => {
    const element = await ready(greeting);
    element.append('and ', Object.assign(document.createElement('b'), { textContent: 'welcome' }));
    await settled();
    expect(read(element)).to.equal('Good day');
    moveTo('JP');
    await until(() => /Hello\s+and welcome/.test(read(element)), 'the whole default');
  });

  it('keeps changes that the case makes to itself', async () => {
    const element = await ready(`
      <visitor-switch><template data-country="GB"><p>Good day</p></template>Hello</visitor-switch>`);
    const paragraph = element.querySelector('p');
    const frame = document.createElement('section');
    paragraph?.before('Dear visitor: ');
    paragraph?.replaceWith(frame);
    frame.append(paragraph ?? '', 'to you');
    await settled();
    element.setAttribute('title', 'greeting');
    await settled();
    expect(read(element).replace(/\s+/g, ' ')).to.equal('Dear visitor: Good day to you');
    moveTo('JP');
    await reads(element, 'Hello');
  });

  it('takes its cases and default from new content', async () => {
    const element = await ready(greeting);
    element.innerHTML = '<template data-country="GB">Cheers</template>Hi';
    await reads(element, 'Cheers');
    moveTo('JP');
    await reads(element, 'Hi');
  });
});

describe('cases that change later', () => {
  beforeEach(() => void visit());

  it('are noticed when added, before and after the others', async () => {
    const element = put('<visitor-switch>Hello</visitor-switch>');
    const heard = hearMatches(element);
    await reads(element, 'Hello');
    element.append(caseOf('GB', 'Good day'));
    await reads(element, 'Good day');
    element.prepend(caseOf('GB', 'Cheers'));
    await reads(element, 'Cheers');
    element.append(caseOf('GB', 'Too late'));
    await settled();
    expect(read(element)).to.equal('Cheers');
    expect(casesOf(element).map(({ childNodes }) => childNodes.length)).to.deep.equal([1, 0, 0]);
    expect(heard).to.deep.equal(['GB', 'GB']);
  });

  it('are shown without a frame of the default if they are added in its first frame', async () => {
    await ready(greeting);
    const element = put<VisitorSwitch>(
      '<visitor-switch><template data-country="FR">Bonjour</template>Hello</visitor-switch>',
    );
    const heard = hearMatches(element);
    await element.updateComplete;
    expect(heard).to.deep.equal([null]);
    element.append(caseOf('GB', 'Good day'));
    // Edits are noticed in a microtask.
    await Promise.resolve();
    await element.updateComplete;
    expect(read(element)).to.equal('Good day');
  });

  it('are noticed when removed', async () => {
    const element = await ready(greeting);
    casesOf(element)[1]?.remove();
    await reads(element, 'Hello');
  });

  it('are noticed when their conditions change', async () => {
    const element = await ready(greeting);
    const [first, second] = casesOf(element);
    second?.setAttribute('data-country', '!GB');
    await reads(element, 'Hello');
    first?.setAttribute('data-country', 'IE GB');
    await reads(element, 'Bonjour');
  });

  it('are noticed when their content changes', async () => {
    const element = await ready(greeting);
    const [, template] = casesOf(element);
    if (template) template.innerHTML = '<p>Good evening</p>';
    await reads(element, 'Good evening');
    const text = template?.content.querySelector('p')?.firstChild;
    if (text) text.nodeValue = 'Good night';
    await reads(element, 'Good night');
    const shown = element.querySelector('p');
    await settled();
    expect(element.querySelector('p') === shown).to.equal(true);
  });

  it('don’t change what is shown if they concern another case', async () => {
    const element = await ready(
      '<visitor-switch><template data-country="FR">a</template><template data-country="GB"><input></template></visitor-switch>',
    );
    await until(() => element.querySelector('input'), 'the case');
    const input = element.querySelector('input');
    const [other, template] = casesOf(element);
    if (other) other.innerHTML = 'b';
    template?.classList.add('mine');
    await settled();
    expect(element.querySelector('input') === input).to.equal(true);
  });

  it('load nothing: new content under new conditions that don’t match', async () => {
    const element = await ready(greeting);
    const ran: unknown[] = [];
    Object.assign(globalThis, { ran });
    const [, template] = casesOf(element);
    const script = (code: string) => Object.assign(document.createElement('script'), { textContent: code });
    template?.content.append(script('ran.push("while it matches")'));
    await until(() => ran.length > 0, 'the script');
    template?.content.replaceChildren(script('ran.push("never")'));
    template?.setAttribute('data-country', 'JP');
    await reads(element, 'Hello');
    expect(ran).to.deep.equal(['while it matches']);
  });

  it('are noticed when changed by a listener of `visitor-match`', async () => {
    const element = put(greeting);
    element.addEventListener('visitor-match', (event) => {
      const { template } = event as Event & { template: HTMLTemplateElement | null };
      if (template) template.innerHTML = 'Good day to you';
    });
    await reads(element, 'Good day to you');
  });
});

describe('templates filled by frameworks', () => {
  beforeEach(() => void visit());

  it('may hold their content as children, which are hidden again when the case is over', async () => {
    const element = put('<visitor-switch>Hello</visitor-switch>');
    const template = document.createElement('template');
    template.setAttribute('data-country', 'GB');
    const child = Object.assign(document.createElement('p'), { textContent: 'Good day' });
    template.append(child);
    element.append(template);
    await reads(element, 'Good day');
    child.textContent = 'Good evening';
    await reads(element, 'Good evening');
    child.className = 'late';
    expect(element.querySelector('p.late') === child).to.equal(true);
    moveTo('JP');
    await reads(element, 'Hello');
    clearOverride();
    await reads(element, 'Good evening');
  });

  it('may have their default content changed while it is not shown', async () => {
    const box = put('<div></div>');
    const show = (country: string, text: string, more: boolean) =>
      render(
        html`<visitor-switch><template data-country=${country}>Good day</template>${text}${more ? html`<p>and more</p>` : ''}</visitor-switch>`,
        box as HTMLElement,
      );
    show('GB', 'Hello', false);
    const element = box.querySelector('visitor-switch') as HTMLElement;
    await reads(element, 'Good day');
    show('GB', 'Hi', true);
    await settled();
    expect(read(element)).to.equal('Good day');
    show('FR', 'Hi', true);
    await until(() => /^Hi\s+and more$/.test(read(element)), 'the changed default');
    show('FR', 'Hi again', false);
    await reads(element, 'Hi again');
  });

  it('may have attributes that aren’t conditions, such as those of scoped styles', async () => {
    const element = await ready(
      '<visitor-switch><template class="a" data-v-7ba5bd90 data-country="GB">Good day</template></visitor-switch>',
    );
    expect(read(element)).to.equal('Good day');
  });
});

describe('a switch inside another', () => {
  beforeEach(() => void visit());
  const nested = `
    <visitor-switch>
      <template data-continent="EU">
        Europe: <visitor-switch><template data-country="GB">Britain</template>the continent</visitor-switch>
      </template>
      World: <visitor-switch><template data-country="JP">Japan</template>elsewhere</visitor-switch>
    </visitor-switch>`;

  it('works in chosen content and in the default', async () => {
    const outer = await ready(nested);
    await reads(outer, 'Europe: Britain');
    override({ location: { continent: { code: 'EU' }, country: { code: 'FR' } } });
    await reads(outer, 'Europe: the continent');
    override({ location: { continent: { code: 'AS' }, country: { code: 'JP' } } });
    await reads(outer, 'World: Japan');
    clearOverride();
    await reads(outer, 'Europe: Britain');
  });

  it('ignores a template inside a case', async () => {
    const element = await ready(`
      <visitor-switch>
        <template data-country="GB"><template class="inner">Inner</template><p>Good day</p></template>
      </visitor-switch>`);
    await settled();
    expect(read(element)).to.equal('Good day');
    moveTo('JP');
    await until(() => !element.querySelector('.inner'), 'all of it to go');
  });
});

describe('a switch that is moved or copied', () => {
  beforeEach(() => void visit());

  it('works at its new place', async () => {
    const element = await ready(greeting);
    const paragraph = element.querySelector('p');
    put('<div></div>').append(element);
    await settled();
    expect(read(element)).to.equal('Good day');
    expect(element.querySelector('p')).to.equal(paragraph);
    element.remove();
    moveTo('FR');
    put('<div></div>').append(element);
    await reads(element, 'Bonjour');
    moveTo('JP');
    await reads(element, 'Hello');
  });

  for (const [way, copy] of Object.entries({
    cloned: (element: Element) => element.cloneNode(true) as Element,
    'put back from its HTML': (element: Element) => {
      const box = document.createElement('div');
      box.innerHTML = element.outerHTML;
      return box.firstElementChild as Element;
    },
  }))
    it(`has the default content too if it is ${way} while a case is shown`, async () => {
      const clone = copy(await ready(greeting));
      put('<div></div>').append(clone);
      await reaches(clone, 'ready');
      expect(read(clone)).to.equal('Good day');
      moveTo('JP');
      await reads(clone, 'Hello');
      moveTo('FR');
      await reads(clone, 'Bonjour');
    });

  it('shows its default content if it is copied to a page without data', async () => {
    const element = await ready(greeting);
    visit('fault/status-500/');
    const clone = element.cloneNode(true) as Element;
    put('<div></div>').append(clone);
    await reaches(clone, 'error');
    expect(read(clone)).to.equal('Hello');
  });

  it('works in an element made with Lit', async () => {
    class Page extends LitElement {
      protected override render = () => html`<visitor-switch>
        <template data-country="GB">Good day</template>
        Hello
      </visitor-switch>`;
    }
    customElements.define('page-of-lit', Page);
    const host = put('<page-of-lit></page-of-lit>');
    await until(() => host.shadowRoot?.querySelector('visitor-switch'), 'the switch');
    await reads(host.shadowRoot?.querySelector('visitor-switch') as Element, 'Good day');
  });

  it('shows content that Lit sets as a property of the template, and follows it', async () => {
    const box = put('<div></div>');
    const show = (price: string) =>
      render(
        html`<visitor-switch><template data-country="GB" .innerHTML=${price}></template>$49</visitor-switch>`,
        box as HTMLElement,
      );
    show('<b>£39</b>');
    const element = box.querySelector('visitor-switch') as HTMLElement;
    await reads(element, '£39');
    show('<b>£37</b>');
    await reads(element, '£37');
  });
});

describe('`visitor-match`', () => {
  it('is fired once for each change of case, when the content is there', async () => {
    visit();
    const element = put(greeting);
    const heard = hearMatches(element);
    const seen: string[] = [];
    element.addEventListener('visitor-match', () => seen.push(read(element)));
    await reaches(element, 'ready');
    expect(heard).to.deep.equal(['GB']);
    moveTo('GB');
    await settled();
    moveTo('FR');
    await reads(element, 'Bonjour');
    moveTo('JP');
    await reads(element, 'Hello');
    expect(heard).to.deep.equal(['GB', 'FR', null]);
    expect(seen).to.deep.equal(['Good day', 'Bonjour', 'Hello']);
  });

  it('has `null` once if the visitor is known and nothing matches', async () => {
    visit('from/210.130.1.1/');
    const element = put(greeting);
    const heard = hearMatches(element);
    await reaches(element, 'ready');
    override({ connection: { asn: 64500 } });
    await settled();
    expect(heard).to.deep.equal([null]);
  });

  it('is not fired if nothing is known', async () => {
    visit('fault/status-500/');
    const element = put(greeting);
    const heard = hearMatches(element);
    await reaches(element, 'error');
    expect(heard).to.deep.equal([]);
  });

  it('bubbles', async () => {
    visit();
    const heard: (EventTarget | null)[] = [];
    const hear = ({ target }: Event) => heard.push(target);
    document.body.addEventListener('visitor-match', hear);
    const box = put(
      '<div><visitor-switch><template data-field="ip" data-value="!0">x</template></visitor-switch></div>',
    );
    await until(() => heard.length > 0, 'the event').finally(() =>
      document.body.removeEventListener('visitor-match', hear),
    );
    expect(heard).to.deep.equal([box.firstElementChild]);
  });

  it('leaves shadow roots', async () => {
    visit();
    const host = put('<div></div>');
    const heard = hearMatches(host);
    host.attachShadow({ mode: 'open' }).innerHTML = greeting;
    await until(() => heard.length > 0, 'the event');
    expect(heard).to.deep.equal(['GB']);
  });
});
