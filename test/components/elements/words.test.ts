import '../../../dist/labels/de.js';
import { openPage } from '../support/page.js';
import { expect, hearConsole, parts, put, reaches, ready, rows, until, visit } from './support.js';

const place = Symbol.for('visitor-elements:extensions');
type Item = [kind: string, format: number, value: unknown];

/** The array into which label files push. */
const queueOf = (page: object): Item[] => Reflect.get(page, place) ?? [];

/** The labels that a page has loaded, by language. */
const wordsOf = (page: object): Record<string, Record<string, string>> =>
  Object.assign({}, ...queueOf(page).map(([kind, , value]) => (kind === 'labels' ? value : {})));

/** Adds labels to this page, as a file does. */
const addWords = (words: object) => queueOf(globalThis).push(['labels', 1, words]);

const inLanguage = async (lang: string, card = '<visitor-info></visitor-info>') => {
  const page = put(`<section lang="${lang}">${card}</section>`);
  return reaches(page.firstElementChild as Element, 'ready');
};

const german = { ip: 'Adresse', copy: 'Kopieren:', ', ': ' / ' };

describe('words of a language', () => {
  it('leave no English text, in any state', async () => {
    visit('from/sample-tor/');
    for (const card of ['visitor-info', 'visitor-asn', 'visitor-user-agent']) {
      const element = await inLanguage('de', `<${card}></${card}>`);
      expect(
        [...(element.shadowRoot?.querySelectorAll('[lang]') ?? [])].map(({ textContent }) => textContent),
      ).to.deep.equal([]);
    }
  });

  for (const [how, tag] of Object.entries({
    'as a classic script': '<script src=…></script>',
    'as a module': '<script type="module" src=…></script>',
  }))
    it(`can be loaded ${how}`, async () => {
      const { window } = await openPage();
      const { document } = window;
      document.open();
      document.write(`<!doctype html><html lang="fr">${tag.replace('…', '/dist/labels/fr.js')}`);
      document.close();
      await until(() => wordsOf(window)['fr']?.['ip'] === 'Adresse', 'the words');
    });
});

describe('a card', () => {
  afterEach(() => {
    const queue = queueOf(globalThis);
    queue.splice(1, queue.length - 1);
    addWords({});
  });

  it('uses labels of its language or of a shorter tag, else English, marked as such', async () => {
    visit('from/sample-office/');
    const before = await inLanguage('xx');
    expect(parts(before, 'label')[0]?.firstElementChild).to.have.attribute('lang', 'en');
    expect(parts(before, 'label')[0]?.textContent).to.equal('Address');
    addWords({ xx: german });
    await until(() => parts(before, 'label')[0]?.textContent === 'Adresse', 'the words on screen');
    expect(parts(before, 'label')[0]?.firstElementChild).to.equal(null);
    expect(parts(before, 'title')[0]?.textContent).to.match(/^Berlin \/ /);
    expect(rows(await inLanguage('xx-YY-zz'))).to.have.property('Adresse');
    expect(rows(await inLanguage('en'))).to.have.property('Address');
    addWords({ xx: { ip: 'Anschrift' } });
    expect(rows(await inLanguage('xx')), 'the file loaded last').to.have.property('Anschrift');
    const own = `<visitor-info labels='{"ip": "Meine Adresse"}'></visitor-info>`;
    expect(rows(await inLanguage('xx', own)), 'the page’s own').to.have.property('Meine Adresse');
  });

  it('in English has no language marks', async () => {
    visit('from/sample-office/');
    const card = await inLanguage('en-GB');
    expect(card.shadowRoot?.querySelectorAll('[lang]')).to.have.length(0);
  });

  it('uses simplified Chinese labels only for simplified Chinese', async () => {
    visit('from/sample-office/');
    addWords({ zh: { ip: '地址' } });
    for (const lang of ['zh', 'zh-CN', 'zh-Hans-HK'])
      expect(rows(await inLanguage(lang)), lang).to.have.property('地址');
    for (const lang of ['zh-Hant', 'zh-TW', 'zh-HK', 'zh-hant-cn'])
      expect(rows(await inLanguage(lang)), lang).to.have.property('Address');
    addWords({ 'zh-hant': { ip: '位址' } });
    expect(rows(await inLanguage('zh-Hant-HK'))).to.have.property('位址');
  });

  it('prefers the page’s own labels', async () => {
    visit('from/sample-office/');
    const card = await ready(
      `<visitor-info labels='{"ip": "Where", "copy": "Take", "desktop": "Desk"}'></visitor-info>`,
    );
    expect(rows(card)).to.include({ Where: '192.0.2.44', Device: 'Desk' });
    expect(parts(card, 'copy')[0]?.textContent?.replace(/\s+/g, ' ').trim()).to.equal('Take Where');
  });

  it('translates true, false and the service’s codes', async () => {
    visit('from/sample-office/');
    const html = '<visitor-info fields="location.in_eu security.is_vpn connection.type"></visitor-info>';
    expect(Object.values(rows(await ready(html)))).to.deep.equal(['Yes', 'No', 'Internet provider']);
    expect(Object.values(rows(await inLanguage('de', html)))).to.deep.equal([
      'Ja',
      'Nein',
      'Internetanbieter',
    ]);
  });

  describe('on a page that pushed something else there', () => {
    hearConsole();
    for (const nonsense of ['words', null, { xx: 'words' }, { xx: { ip: {} } }])
      it(`works: ${JSON.stringify(nonsense)}`, async () => {
        addWords(nonsense as object);
        visit('from/sample-office/');
        expect(rows(await inLanguage('xx'))).to.have.property('Address');
      });
  });
});
