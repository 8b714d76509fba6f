import { report } from '../../lookup/client.js';
import { type CountryList, countries, countryList } from '../../model/countries.js';
import { pageGroups } from '../../personal/groups.js';
import { textIn } from '../base/attributes.js';
import { languageOf } from '../base/language.js';

/** A select, and which countries its page wants in it. */
interface Wanted extends Element {
  countries: string | undefined;
  preferred: string | undefined;
}

/** What a select has to choose from, in its language. */
export const choicesOf = (select: Wanted): CountryList =>
  countryList(
    countries(languageOf(select)),
    textIn('countries', select.countries),
    textIn('preferred', select.preferred),
    pageGroups(),
  );

/** Names on the console what the page's author mistook. */
export function reportMistakes(select: Wanted, { mistakes }: CountryList): void {
  const { localName } = select;
  for (const mistake of mistakes) report(`<${localName}>: ${mistake}`);
  if (select.querySelector('option'))
    report(`<${localName}>: An <option> is shown as part of the label. Use countries="DE AT CH".`);
}
