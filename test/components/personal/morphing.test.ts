import { expect } from '@open-wc/testing';
import { ready, settled, visit } from '../elements/support.js';
import { casesOf, greeting, hearMatches, moveTo, read, reads } from './support.js';

/** What removes a shown case. Markup from a server has neither its slot nor its copied children. */
const removals: Record<string, (template: HTMLTemplateElement) => void> = {
  'a library that morphs the page into markup from a server': (template) => {
    template.removeAttribute('slot');
    while (template.firstChild) template.firstChild.remove();
  },
  'a script that removes its slot': (template) => template.removeAttribute('slot'),
  'a script that removes its children': (template) => template.replaceChildren(),
};

/** Counts its copies. With `brief`, it removes itself. */
class CountedCopy extends HTMLElement {
  static copies = 0;
  connectedCallback() {
    CountedCopy.copies++;
    if (this.hasAttribute('brief')) this.remove();
  }
}
customElements.define('counted-copy', CountedCopy);

describe('a shown case', () => {
  beforeEach(() => {
    visit();
    CountedCopy.copies = 0;
  });

  for (const [what, remove] of Object.entries(removals))
    it(`is shown again, once, after ${what}`, async () => {
      const element = await ready(`
        <visitor-switch>
          <template data-country="FR">Bonjour</template>
          <template data-country="GB">Good day <counted-copy></counted-copy></template>
          Hello
        </visitor-switch>`);
      await settled();
      const heard = hearMatches(element);
      const [, template] = casesOf(element);
      if (template) remove(template);
      await reads(element, 'Good day');
      await settled();
      expect([CountedCopy.copies, heard]).to.deep.equal([2, []]);
      moveTo('FR');
      await reads(element, 'Bonjour');
    });

  it('leaves no copy behind if another case matches when its slot is removed', async () => {
    const element = await ready(greeting);
    casesOf(element)[1]?.removeAttribute('slot');
    moveTo('FR');
    await reads(element, 'Bonjour');
    expect(casesOf(element).map(({ childNodes }) => childNodes.length)).to.deep.equal([1, 0]);
  });

  it('stays empty if its elements remove themselves, as a dismissed banner does', async () => {
    const element = await ready(
      '<visitor-switch><template data-country="GB"><p>We ship to you</p><counted-copy brief></counted-copy></template>Hello</visitor-switch>',
    );
    await settled();
    element.querySelector('template p')?.remove();
    await settled();
    expect([read(element), CountedCopy.copies]).to.deep.equal(['', 1]);
    moveTo('JP');
    await reads(element, 'Hello');
  });

  it('without content stays empty', async () => {
    const element = await ready(
      '<visitor-switch><template data-country="GB"></template>Hello</visitor-switch>',
    );
    const heard = hearMatches(element);
    casesOf(element)[0]?.append('for a moment');
    await reads(element, 'for a moment');
    casesOf(element)[0]?.replaceChildren();
    await settled();
    expect([read(element), heard]).to.deep.equal(['', []]);
  });
});
