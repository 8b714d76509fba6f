import { expect, put, reaches, shown, visit } from './support.js';

/** Attributes may be of any length, such as a language that a page takes from its visitors. */
const long = {
  'a language of 15,000 parts': `<div lang="de${'-x'.repeat(15_000)}"><visitor-info></visitor-info></div>`,
  'a list of 60,000 countries': `<div><visitor-country-select countries="${'DE GB XX '.repeat(20_000)}"></visitor-country-select></div>`,
  'a list of 60,000 country groups': `<div><visitor-country-select preferred="${'@eea !@eu '.repeat(30_000)}"></visitor-country-select></div>`,
};

describe('an element with', () => {
  beforeEach(() => void visit());

  for (const [name, markup] of Object.entries(long))
    it(`${name} doesn’t freeze the page`, async () => {
      const [element] = put<HTMLElement>(markup).children;
      if (element) expect(shown(await reaches(element, 'ready'))).not.to.equal('');
    });
});
