/** Names that markup may take from the scripts for a tag. `test/e2e/clobbering.spec.ts` has it take each. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Node, Project, type Symbol as TypeSymbol } from 'ts-morph';
import { expect, test } from 'vitest';
import { litDocumentMethods } from '../../../build/lit-names.js';
import { pageNames } from '../../support/page-names.js';

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

/** Whether a name is the browser's, and not of ECMAScript. */
const isOfBrowser = (symbol: TypeSymbol | undefined) =>
  Boolean(symbol?.getDeclarations().some((node) => /lib\.dom\b/.test(node.getSourceFile().getFilePath())));

/** What a script reads from `window` and `document`, as far as its code says. */
function namesRead(file: string): { window: Set<string>; document: Set<string> } {
  const compilerOptions = {
    allowJs: true,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  };
  const source = new Project({ compilerOptions }).addSourceFileAtPath(path(`dist/${file}`));
  const names = { window: new Set<string>(), document: new Set<string>() };
  source.forEachDescendant((node) => {
    if (Node.isPropertyAccessExpression(node)) {
      const owner = node.getExpression().getType().getText();
      if (/^(Window & )?typeof globalThis$|^Window\b/.test(owner)) names.window.add(node.getName());
      if (owner === 'Document') names.document.add(node.getName());
    } else if (Node.isBindingElement(node)) {
      const owner = node.getParent().getParent()?.getType().getText();
      if (owner === 'Document')
        names.document.add((node.getPropertyNameNode() ?? node.getNameNode()).getText());
    } else if (Node.isIdentifier(node)) {
      const parent = node.getParent();
      const isMember =
        (Node.isPropertyAccessExpression(parent) && parent.getNameNode() === node) ||
        Node.isPropertyAssignment(parent) ||
        Node.isBindingElement(parent);
      if (!isMember && isOfBrowser(node.getSymbol())) names.window.add(node.getText());
    }
  });
  return names;
}

/** What the sources read by name through `documentProperty`. */
const propertiesRead = readdirSync(path('src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [...readFileSync(path(`src/${file}`), 'utf8').matchAll(/documentProperty\('(\w+)'\)/g)])
  .flatMap(([, name]) => name ?? []);

for (const file of ['visitor-elements.min.js', 'visitor-core.min.js', 'visitor-attributes.min.js'])
  test(`each name that ${file} reads from window or document is tried`, () => {
    const { window, document } = namesRead(file);
    expect([...window].filter((name) => !pageNames.window.includes(name))).toEqual([]);
    const all = [...document, ...propertiesRead, ...litDocumentMethods];
    expect(all.filter((name) => !pageNames.document.includes(name))).toEqual([]);
  });

test('the names of the library’s own global and of Lit’s are among them', () => {
  expect(pageNames.window).toEqual(
    expect.arrayContaining(['visitorElements', 'litHtmlVersions', 'ShadyCSS']),
  );
});
