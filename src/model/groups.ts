/** The members of the European Union, and the territories in it that have a code of their own. */
const union =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AX GF GP MF MQ RE YT';

/** The groups that every page has, by name. The European Economic Area is the union, Iceland, Liechtenstein and Norway. */
export const builtInGroups = { eu: union, eea: `${union} IS LI NO` };

/** Whether a country, by its upper-case code, is in the European Union. */
export const isInEu = (code: string): boolean => union.split(' ').includes(code);
