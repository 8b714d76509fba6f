import { expect } from '@open-wc/testing';
import { countries } from '../../../src/visitor/index.js';

const codes = countries('en').map(([code]) => code);

describe('the list of countries', () => {
  it('has every country once, with a name', () => {
    expect(codes).to.include.members(['AF', 'DE', 'FR', 'GB', 'TW', 'US', 'VA', 'ZW']);
    expect(codes.length).to.be.within(240, 260);
    expect(new Set(codes).size).to.equal(codes.length);
    expect(new Set(countries('en').map(([, name]) => name)).size).to.equal(codes.length);
    for (const [code, name] of countries('en')) {
      expect(code).to.match(/^[A-Z]{2}$/);
      expect(name).to.match(/\w/).and.not.equal(code);
    }
  });

  for (const [what, others] of Object.entries({
    'parts of countries': ['AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA'],
    'groups of countries': ['EU', 'EZ', 'QO', 'UN'],
    'codes for tests': ['XA', 'XB', 'ZZ'],
    'countries that are no more, and other spellings': ['DD', 'SU', 'YU', 'UK', 'BU', 'FX'],
  }))
    it(`leaves out ${what}`, () => expect(codes.filter((code) => others.includes(code))).to.deep.equal([]));

  it('is named and sorted as its language does', () => {
    const swedish = countries('sv').map(([, name]) => name);
    expect(swedish).to.include('Österrike').and.include('Tyskland');
    expect(swedish).to.deep.equal(swedish.toSorted(new Intl.Collator('sv').compare));
    const german = countries('de').map(([, name]) => name);
    expect(german.indexOf('Österreich')).to.be.below(german.indexOf('Polen'));
    expect(swedish.indexOf('Österrike')).to.be.above(swedish.indexOf('Polen'));
  });

  it('is in the browser’s language where that is missing, malformed or unknown to it', () => {
    expect(countries('not a tag')).to.deep.equal(countries());
    expect(countries('xx-nowhere')).to.deep.equal(countries());
    expect(countries('de')).not.to.deep.equal(countries('en'));
  });

  it('is made once for each language', () => {
    expect(countries('fr')).to.equal(countries('fr'));
    expect(countries()).to.equal(countries());
  });
});
