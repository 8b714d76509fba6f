import { fileURLToPath } from 'node:url';
import type { ClassMember, CustomElementDeclaration, CustomElementField } from 'custom-elements-manifest';
import {
  type ClassDeclaration,
  Node,
  Project,
  Scope,
  SyntaxKind,
  type Symbol as TypeScriptSymbol,
} from 'ts-morph';
import manifest from '../package.json' with { type: 'json' };
import { written } from './type-text.js';

/** An element as a page uses it: all that it offers, inherited or its own, and nothing internal. */
export type Element = CustomElementDeclaration & Required<Lists>;
type Lists = Pick<
  CustomElementDeclaration,
  'tagName' | 'description' | 'attributes' | 'events' | 'slots' | 'cssParts' | 'cssProperties' | 'cssStates'
> & { members?: (ClassMember & { type?: { text: string } })[] };

const entries = Object.keys(manifest.exports);
const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** Every element that the package's root exports, in the order of `exports` in package.json. */
export function describeElements(): Element[] {
  const project = new Project({
    tsConfigFilePath: path('tsconfig.json'),
    skipAddingFilesFromTsConfig: true,
  });
  const root = project.addSourceFileAtPath(path('src/index.ts'));
  const classes = [...root.getExportedDeclarations().values()].flat().filter(Node.isClassDeclaration);
  const tagged = classes.flatMap((element) => {
    const tagName = tagOf(element);
    return tagName ? [{ element, tagName }] : [];
  });
  const listeners = listenersOf(
    project,
    tagged.map(({ element }) => element),
  );
  return tagged
    .map(({ element, tagName }) => describe(element, tagName, listeners))
    .sort((one, other) => entries.indexOf(`./${one.tagName}.js`) - entries.indexOf(`./${other.tagName}.js`));
}

/** An element names itself in `static tag`; a base has no name. */
function tagOf(element: ClassDeclaration): string | undefined {
  const tag = element.getStaticProperty('tag');
  const value = Node.isPropertyDeclaration(tag) ? tag.getInitializer() : undefined;
  return Node.isStringLiteral(value) ? value.getLiteralValue() : undefined;
}

type Listeners = (className: string, event: string) => string;

function describe(element: ClassDeclaration, tagName: string, listeners: Listeners): Element {
  const name = element.getNameOrThrow();
  const line = lineage(element);
  const declared = attributesOf(line);
  const members = membersOf(element, declared);
  const fields = new Map(members.map((member) => [member.name, member as CustomElementField]));
  const attributes = declared.map(({ attribute, fieldName, reflects }) => {
    const field = fields.get(fieldName);
    if (!field) throw new Error(`${name} declares the property ${fieldName} without a type.`);
    Object.assign(field, { attribute, ...(reflects && { reflects }) });
    const type = { text: (field.type?.text ?? 'string').replace(' | undefined', '') };
    return { name: attribute, fieldName, type, ...documented(field.description) };
  });
  return {
    kind: 'class',
    customElement: true,
    name,
    tagName,
    description: line.map(documentation).find(Boolean) ?? '',
    superclass: superclassOf(line),
    attributes,
    members,
    events: tags(line, 'fires').map((event) => ({ ...event, type: { text: listeners(name, event.name) } })),
    slots: tags(line, 'slot'),
    cssParts: tags(line, 'csspart'),
    cssProperties: tags(line, 'cssprop'),
    cssStates: tags(line, 'cssState'),
  };
}

/** The class and its bases in this package, its own first; a base that a mixin makes is followed by what implements it. */
function lineage(element: ClassDeclaration): ClassDeclaration[] {
  const bases = basesOf(element).filter((base) =>
    base.getSourceFile().getFilePath().startsWith(path('src/')),
  );
  return [element, ...bases.flatMap((base) => [...lineage(base), ...implementations(base)])];
}

/** What a class extends; what a mixin makes is an intersection of classes. */
function basesOf(element: ClassDeclaration): ClassDeclaration[] {
  const types = element
    .getBaseTypes()
    .flatMap((type) => (type.isIntersection() ? type.getIntersectionTypes() : type));
  return types.flatMap((type) => type.getSymbol()?.getDeclarations() ?? []).filter(Node.isClassDeclaration);
}

/** A class that is only declared is implemented beside it, by one that nobody imports. */
const implementations = (element: ClassDeclaration): ClassDeclaration[] =>
  element.isAmbient()
    ? element
        .getSourceFile()
        .getDirectory()
        .getSourceFiles()
        .flatMap((file) => file.getDescendantsOfKind(SyntaxKind.ClassDeclaration))
        .filter((one) => !one.isExported() && one.getStaticProperty('properties'))
    : [];

/** Lit's base class; elements that are drawn without templates don't have that of the others. */
function superclassOf(line: readonly ClassDeclaration[]) {
  const names = line.flatMap(basesOf).map((base) => base.getName());
  return names.includes('LitElement')
    ? { name: 'LitElement', package: 'lit' }
    : { name: 'ReactiveElement', package: '@lit/reactive-element' };
}

const documentation = (element: ClassDeclaration) =>
  flowing(
    element
      .getJsDocs()
      .map((doc) => doc.getDescription().trim())
      .join('\n'),
  );

/** Without the line breaks of the source; paragraphs stay. */
const flowing = (text: string) => text.replaceAll('\r', '').replaceAll(/(?<!\n)\n(?!\n)/g, ' ');

const documented = (description: string | undefined) => (description ? { description } : {});

interface Tag {
  name: string;
  description: string;
  default?: string;
}

/** `@tag name - description`, or `@tag [name=default] - description`, of a class and its bases; the nearer one counts. */
function tags(line: readonly ClassDeclaration[], tag: string): Tag[] {
  const all = line
    .flatMap((element) => element.getJsDocs())
    .flatMap((doc) => doc.getTags())
    .filter((candidate) => candidate.getTagName() === tag)
    .map((candidate) => {
      const [title = '', ...rest] = (candidate.getCommentText() ?? '').split(/(?:^|\s+)-\s+/);
      const [name = '', initial] = title
        .replaceAll(/[[\]]|\{.*\}/g, '')
        .trim()
        .split('=');
      const description = rest.join(' - ').replaceAll(/\s+/g, ' ').trim();
      return { name, description, ...(initial && { default: initial }) };
    });
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

/** The attributes in `static properties`, as Lit names them. */
function attributesOf(line: readonly ClassDeclaration[]) {
  const declared = line.flatMap((element) => {
    const properties = element.getStaticProperty('properties');
    const value = Node.isPropertyDeclaration(properties) ? properties.getInitializer() : undefined;
    return Node.isObjectLiteralExpression(value)
      ? value.getProperties().filter(Node.isPropertyAssignment)
      : [];
  });
  return declared.flatMap((property) => {
    const fieldName = property.getName();
    const options = property.getInitializer();
    const option = (name: string) => {
      const found = Node.isObjectLiteralExpression(options) ? options.getProperty(name) : undefined;
      return Node.isPropertyAssignment(found) ? found.getInitializer()?.getText() : undefined;
    };
    if (option('attribute') === 'false' || option('state') === 'true') return [];
    const attribute = option('attribute')?.replaceAll("'", '') ?? fieldName.toLowerCase();
    return [{ attribute, fieldName, reflects: option('reflect') === 'true' }];
  });
}

/** What scripts may read, set and call; not what only the browser or Lit calls. */
function membersOf(element: ClassDeclaration, attributes: readonly { fieldName: string }[]): ClassMember[] {
  const native = nativeNames(element.getProject());
  for (const { fieldName } of attributes) native.delete(fieldName);
  return element
    .getType()
    .getProperties()
    .filter((symbol) => isOffered(symbol) && !native.has(symbol.getName()))
    .map((symbol) => {
      const [declaration] = symbol.getDeclarations();
      const description = flowing(
        symbol.compilerSymbol
          .getDocumentationComment(undefined)
          .map(({ text }) => text)
          .join(''),
      );
      const name = symbol.getName();
      const type = symbol.getTypeAtLocation(declaration ?? element);
      if (Node.isMethodDeclaration(declaration)) {
        const text = written(declaration.getReturnType());
        return { kind: 'method' as const, name, ...documented(description), return: { type: { text } } };
      }
      const readonly =
        !symbol.getDeclarations().some((one) => Node.isSetAccessorDeclaration(one)) &&
        (Node.isGetAccessorDeclaration(declaration) ||
          (Node.isReadonlyable(declaration) && declaration.isReadonly()));
      return {
        kind: 'field' as const,
        name,
        ...documented(description),
        type: { text: written(type, description) },
        ...(readonly && { readonly }),
      };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** What every element of a page has. */
function nativeNames(project: Project): Set<string> {
  const file = project.createSourceFile(path('src/native.ts'), 'type Native = HTMLElement;', {
    overwrite: true,
  });
  const type = file.getTypeAliasOrThrow('Native').getType();
  return new Set(type.getProperties().map((symbol) => symbol.getName()));
}

function isOffered(symbol: TypeScriptSymbol): boolean {
  const name = symbol.getName();
  return (
    !name.startsWith('#') &&
    !name.startsWith('__#') &&
    !name.endsWith('Callback') &&
    symbol.getDeclarations().some((declaration) => {
      const isOurs = declaration.getSourceFile().getFilePath().startsWith(path('src/elements/'));
      const scope = Node.isScoped(declaration) ? declaration.getScope() : Scope.Public;
      return isOurs && scope === Scope.Public && Node.isClassDeclaration(declaration.getParent());
    })
  );
}

/** What a listener of an element gets, asked as a page would: the type that an editor shows. */
function listenersOf(project: Project, elements: readonly ClassDeclaration[]): Listeners {
  const asked = elements.flatMap((element) => {
    const name = element.getNameOrThrow();
    return tags(lineage(element), 'fires').map((event) => ({ name, event: event.name }));
  });
  const code = asked.map(
    ({ name, event }) => `(element: root.${name}) => element.addEventListener('${event}', (event) => event);`,
  );
  const file = project.createSourceFile(
    path('src/asked.ts'),
    `import type * as root from './index.js';\n${code.join('\n')}`,
  );
  const types = file
    .getStatements()
    .slice(1)
    .map((statement) => {
      const listener = statement.getFirstDescendantOrThrow(
        (node): node is Node => Node.isArrowFunction(node) && node.getText() === '(event) => event',
      );
      return written(listener.getType().getCallSignatures()[0]?.getReturnType() ?? listener.getType());
    });
  return (name, event) =>
    types[asked.findIndex((one) => one.name === name && one.event === event)] ?? 'Event';
}
