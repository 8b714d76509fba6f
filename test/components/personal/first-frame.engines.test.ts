import { expect } from '@open-wc/testing';
import { origin } from '../../../src/index.js';
import { settled, until, visit } from '../elements/support.js';
import { holdRequests, type OpenPage, openPage } from '../support/page.js';
import { greeting, read, record } from './support.js';

/** Opens a page that has the service's URL and may store results. */
async function pageOf(baseUrl: string): Promise<OpenPage> {
  const page = await openPage();
  page.lookup.configure({ baseUrl, apiKey: 'demo-open' });
  return page;
}

const define = ({ window }: OpenPage) => window.load('/src/define.ts');
const shown = (document: Document) => {
  const element = document.querySelector('visitor-switch');
  return element ? read(element) : '';
};
const frame = ({ window }: OpenPage) => new Promise((resolve) => window.requestAnimationFrame(resolve));

describe('a flash of the wrong content', () => {
  let page: OpenPage | undefined;
  afterEach(() => page?.close());

  describe('with a fresh stored result', () => {
    async function knownVisitor(): Promise<OpenPage> {
      const { baseUrl } = visit();
      await origin.ip();
      return pageOf(baseUrl);
    }

    it('is in no frame after the script ran', async () => {
      page = await knownVisitor();
      page.window.document.body.innerHTML = greeting;
      const frames = record(page, shown);
      expect(shown(page.window.document)).to.equal('Hello');
      await define(page);
      await until(() => frames.length > 2, 'frames');
      expect([...new Set(frames)]).to.deep.equal(['Good day']);
    });

    it('is in no frame of a page whose script ran before its body was parsed', async () => {
      page = await knownVisitor();
      await define(page);
      const frames = record(page, shown);
      page.window.document.open();
      page.window.document.write(`<!doctype html><html lang="en"><body>${greeting}`);
      page.window.document.close();
      await until(() => frames.includes('Good day'), 'the chosen content');
      await settled();
      expect([...new Set(frames)].filter((text) => text !== '')).to.deep.equal(['Good day']);
    });

    it('is in no frame, and nothing is lost, while the parser delivers the page piece by piece', async () => {
      page = await knownVisitor();
      await define(page);
      const frames = record(page, shown);
      const { document } = page.window;
      document.open();
      const pieces = [
        '<!doctype html><html lang="en"><body><visitor-switch><template data-country="FR">Bon',
        'jour</template><template data-country="GB"><p>Good ',
        'day, <b>dear',
        '</b> visitor</p>',
        '<p>Welcome</p></template>',
        '<p>Hel',
        'lo</p> to all',
        '</visitor-switch><p>The end</p>',
      ];
      for (const piece of pieces) {
        document.write(piece);
        await frame(page);
        await frame(page);
      }
      document.close();
      await until(() => shown(document).includes('Welcome'), 'the chosen content');
      await settled();
      expect(shown(document).split(/\s*\n\s*/)).to.deep.equal(['Good day, dear visitor', 'Welcome']);
      expect(frames.filter((text) => /Hel|all/.test(text))).to.deep.equal([]);
      expect(new Set(frames).size).to.equal(2, 'nothing, then all of the chosen content');
    });

    it('does not keep the default content for ever if nothing follows the last template', async () => {
      page = await knownVisitor();
      await define(page);
      const { document } = page.window;
      document.open();
      document.write('<!doctype html><visitor-switch>Hello<template data-country="GB">Good');
      await frame(page);
      expect(shown(document)).to.equal('Hello');
      document.write(' day</template></visitor-switch>');
      await frame(page);
      document.write('<p>More of the page</p>');
      await until(() => shown(document) === 'Good day', 'the chosen content, before the page ends');
      expect(document.readyState).to.equal('loading');
      document.close();
    });

    it('starts no script of a template that the parser has not finished', async () => {
      page = await knownVisitor();
      await define(page);
      const { document } = page.window;
      document.open();
      const ran: unknown[] = [];
      Object.assign(page.window, { ran });
      document.write('<!doctype html><visitor-switch><template data-country="GB"><script>ran.push(1);');
      await frame(page);
      document.write('ran.push(2)</script>');
      await frame(page);
      document.write('</template> Hello</visitor-switch>');
      document.close();
      await until(() => ran.length > 0, 'the script');
      await settled();
      expect(ran).to.deep.equal([1, 2]);
    });

    it('restores all default content that the parser added while a case was shown', async () => {
      page = await knownVisitor();
      await define(page);
      const { document } = page.window;
      document.open();
      document.write('<!doctype html><visitor-switch><template data-country="GB">Good day</template><p>Hel');
      await frame(page);
      document.write('lo, <b>all</b></p> of');
      await frame(page);
      document.write(' you<!-- -->!</visitor-switch>');
      document.close();
      await until(() => shown(document) === 'Good day', 'the chosen content');
      (await page.library()).override({ location: { country: { code: 'JP' } } });
      await until(() => /^Hello, all\s+of you!$/.test(shown(document)), 'the default');
    });
  });

  it('doesn’t happen without stored data: the default content stays until the data arrives', async () => {
    const { baseUrl, requests } = visit();
    page = await pageOf(baseUrl);
    const send = holdRequests(page.window);
    page.window.document.body.innerHTML = greeting;
    const frames = record(page, shown);
    await define(page);
    await until(() => frames.length > 2, 'frames');
    send();
    await until(() => frames.includes('Good day'), 'the answer');
    expect([...new Set(frames)]).to.deep.equal(['Hello', 'Good day']);
    expect(await requests()).to.equal(1);
  });

  it('doesn’t happen if the lookup fails: the default content stays', async () => {
    page = await pageOf(visit('fault/drop/').baseUrl);
    page.lookup.configure({ retries: 0 });
    page.window.document.body.innerHTML = greeting;
    const frames = record(page, shown);
    await define(page);
    const { document } = page.window;
    await until(() => document.querySelector('visitor-switch:state(error)'), 'the failure');
    await settled();
    expect([...new Set(frames)]).to.deep.equal(['Hello']);
  });
});
