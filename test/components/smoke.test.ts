import { expect, fixture, html } from '@open-wc/testing';

describe('a browser of each engine', () => {
  it('runs typed modules with Lit', async () => {
    const element = await fixture<HTMLParagraphElement>(html`<p>${'ready'}</p>`);
    expect(element.textContent).to.equal('ready');
    await expect(element).to.be.accessible();
  });

  it('gets flags over HTTP', async () => {
    const response = await fetch('/flags/DE.svg');
    expect(response.headers.get('content-type')).to.equal('image/svg+xml');
    expect((await fetch('/flags/XX.svg')).status).to.equal(404);
  });

  for (const base of ['/api/', otherOrigin])
    it(`looks up its visitor at ${base === otherOrigin ? 'another origin' : base}`, async () => {
      const visit = `smoke-${crypto.randomUUID()}`;
      const response = await fetch(`${base}visit/${visit}/?key=demo-open`);
      expect((await response.json()).ip).to.equal('81.2.69.142');
      expect((await (await fetch(`${base}usage/${visit}`)).json()).requests).to.equal(1);
    });

  it('meets dropped connections', async () => {
    const failure = await fetch('/api/fault/drop/?key=demo-open').catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(TypeError);
  });
});
