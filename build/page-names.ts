import { type Plugin, parseSync, Visitor } from 'vite';
import { path } from './path.js';

/** The global names that a minified script reads. Its own names have one or two letters. */
function globalNames(code: string): string[] {
  const names = new Set<string>();
  const keys = new Set<object>();
  const skipKey = (node: { key: object; computed: boolean; shorthand?: boolean }) => {
    if (!(node.computed || node.shorthand)) keys.add(node.key);
  };
  const { program } = parseSync('script.js', code);
  new Visitor({
    MemberExpression: ({ property, computed }) => {
      if (!computed) keys.add(property);
    },
    MetaProperty: ({ meta, property }) => {
      keys.add(meta).add(property);
    },
    Property: skipKey,
    MethodDefinition: skipKey,
    PropertyDefinition: skipKey,
    Identifier: (node) => {
      if (node.name.length > 2 && !keys.has(node)) names.add(node.name);
    },
  }).visit(program);
  for (const name of ['arguments', 'undefined', 'globalThis']) names.delete(name);
  return [...names].sort();
}

/**
 * Reads the global names of a script once, from the global object, in the first line of its function. So the page's own
 * `class Map` or `const URL`, before the script or after it, which hides the browser's, isn't the script's.
 */
export const takeGlobalNames: Plugin = {
  name: 'take-global-names',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const start = /^\(function\([^)]*\)\{|^var _=\(function\([^)]*\)\{/.exec(chunk.code)?.[0];
      if (!start) this.error(`${chunk.fileName} has no function around it.`);
      const line = `const{${globalNames(chunk.code).join()}}=globalThis;`;
      chunk.code = start + line + chunk.code.slice(start.length);
      const [error] = parseSync(chunk.fileName, chunk.code).errors;
      if (error) this.error(error.message);
    }
  },
};

/** The bundler's only `for … in` exports a script's names. It met what the page added to `Object.prototype` too. */
export const exportOwnNames: Plugin = {
  name: 'export-own-names',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(/for\(var (\w+) in (\w+)\)/, 'for(var $1 of Object.keys($2))');
  },
};

/** Lit walks only below nodes that it creates, so a fragment with these methods can replace the document. */
const methods = ['createComment', 'createElement', 'createTextNode', 'createTreeWalker', 'importNode'];

const litPage = '\0lit-page';
const litPageCode = `
  import { nativeProperty } from ${JSON.stringify(path('src/lookup/document.ts'))};
  const own = (name) => Object.hasOwn(globalThis, name) ? globalThis[name] : undefined;
  const litGlobal = { ShadowRoot, trustedTypes: own('trustedTypes'), litElementHydrateSupport: own('litElementHydrateSupport') };
  const litDocument = new DocumentFragment();
  for (const name of ${JSON.stringify(methods)}) litDocument[name] = nativeProperty(document, name);
  const litPropertyMetadata = new WeakMap();
  export { litDocument as document, litGlobal as globalThis, litPropertyMetadata };
`;

/**
 * Gives Lit a document and a global object of its own. Markup such as `<img name="createElement">` hides the document's
 * own method, and `<a id="litHtmlVersions">` is found where the global is missing.
 */
export const protectLit: Plugin = {
  name: 'protect-lit',
  resolveId: (id) => (id === litPage ? id : undefined),
  load: (id) => (id === litPage ? litPageCode : undefined),
  transform(code, id) {
    if (!/node_modules\/(@lit\/reactive-element|lit-html|lit-element)\//.test(id)) return undefined;
    return {
      code: `import { document, globalThis, litPropertyMetadata } from ${JSON.stringify(litPage)};${code}`,
      map: null,
    };
  },
};
