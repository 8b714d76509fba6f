import { expect, markup, moveToParis, parts, put, reaches, ready, show, visit } from './support.js';

for (const [tag, html] of Object.entries(markup))
  describe(`<${tag}> is accessible`, () => {
    it('with data', async () => {
      visit();
      await expect(await ready(html)).to.be.accessible();
    });

    it('while pending', async () => {
      visit('fault/slow-3000/');
      await expect(await reaches(put(html), 'pending')).to.be.accessible();
    });

    it('after a failure', async () => {
      visit('fault/drop/');
      await expect(await reaches(await show(html), 'error')).to.be.accessible();
    });

    it('while it waits for consent', async () => {
      visit('', { consent: 'required' });
      await expect(await reaches(await show(html), 'idle')).to.be.accessible();
    });
  });

describe('<visitor-info> is accessible', () => {
  it('with a guess', async () => {
    moveToParis();
    visit('fault/drop/', { fallback: 'time-zone' });
    await expect(await reaches(await show(markup['visitor-info']), 'guessed')).to.be.accessible();
  });

  it('with content of its own', async () => {
    visit('fault/drop/');
    const card = await show('<visitor-info><p>Welcome, whoever you are</p></visitor-info>');
    await expect(await reaches(card, 'error')).to.be.accessible();
  });

  it('says while pending that it is busy, and once that it loads', async () => {
    visit('fault/slow-500/');
    const card = await reaches(put(markup['visitor-info']), 'pending');
    const box = () => parts(card, 'card')[0];
    expect(box()).to.have.attribute('aria-busy', 'true');
    expect(box()?.textContent?.trim()).to.equal('Loading');
    await reaches(card, 'ready');
    expect(box()).not.to.have.attribute('aria-busy');
    expect(box()?.textContent).not.to.include('Loading');
  });
});

describe('<visitor-value> is accessible', () => {
  it('as a flag, which has the name of the country for an alternative', async () => {
    visit();
    const flag = await ready('<visitor-value field="location.country.code" as="flag">a flag</visitor-value>');
    await expect(flag).to.be.accessible();
    expect(flag.shadowRoot?.querySelector('img')).to.have.attribute('alt', 'United Kingdom');
  });
});
