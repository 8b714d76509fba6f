/** The countries of the European Union, and those of their parts that have a code and belong to it. */
const union =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AX GF GP MF MQ RE YT';

/** Whether a country, by its upper-case code, is in the European Union. */
export const isInEu = (code: string): boolean => union.split(' ').includes(code);
