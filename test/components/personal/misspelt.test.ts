import { expect } from '@open-wc/testing';
import { configureFromScript } from '../../../src/configure.js';
import { thisPage } from '../../../src/lookup/page.js';
import { put, reaches, settled, visit } from '../elements/support.js';
import { read } from './support.js';

const { warn } = console;
const warnings: string[] = [];

beforeEach(() => {
  visit();
  warnings.length = 0;
  console.warn = (...said: unknown[]) => void warnings.push(said.join(' '));
});
afterEach(() => {
  console.warn = warn;
});

describe('a case that can never match', () => {
  const mistakes: [attributes: string, says: RegExp][] = [
    ['data-contry="GB"', /data-contry matches nobody/],
    ['data-country="@eaa GB"', /data-country="@eaa" matches nobody/],
    ['data-field="location.city"', /data-field matches nobody/],
    ['', /A case without conditions matches nobody/],
  ];
  for (const [attributes, says] of mistakes)
    it(`is named once per page, and sends no request: ${attributes || 'no attribute'}`, async () => {
      const { requests } = visit();
      const markup = `<visitor-switch><template ${attributes}>Wrong</template>Hello</visitor-switch>`;
      const box = put(`<div>${markup.replace('<template', '<template id="first"')}${markup}${markup}</div>`);
      const [first] = box.querySelectorAll('visitor-switch');
      await reaches(first as Element, 'idle');
      first?.querySelector('template')?.classList.add('changed');
      await settled();
      expect(warnings.length).to.equal(1);
      expect(warnings[0])
        .to.match(/^visitor-elements: .*<visitor-switch>/)
        .and.to.match(says);
      expect([...box.children].map(read)).to.deep.equal(['Hello', 'Hello', 'Hello']);
      expect(await requests()).to.equal(0);
    });

  it('does not prevent others from matching', async () => {
    const element = put(`
      <visitor-switch>
        <template data-country="UK">Wrong</template><template data-country="GB">Right</template>
      </visitor-switch>`);
    await reaches(element, 'ready');
    expect(read(element)).to.equal('Right');
  });

  it('is not reported for cases that merely don’t match', async () => {
    const element = put(`
      <visitor-switch>
        <template data-country="FR,BE !GB">1</template><template data-asn="64500">2</template>
        <template data-eu>3</template><template data-field="location.city" data-value="!Paris">4</template>
        <template data-browser="Netscape">5</template>
      </visitor-switch>`);
    await reaches(element, 'ready');
    expect(warnings).to.deep.equal([]);
    expect(read(element)).to.equal('');
  });
});

describe('an empty template', () => {
  // Each message is logged once per page, and another test has made this one's.
  beforeEach(() => thisPage().reported.clear());

  it('is no mistake where a server of React or Solid put it, because content follows or failed', async () => {
    const element = put(`
      <visitor-switch>
        <template data-country="GB">Right</template>
        <!--$?--><template id="B:0"></template>Later<!--/$-->
        <!--$!--><template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template><!--/$-->
        <!--$!--><template data-msg="Failed" data-stck="at Page" data-cstck="at Page"></template><!--/$-->
      </visitor-switch>`);
    await reaches(element, 'ready');
    expect(read(element)).to.equal('Right');
    expect(warnings).to.deep.equal([]);
  });

  it('is named once it has content', async () => {
    const element = put('<visitor-switch><template id="empty"></template>Hello</visitor-switch>');
    await settled();
    expect(warnings).to.deep.equal([]);
    element.querySelector('template')?.content.append('Wrong');
    await settled();
    expect(warnings.join()).to.contain('A case without conditions');
  });
});

describe('a select', () => {
  const tag = 'visitor-country-select';
  const select = (attributes: string, content = '') => `<${tag} ${attributes}>${content}</${tag}>`;

  for (const [markup, says] of [
    [
      select('countries="DE UK"'),
      /: countries="UK" is ignored\. Use codes such as GB, or groups such as @eea\.$/,
    ],
    [select('countries="DE" preferred="@eaa"'), /: preferred="@eaa" is ignored\./],
    [
      select('', '<optgroup label="EU"></optgroup><option value="DE">Germany</option>'),
      /countries="DE AT CH"/,
    ],
  ] as const)
    it(`names a mistake once: ${markup}`, async () => {
      const box = put(`<div>${markup}${markup}</div>`);
      const first = box.firstElementChild as Element;
      await reaches(first, 'ready');
      first.setAttribute('name', 'changed');
      await settled();
      expect(warnings.length).to.equal(1);
      expect(warnings[0])
        .to.match(/^visitor-elements: <visitor-country-select>/)
        .and.to.match(says);
    });

  it('reports nothing about correct attributes', async () => {
    await reaches(put(select('countries="@eea GB" preferred="!DE @eu"', 'Ship <b>to</b>')), 'ready');
    expect(warnings).to.deep.equal([]);
  });
});

describe('an attribute of the script’s own tag', () => {
  it('is named if it is a misspelt setting, and not if it is another tool’s', () => {
    const script = document.createElement('script');
    Object.assign(script.dataset, { cfasync: 'false', concent: 'required' });
    configureFromScript(script);
    expect(warnings).to.deep.equal(['visitor-elements: There is no setting "concent".']);
  });
});
