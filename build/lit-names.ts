import type { Plugin } from 'vite';

/** The methods of the document that Lit calls. */
export const litDocumentMethods = [
  'createComment',
  'createElement',
  'createTextNode',
  'createTreeWalker',
  'importNode',
];

/** Lit walks only below nodes that it creates, so an empty fragment with the document's methods can replace the document. */
const documentOfLit = `Object.assign(new DocumentFragment,Object.fromEntries(${JSON.stringify(litDocumentMethods)}.map(n=>[n,Document.prototype[n].bind(document)])))`;
const own = (name: string) => `(Object.hasOwn(globalThis,"${name}")?globalThis.${name}:void 0)`;
const trustedTypes: Replacement = [/\b\w\.trustedTypes\b/, own('trustedTypes')];
const versions: Replacement = [/\(\w\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/, '0'];
const polyfill: Replacement = [/\b\w\.\w+PolyfillSupport\b/, 'void 0'];

type Replacement = [pattern: RegExp, text: string];

/** What Lit's modules read by names that markup may take, and what replaces it. Polyfills and versions are left out. */
const replacements: Record<string, Replacement[]> = {
  'lit-html/lit-html.js': [[/(?<==)document\b/, documentOfLit], trustedTypes, polyfill, versions],
  'lit-element/lit-element.js': [
    [/\b\w\.litElementHydrateSupport\b/, own('litElementHydrateSupport')],
    polyfill,
    versions,
  ],
  '@lit/reactive-element/reactive-element.js': [
    trustedTypes,
    polyfill,
    versions,
    // Metadata of decorators, which the elements don't have.
    [/\b\w\.litPropertyMetadata\?\?=new WeakMap\b/, '0'],
    [/\blitPropertyMetadata\.get\(\w\)/, 'void 0'],
  ],
  '@lit/reactive-element/css-tag.js': [
    [/\(void 0===\w\.ShadyCSS\|\|\w\.ShadyCSS\.nativeShadow\)/, 'true'],
    [/\b\w\.litNonce\b/, 'void 0'],
  ],
};

/**
 * Keeps markup from taking what Lit reads: `<img name="createElement">` hides the document's own method, and
 * `<a id="litHtmlVersions">` is found if the global is missing.
 */
export const protectLitNames: Plugin = {
  name: 'protect-lit-names',
  transform(code, id) {
    const [, found] =
      Object.entries(replacements).find(([file]) => id.endsWith(`/node_modules/${file}`)) ?? [];
    if (!found) return undefined;
    for (const [pattern] of found) if (!pattern.test(code)) this.error(`${id} has nothing like ${pattern}.`);
    const protectedCode = found.reduce((text, [pattern, by]) => text.replace(pattern, () => by), code);
    return { code: protectedCode, map: null };
  },
};
