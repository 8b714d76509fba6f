import type { CustomElementDeclaration, CustomElementField } from 'custom-elements-manifest';
import {
  type ClassDeclaration,
  type Identifier,
  type InterfaceDeclaration,
  Node,
  Project,
  Scope,
  SyntaxKind,
  type Symbol as TypeScriptSymbol,
} from 'ts-morph';
import manifest from '../package.json' with { type: 'json' };
import { path } from './path.js';
import { typeText } from './type-text.js';

/** The kinds of an element's public API. */
export const partKinds = [
  'attributes',
  'members',
  'events',
  'slots',
  'cssStates',
  'cssParts',
  'cssProperties',
] as const;
export type Parts = Required<Pick<CustomElementDeclaration, (typeof partKinds)[number]>>;

/** An element's public API, including inherited parts. */
export type Element = CustomElementDeclaration & Parts & { tagName: string };

/** The fields that parts of every kind may have. */
export interface Part {
  name: string;
  kind?: string;
  description?: string;
  default?: string;
  type?: { text: string };
  return?: { type?: { text: string } };
}

const entries = Object.keys(manifest.exports);

/** A project of `ts-morph` with this repository's compiler options and without files. */
export const emptyProject = () =>
  new Project({ tsConfigFilePath: path('tsconfig.json'), skipAddingFilesFromTsConfig: true });

let described: Element[] | undefined;

/** Every element that the package's root exports, in the order of `exports` in package.json. Read once. */
export function describeElements(): Element[] {
  described ??= readElements();
  return described;
}

function readElements(): Element[] {
  const project = emptyProject();
  const root = project.addSourceFileAtPath(path('src/index.ts'));
  const classes = [...root.getExportedDeclarations().values()].flat().filter(Node.isClassDeclaration);
  const elements = classes.filter((element) => tagOf(element) !== '');
  const inPage = typesInPage(project, elements);
  return elements
    .map((element) => describe(element, inPage))
    .sort((one, other) => entries.indexOf(`./${one.tagName}.js`) - entries.indexOf(`./${other.tagName}.js`));
}

/** The element's name, from `static tag`. Base classes have none. */
function tagOf(element: ClassDeclaration): string {
  const tag = element.getStaticProperty('tag')?.asKind(SyntaxKind.PropertyDeclaration);
  return tag?.getInitializerIfKind(SyntaxKind.StringLiteral)?.getLiteralValue() ?? '';
}

function describe(element: ClassDeclaration, { native, listeners }: TypesInPage): Element {
  const name = element.getNameOrThrow();
  const line = lineage(element);
  const declared = attributesOf(line);
  const settable = declared.map(({ fieldName }) => fieldName);
  const members = membersOf(element, (member) => !native.has(member) || settable.includes(member));
  const attributes = declared.map(({ attribute, fieldName, reflects }) => {
    const field = members.find((member) => member.name === fieldName) as CustomElementField | undefined;
    if (!field)
      throw new Error(
        `${name} declares the property ${fieldName} without a type. Declare the property's type in the class.`,
      );
    Object.assign(field, { attribute, ...(reflects && { reflects }) });
    const type = { text: (field.type?.text ?? 'string').replace(' | undefined', '') };
    return { name: attribute, fieldName, type, ...documented(field.description) };
  });
  const events = tags(line, 'fires').map((event) => {
    const text = listeners.get(`${name} ${event.name}`) ?? 'Event';
    return { ...event, type: { text } };
  });
  return {
    kind: 'class',
    customElement: true,
    name,
    tagName: tagOf(element),
    description: line.map(documentation).find(Boolean) ?? '',
    superclass: superclassOf(line),
    attributes,
    members,
    events,
    slots: tags(line, 'slot'),
    cssParts: tags(line, 'csspart'),
    cssProperties: tags(line, 'cssprop'),
    cssStates: tags(line, 'cssState'),
  };
}

type Declaration = ClassDeclaration | InterfaceDeclaration;

/** The class, its base classes in this package and the interfaces that they implement, the class itself first. */
function lineage(element: ClassDeclaration): Declaration[] {
  const base = element.getBaseClass();
  const isOurs = base?.getSourceFile().getFilePath().startsWith(path('src/'));
  const interfaces = element
    .getImplements()
    .flatMap((one) => one.getType().getSymbol()?.getDeclarations() ?? [])
    .filter(Node.isInterfaceDeclaration);
  return [element, ...(base && isOurs ? lineage(base) : []), ...interfaces];
}

/** Lit's base class. Elements without templates have another one than the others. */
function superclassOf(line: readonly Declaration[]) {
  const names = line.map((one) => one.getName());
  return names.includes('TemplateElement')
    ? { name: 'LitElement', package: 'lit' }
    : { name: 'ReactiveElement', package: '@lit/reactive-element' };
}

const documentation = (element: Declaration) =>
  flowing(
    element
      .getJsDocs()
      .map((doc) => doc.getDescription().trim())
      .join('\n'),
  );

/** Joins the lines of each paragraph. */
const flowing = (text: string) => text.replaceAll('\r', '').replaceAll(/(?<!\n)\n(?!\n)/g, ' ');

const documented = (description: string | undefined) => (description ? { description } : {});

/**
 * `@tag name - description`, or `@tag [name=default] - description`, of a class and its bases. If a name occurs several
 * times, the nearest class counts.
 */
function tags(line: readonly Declaration[], tag: string) {
  const all = line
    .flatMap((element) => element.getJsDocs().flatMap((doc) => doc.getTags()))
    .filter((candidate) => candidate.getTagName() === tag)
    .map((candidate) => {
      const [title = '', ...rest] = (candidate.getCommentText() ?? '').split(/(?:^|\s+)-\s+/);
      const [name = '', initial] = title.replaceAll(/[[\]]|\{.*\}/g, '').split('=');
      const description = rest.join(' - ').replaceAll(/\s+/g, ' ').trim();
      return { name: name.trim(), description, ...(initial && { default: initial.trim() }) };
    });
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

/** The attributes in `static properties`, by the names that Lit gives them. */
function attributesOf(line: readonly Declaration[]) {
  const declared = line.filter(Node.isClassDeclaration).flatMap((element) => {
    const initializer = initialProperties(element) ?? initialProperties(mixedIn(element));
    const value = Node.isIdentifier(initializer) ? initializerOf(initializer) : initializer;
    return (
      value?.asKind(SyntaxKind.ObjectLiteralExpression)?.getProperties().filter(Node.isPropertyAssignment) ??
      []
    );
  });
  return declared.flatMap((property) => {
    const fieldName = property.getName();
    const options = property.getInitializerIfKind(SyntaxKind.ObjectLiteralExpression);
    const option = (name: string) =>
      options?.getProperty(name)?.asKind(SyntaxKind.PropertyAssignment)?.getInitializer()?.getText();
    if (option('attribute') === 'false' || option('state') === 'true') return [];
    const attribute = option('attribute')?.replaceAll("'", '') ?? fieldName.toLowerCase();
    return [{ attribute, fieldName, reflects: option('reflect') === 'true' }];
  });
}

const initialProperties = (element: ClassDeclaration | undefined) =>
  element?.getStaticProperty('properties')?.asKind(SyntaxKind.PropertyDeclaration)?.getInitializer();

/** The class that a mixin returns, from the class of the same module that declares the mixin's type. */
const mixedIn = (declared: ClassDeclaration) =>
  declared.isAmbient()
    ? declared
        .getSourceFile()
        .getDescendantsOfKind(SyntaxKind.ClassDeclaration)
        .find((one) => one !== declared)
    : undefined;

/** The initial value of a constant, in any module. */
function initializerOf(name: Identifier): Node | undefined {
  const constant = name.getDefinitionNodes().find(Node.isVariableDeclaration);
  return constant?.getInitializer();
}

/** The public members for a page's scripts, without callbacks of the browser and of Lit. */
function membersOf(
  element: ClassDeclaration,
  isWanted: (name: string) => boolean,
): Part[] & Parts['members'] {
  const offered = element
    .getType()
    .getProperties()
    .filter((symbol) => isOffered(symbol) && isWanted(symbol.getName()));
  return offered
    .map((symbol) => memberOf(symbol, element))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function memberOf(symbol: TypeScriptSymbol, element: ClassDeclaration) {
  const name = symbol.getName();
  const declarations = symbol.getDeclarations();
  const [declaration] = declarations;
  const comment = symbol.compilerSymbol.getDocumentationComment(
    element.getProject().getTypeChecker().compilerObject,
  );
  const description = flowing(comment.map(({ text }) => text).join(''));
  if (Node.isMethodDeclaration(declaration)) {
    const type = { text: typeText(declaration.getReturnType()) };
    const parameters = declaration.getParameters().map((parameter) => ({
      name: parameter.getName(),
      type: { text: typeText(parameter.getType()) },
    }));
    const method = { kind: 'method' as const, name, ...documented(description), return: { type } };
    return { ...method, ...(parameters.length > 0 && { parameters }) };
  }
  const readonly =
    !declarations.some(Node.isSetAccessorDeclaration) &&
    (Node.isGetAccessorDeclaration(declaration) ||
      (Node.isReadonlyable(declaration) && declaration.isReadonly()));
  const type = { text: typeText(symbol.getTypeAtLocation(declaration ?? element), description) };
  return { kind: 'field' as const, name, ...documented(description), type, ...(readonly && { readonly }) };
}

function isOffered(symbol: TypeScriptSymbol): boolean {
  return (
    !/^(__)?#|Callback$|^requestUpdate$/.test(symbol.getName()) &&
    symbol.getDeclarations().some((declaration) => {
      const isOurs = declaration.getSourceFile().getFilePath().startsWith(path('src/elements/'));
      const scope = Node.isScoped(declaration) ? declaration.getScope() : Scope.Public;
      return isOurs && scope === Scope.Public && Node.isClassDeclaration(declaration.getParent());
    })
  );
}

interface TypesInPage {
  /** The names that every HTML element has. */
  native: ReadonlySet<string>;
  /** The event type of a listener, by class and event: `VisitorInfo visitor-load`. */
  listeners: ReadonlyMap<string, string>;
}

/** Types as an editor shows them, found by type-checking a page's code. */
function typesInPage(project: Project, elements: readonly ClassDeclaration[]): TypesInPage {
  const events = elements.flatMap((element) =>
    tags(lineage(element), 'fires').map((event) => [element.getNameOrThrow(), event.name] as const),
  );
  const page = project.createSourceFile(
    path('src/page.ts'),
    `import type * as root from './index.js';
    type Native = HTMLElement;
    ${events.map(([name, event]) => `(element: root.${name}) => element.addEventListener('${event}', (event) => event);`).join('\n')}`,
  );
  const native = page.getTypeAliasOrThrow('Native').getType().getProperties();
  const given = page
    .getDescendantsOfKind(SyntaxKind.ArrowFunction)
    .filter((listener) => listener.getText() === '(event) => event')
    .map((listener) => typeText(listener.getReturnType()));
  return {
    native: new Set(native.map((symbol) => symbol.getName())),
    listeners: new Map(events.map(([name, event], index) => [`${name} ${event}`, given[index] ?? 'Event'])),
  };
}
