import {
  expect,
  failed,
  hearConsole,
  markup,
  nextPage,
  put,
  reaches,
  ready,
  settled,
  shown,
  visit,
} from './support.js';

const said = hearConsole();

const everything = (times: number) => `<main>${Object.values(markup).join('').repeat(times)}</main>`;

async function failAll(times: number) {
  const page = put<HTMLElement>(everything(times));
  for (const element of page.children) await reaches(element, 'error');
}

describe('the console has', () => {
  for (const [what, settings, ...parts] of [
    ['wrong', { storage: 'cookie' as 'local' }, 'storage', 'cookie', 'session, local, none'],
    ['missing', { apiKey: undefined }, 'apiKey'],
  ] as const)
    it(`one message about a ${what} setting for 50 elements, with the allowed values`, async () => {
      visit('', settings);
      await failAll(13);
      expect(said).to.have.length(1);
      for (const part of parts) expect(said[0]).to.include(part);
    });

  it('the way out for a layout that is gone, and for a <select> inside a select', async () => {
    visit();
    for (const layout of ['', ' layout="compact"', ' layout="card"'])
      await ready(`<visitor-info${layout}></visitor-info>`);
    expect(said).to.deep.equal([]);
    await ready('<visitor-info layout="inline"></visitor-info>');
    await ready('<visitor-country-select><select></select></visitor-country-select>');
    expect(said.join()).to.include('<visitor-value> in a sentence').and.include("origin.subscribe('ip'");
  });

  for (const [name, html] of Object.entries({
    loading: '<visitor-value field="ip" loading="lasy"></visitor-value>',
    preselect: '<visitor-country-select preselect="no"></visitor-country-select>',
  }))
    it(`one message about an unknown value of ${name}, and the element works`, async () => {
      visit();
      for (const element of [await ready(html), await ready(html)]) expect(element.data).to.be.an('object');
      expect(said).to.have.length(1);
      expect(said[0])
        .to.include(`"${name}"`)
        .and.match(/lasy|no/);
    });

  it('one message about a failed lookup, however many elements, refreshes and pages', async () => {
    visit('fault/drop/');
    const elements = [await failed(markup['visitor-value']), await failed(markup['visitor-info'])];
    for (const element of elements) await element.refresh();
    nextPage();
    await failed(markup['visitor-value']);
    expect(said).to.have.length(1);
    expect(said[0]).to.include('CORS').and.include(location.origin);
  });

  it('one message about a lookup that does not exist, and no request is sent', async () => {
    const { usage } = visit();
    const html = '<visitor-value from="user_agent" field="name">a browser</visitor-value>';
    for (const value of [await ready(html), await ready(html)]) expect(shown(value)).to.equal('a browser');
    expect(said).to.have.length(1);
    expect(said[0]).to.include('from').and.include('user_agent').and.include('ip, asn, user-agent');
    expect((await usage()).log.map(({ path }) => path)).to.deep.equal(['/']);
  });

  it('the service’s advice', async () => {
    visit('', { apiKey: 'demo-disabled' });
    const { error } = await failed(markup['visitor-value']);
    expect(said).to.have.length(1);
    expect(said[0]).to.include(error?.message).and.include(error?.resolution);
  });

  it('no message about skipped crawlers', async () => {
    const userAgent = `${navigator.userAgent} Testbot/1.0`;
    Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent });
    visit();
    await failAll(2);
    Reflect.deleteProperty(navigator, 'userAgent');
    expect(said).to.deep.equal([]);
  });

  it('no message if nothing fails', async () => {
    visit();
    const plain = '<visitor-value from="" as="" field="ip" loading=""></visitor-value>';
    for (const html of [...Object.values(markup), plain]) await ready(html);
    await settled();
    expect(said).to.deep.equal([]);
  });
});
