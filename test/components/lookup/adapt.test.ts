import { expect } from '@open-wc/testing';
import { cleanUp, newPage, stored } from '../support/page.js';
import { countedVisit } from '../support/service.js';

describe('data of a service with another format', () => {
  afterEach(cleanUp);

  it('is stored as it was adapted, and not adapted again', async () => {
    const { baseUrl, requests } = countedVisit();
    let calls = 0;
    const adapt = () => ({ hostname: `adapted ${++calls}` });
    const page = newPage();
    page.lookup.configure({ baseUrl, apiKey: 'demo-open', adapt });
    expect((await page.lookup.origin.ip()).hostname).to.equal('adapted 1');
    expect(JSON.stringify(stored())).to.include('adapted 1').and.not.include('81.2.69.142');
    const { lookup } = page.next();
    lookup.configure({ baseUrl, apiKey: 'demo-open', adapt });
    expect((await lookup.origin.ip()).hostname).to.equal('adapted 1');
    expect(await requests()).to.equal(1);
  });

  it('doesn’t adapt simulated data', async () => {
    const { page, lookup } = newPage();
    page.state.simulation = { data: { location: { country: { code: 'JP' } } } };
    const seen: unknown[] = [];
    lookup.configure({
      ...{ baseUrl: countedVisit().baseUrl, apiKey: 'demo-open' },
      adapt({ ip, location }) {
        seen.push(location);
        return { ip };
      },
    });
    const { ip, location: place } = await lookup.origin.ip();
    expect([ip, place?.country?.code]).to.deep.equal(['81.2.69.142', 'JP']);
    expect(JSON.stringify(seen)).to.include('GB').and.not.include('JP');
  });
});
