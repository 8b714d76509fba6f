import { html, type TemplateResult } from 'lit';
import { report, thisPage } from '../../lookup/page.js';
import { flagEmoji } from '../../model/country.js';
import { type CountryList, countries, countryList } from '../../model/country-lists.js';
import { pageGroups } from '../../personal/page-groups.js';
import { flagFile, onMissingFlag, referrerPolicy } from '../base/flag.js';
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

/**
 * A flag in the list, which the browser requests when it is in view. It adds no text to its option, because type-ahead
 * searches the option's text.
 */
export function listFlag(code: string): TemplateResult {
  const src = flagFile(code);
  return src
    ? html`<img data-flag alt="" loading="lazy" referrerpolicy=${referrerPolicy} src=${src} @error=${onMissingFlag} />`
    : html`<span data-flag=${flagEmoji(code)} aria-hidden="true"></span>`;
}

/** Reports mistakes of the page's author on the console. */
export function reportMistakes(select: CountryListHost, { mistakes }: CountryList): void {
  const { localName } = select;
  for (const mistake of mistakes) report(`<${localName}>: ${mistake}`);
  if (select.querySelector('select, option'))
    report(
      `<${localName}>: A <select> or <option> inside isn't used. Use countries="DE AT CH", or fill your own with origin.subscribe('ip', …).`,
    );
}
