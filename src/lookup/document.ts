/**
 * A member of the document as the browser defines it. An element of the page such as `<img name="baseURI">` takes the
 * place of `document.baseURI`, never that of the prototype's.
 */
export function ofDocument<Name extends keyof Document>(name: Name): Document[Name] | undefined {
  if (!(globalThis.Document && document instanceof Document)) return undefined;
  const member: unknown = Reflect.get(Document.prototype, name, document);
  return (typeof member === 'function' ? member.bind(document) : member) as Document[Name];
}
