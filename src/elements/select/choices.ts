import { report } from '../../lookup/report.js';
import { type CountryList, countries, countryList } from '../../model/countries.js';
import { pageGroups } from '../../personal/groups.js';
import { propertyText } from '../base/attributes.js';
import { languageOf } from '../base/language.js';

/** A select with the lists of countries from its attributes. */
interface Wanted extends Element {
  countries: string | undefined;
  preferred: string | undefined;
}

/** The select's countries, in its language. */
export const choicesOf = (select: Wanted): CountryList =>
  countryList(
    countries(languageOf(select)),
    propertyText('countries', select.countries),
    propertyText('preferred', select.preferred),
    pageGroups(),
  );

/** Reports mistakes of the page's author on the console. */
export function reportMistakes(select: Wanted, { mistakes }: CountryList): void {
  const { localName } = select;
  for (const mistake of mistakes) report(`<${localName}>: ${mistake}`);
  if (select.querySelector('option'))
    report(`<${localName}>: An <option> is shown as part of the label. Use countries="DE AT CH".`);
}
