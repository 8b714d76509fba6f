import { expect } from '@open-wc/testing';
import { cleanUp, type Globals, newPage } from '../support/page.js';
import { countedVisit } from '../support/service.js';

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}

const broken: Record<string, (window: Globals) => void> = {
  'that may not be touched': (window) => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { get: refuse });
  },
  'that is not there': (window) => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { value: null });
  },
  'that cannot be read': (window) => {
    window.Storage.prototype.getItem = refuse;
  },
  'that cannot be written': (window) => {
    window.Storage.prototype.setItem = refuse;
  },
  'that cannot be emptied': (window) => {
    window.Storage.prototype.removeItem = refuse;
  },
};

describe('storage', () => {
  afterEach(cleanUp);

  for (const storage of ['session', 'local'] as const)
    for (const [what, arrange] of Object.entries(broken))
      it(`${what}: the page shares one ${storage} lookup, and consent can be revoked`, async () => {
        const { baseUrl, requests } = countedVisit();
        const page = newPage(arrange);
        const ask = () => new page.lookup.OriginLookup({ baseUrl, apiKey: 'demo-open', storage }).ip();
        expect((await ask()).ip).to.equal('81.2.69.142');
        expect(await ask()).to.equal(await ask());
        expect(await requests()).to.equal(1);
        page.lookup.revokeConsent();
        page.lookup.grantConsent();
        await ask();
      });
});
