import { expect, markup, parts, put, reaches, ready, visit } from './support.js';

describe('<visitor-info> is accessible', () => {
  it('is marked as busy while pending, and announces once that it loads', async () => {
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
  it('as a flag has the country’s name as its text alternative', async () => {
    visit();
    const flag = await ready('<visitor-value field="location.country.code" as="flag">a flag</visitor-value>');
    await expect(flag).to.be.accessible();
    expect(flag.shadowRoot?.querySelector('img')).to.have.attribute('alt', 'United Kingdom');
  });
});
