import { override } from '../../../src/index.js';
import {
  boxOf,
  brokenWords,
  inColumn,
  known,
  part,
  realFetch,
  visitOf,
  visitPending,
} from './looks-support.js';
import { expect, hearConsole, moveToParis, parts, put, reaches, until, visit } from './support.js';

/* The layout of cards in each state, measured by the boxes of their parts. */

describe('a note', () => {
  it('is a paragraph below the title, with space around it', async () => {
    visitOf(known);
    const { card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    const title = boxOf(part(card, 'title'));
    expect(part(card, 'subtitle').localName).to.equal('p');
    override({ location: { country: { code: 'AT' } } });
    await until(() => part(card, 'note'), 'the note');
    const note = boxOf(part(card, 'note'));
    expect(part(card, 'note').localName).to.equal('p');
    expect(note.top - boxOf(part(card, 'title')).bottom).to.be.at.least(3);
    expect(boxOf(part(card, 'row')).top - note.bottom).to.be.at.least(10);
    expect(part(card, 'note').querySelector('svg'), 'an icon').to.not.equal(null);
    expect(Math.abs(boxOf(part(card, 'title')).top - title.top), 'the title stays').to.be.below(0.5);
    expect(part(card, 'header').textContent).to.match(/Austria\s+Chosen by you/);
    expect(part(card, 'note').title, 'the same once more').to.equal('');
  });

  it('about a guess is one line in any card, as wide as its word, and its title is the sentence', async () => {
    moveToParis();
    for (const width of [180, 280, 320]) {
      visit('fault/drop/', { guess: 'time-zone' });
      const { card } = await inColumn('<visitor-info></visitor-info>', 'error', width);
      await reaches(card, 'ready');
      const note = part(card, 'note');
      expect(note.innerText.trim()).to.equal('Guessed');
      expect(note.title).to.equal('Guessed from your time zone');
      expect(boxOf(note).height, `${width} px`).to.be.below(20);
      expect(boxOf(note).width, `${width} px`).to.be.below(110);
      expect(boxOf(note).top - boxOf(part(card, 'title')).bottom, `${width} px`).to.be.within(3, 6);
      // A title can't say that it is in another language.
      card.setAttribute('lang', 'xx');
      await until(() => note.querySelector('[lang="en"]'), 'the mark of English');
      expect(note.title).to.equal('');
    }
  });
});

describe('a note in any language', () => {
  // Without the others: a machine may lack fonts for them.
  for (const language of 'en ar de es fr it nl pl pt tr uk'.split(' '))
    it(`is one line, beside a map and in a narrow card: ${language}`, async () => {
      const labels = language === 'en' ? {} : await (await fetch(`/src/labels/${language}.json`)).json();
      const texts = ['stale', 'overridden', 'guess'].map((name) => labels[name]);
      for (const [width, map] of [
        [320, '<visitor-map slot="header"></visitor-map>'],
        [180, ''],
      ] as const)
        for (const text of language === 'en' ? ['May be out of date'] : texts) {
          visitOf(known);
          override({ location: { country: { code: 'AT' } } });
          const { card } = await inColumn(`<visitor-info>${map}</visitor-info>`, 'ready', width);
          Object.assign(card, { labels: { overridden: text } });
          await until(() => part(card, 'note')?.innerText.trim() === text, 'the text');
          expect(boxOf(part(card, 'note')).height, `${text}, ${width} px`).to.be.below(20);
        }
    });
});

describe('a card that waits for consent', () => {
  it('has empty rows between their rules, so that it doesn’t look as if it loads', async () => {
    for (const html of ['<visitor-info></visitor-info>', '<visitor-asn layout="compact"></visitor-asn>']) {
      visitPending();
      const { height } = boxOf((await inColumn(html, 'pending')).card);
      visit('', { consent: 'required' });
      const { card } = await inColumn(html, 'idle');
      const drawn = [...(card.shadowRoot?.querySelectorAll('*') ?? [])].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)',
      );
      expect(drawn.map(({ className }) => className)).to.deep.equal(['card stack', 'mark']);
      expect(boxOf(card).height).to.be.closeTo(height, 0.5);
      for (const row of parts(card, 'row')) expect(getComputedStyle(row).borderTopWidth).to.equal('1px');
    }
  });
});

describe('a card with little data', () => {
  hearConsole();

  it('with a guess shows zone and local time as rows, and empty space at the end', async () => {
    visit('fault/slow-3000/');
    const { height } = boxOf((await inColumn('<visitor-info></visitor-info>', 'pending')).card);
    moveToParis();
    visit('fault/drop/', { guess: 'time-zone' });
    const { card } = await inColumn('<visitor-info></visitor-info>', 'error');
    await reaches(card, 'ready');
    expect(parts(card, 'label').map(({ textContent }) => textContent)).to.deep.equal([
      'Local time',
      'Time zone',
    ]);
    const boxes = [part(card, 'header'), ...parts(card, 'row')].map(boxOf);
    for (const [i, { top }] of boxes.entries())
      if (i) expect(top - (boxes[i - 1]?.bottom ?? 0)).to.be.within(-0.5, 0.5);
    expect(boxOf(card).height).to.be.closeTo(height, 0.1);
  });

  it('leaves out all rows if none has a value, and keeps its height', async () => {
    for (const fields of ['', ' fields="ip currency.name location.language.name user_agent.name"']) {
      const html = `<visitor-info${fields}></visitor-info>`;
      visitPending();
      const { height } = boxOf((await inColumn(html, 'pending')).card);
      for (const data of [{ location: { country: { code: 'DE' } } }, {}, { ip: null }]) {
        visitOf(data);
        const { card } = await inColumn(html, 'ready');
        expect([parts(card, 'list'), parts(card, 'row')]).to.deep.equal([[], []]);
        expect(boxOf(card).height).to.be.closeTo(height, 0.1);
      }
    }
  });
});

describe('a card whose lookup failed', () => {
  hearConsole();
  beforeEach(() => visit('fault/drop/'));

  it('has an icon, a sentence and a button in the middle, and isn’t a group named by the sentence', async () => {
    const { card } = await inColumn('<visitor-info></visitor-info>', 'error');
    expect(part(card, 'error').textContent).to.equal('Couldn’t load your details');
    const box = boxOf(part(card, 'card'));
    const icon = boxOf(card.shadowRoot?.querySelector('.message svg') as Element);
    const [sentence, button] = [boxOf(part(card, 'error')), boxOf(part(card, 'retry'))];
    for (const { left, right } of [icon, sentence, button])
      expect((left + right) / 2).to.be.closeTo((box.left + box.right) / 2, 1);
    expect(icon.bottom).to.be.below(sentence.top);
    expect(sentence.bottom).to.be.below(button.top);
    // The sentence's own role announces a new failure.
    const named = card.shadowRoot?.querySelectorAll('[role]:not([role="status"]), [aria-labelledby]');
    expect(named).to.have.length(0);
  });

  it('in two lines has its sentence beside the icon, and after it a button like a link', async () => {
    const { card } = await inColumn('<visitor-info layout="compact"></visitor-info>', 'error');
    const box = boxOf(part(card, 'card'));
    const icon = boxOf(card.shadowRoot?.querySelector('.message .mark') as Element);
    const [sentence, button] = [boxOf(part(card, 'error')), boxOf(part(card, 'retry'))];
    expect(icon.left - box.left).to.be.closeTo(17, 1);
    expect(sentence.left - icon.right).to.be.within(8, 16);
    expect(button.left - sentence.right).to.be.within(2, 8);
    expect(getComputedStyle(part(card, 'error')).textAlign).to.equal('start');
    expect(getComputedStyle(part(card, 'retry')).textDecorationLine).to.equal('underline');
  });

  it('in two narrow lines is a text of the pending card’s height, without clipping', async () => {
    const html = '<visitor-info layout="compact"></visitor-info>';
    for (const width of [180, 200, 240]) {
      visit('fault/slow-60000/');
      const { height } = boxOf((await inColumn(html, 'pending', width)).card);
      visit('fault/drop/');
      const { card } = await inColumn(html, 'error', width);
      expect(boxOf(card).height, `${width} px`).to.be.closeTo(height, 0.5);
      expect(brokenWords(part(card, 'error'))).to.deep.equal([]);
      const { top, bottom } = boxOf(part(card, 'card'));
      expect(boxOf(part(card, 'error')).top - top).to.be.at.least(8);
      expect(bottom - boxOf(part(card, 'retry')).bottom).to.be.at.least(8);
    }
  });
});

describe('a card of two lines whose sentence is long', () => {
  hearConsole();
  // Without the others: a machine may lack fonts for them, and Firefox then shows wide boxes.
  const languages = 'de fr es it pt nl pl tr uk ar'.split(' ');
  const widths = [200, 240, 300, 320, 360, 400];

  for (const [name, state, settings] of [
    ['error', 'error', {}],
    ['waiting', 'idle', { consent: 'required' }],
  ] as const)
    it(`is as high as a pending one, whatever its language, and cuts nothing off: ${name}`, async () => {
      const html = '<visitor-info layout="compact" style="--visitor-inline-size: 30em"></visitor-info>';
      visitPending();
      const { height } = boxOf((await inColumn(html, 'pending')).card);
      globalThis.fetch = realFetch;
      visit('fault/drop/', settings);
      for (const language of languages) {
        const labels = await (await fetch(`/src/labels/${language}.json`)).json();
        const columns = widths.map((width) => `<div style="inline-size: ${width}px">${html}</div>`);
        const page = put(`<section lang="${language}">${columns.join('')}</section>`);
        const cards = [...page.querySelectorAll('visitor-info')];
        for (const card of cards) Object.assign(card, { labels });
        for (const [i, card] of cards.entries()) {
          await reaches(card, state);
          // Each language's cards send a request again, and wait for it.
          await until(() => parts(card, name).length, 'the sentence');
          const where = `${language}, ${widths[i]} px`;
          expect(boxOf(card).height, where).to.be.closeTo(height, 0.5);
          expect(part(card, name).textContent, where).to.equal(
            labels[name === 'error' ? 'failed' : 'consent'],
          );
          const { top, bottom, right } = boxOf(part(card, 'card'));
          for (const text of [name, 'retry'].flatMap((each) => parts(card, each)).map(boxOf)) {
            expect(text.top, where).to.be.at.least(top);
            expect(text.bottom, where).to.be.at.most(bottom);
            expect(text.right, where).to.be.at.most(right - 10);
          }
        }
        page.remove();
      }
    });
});
