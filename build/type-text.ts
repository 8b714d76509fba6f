import { type Type, TypeFormatFlags } from 'ts-morph';

/**
 * A type as text with its aliases expanded: `'ip' | 'asn' | 'user-agent'` instead of `LookupName`. Types with fields
 * keep their names. The members of a union are in the order in which `description` names them.
 */
export function typeText(type: Type, description = ''): string {
  if (type.isBoolean()) return 'boolean';
  if (!type.isUnion()) return type.getText(undefined, flags);
  const members = type.getUnionTypes().map((one) => (one.isBooleanLiteral() ? 'boolean' : typeText(one)));
  const place = (text: string) => {
    const empty = ['null', 'undefined'].indexOf(text) + 1;
    const named = description.indexOf(text.replaceAll("'", '`'));
    return empty ? Number.MAX_SAFE_INTEGER + empty : named < 0 ? description.length : named;
  };
  return [...new Set(members)].sort((one, other) => place(one) - place(other)).join(' | ');
}

const flags =
  TypeFormatFlags.NoTruncation |
  TypeFormatFlags.UseSingleQuotesForStringLiteralType |
  TypeFormatFlags.InTypeAlias;
