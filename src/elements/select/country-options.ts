import { report, thisPage } from '../../lookup/page.js';
import { type CountryList, countries, countryList } from '../../model/country-lists.js';
import { pageGroups } from '../../personal/page-groups.js';
import { languageOf } from '../base/language.js';
import { propertyText } from '../base/property-values.js';

/** A select with the lists of countries from its attributes. */
interface CountryListHost extends Element {
  countries: string | undefined;
  preferred: string | undefined;
}

/** The select's countries, in its language. */
export const countryOptions = (select: CountryListHost): CountryList =>
  countryList(
    countries(languageOf(select)),
    propertyText('countries', select.countries),
    propertyText('preferred', select.preferred),
    pageGroups(thisPage()),
  );

/** Reports mistakes of the page's author on the console. */
export function reportMistakes(select: CountryListHost, { mistakes }: CountryList): void {
  const { localName } = select;
  for (const mistake of mistakes) report(`<${localName}>: ${mistake}`);
  if (select.querySelector('select, option'))
    report(
      `<${localName}>: A <select> or <option> inside isn't used. Use countries="DE AT CH", or fill your own with origin.subscribe('ip', …).`,
    );
}
