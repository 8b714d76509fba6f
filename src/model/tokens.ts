/** The form that tokens must have, for conditions that don't take any text. */
export const tokenForms: ReadonlyMap<string, RegExp> = new Map([
  ['country', /^(?!uk|eu)[a-z]{2}$/i],
  ['continent', /^(a[fns]|eu|[ns]a|oc)$/i],
  ['eu', /^(true|false)?$/i],
  ['currency', /^[a-z]{3}$/i],
  ['language', /^[a-z]{2,3}(-\w+)*$/i],
  ['asn', /^(as)?[1-9]\d*$/i],
]);

/** A token as the data would have it: `AS15169` is 15169, and an empty `eu` is true. */
export function asValue(name: string, token: string): string {
  if (name === 'asn') return token.replace(/as/i, '');
  return name === 'eu' ? token.toLowerCase() || 'true' : token;
}
