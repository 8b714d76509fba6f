/** Writes the JavaScript reference: every export of every entry. TypeDoc reads types and docstrings. */
import {
  Application,
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
  LogLevel,
  type ParameterReflection,
  type ProjectReflection,
  ReferenceReflection,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
} from 'typedoc';
import manifest from '../../package.json' with { type: 'json' };
import { compactTable } from '../markdown.js';
import { path } from '../path.js';
import { splitDefault } from '../reference.js';

/** Entries that are modules, by import name, with their source files. */
const modules = new Map(
  Object.entries(manifest.exports)
    .filter(([name, file]) => /\.js$/.test(file) && !name.includes('*') && !file.endsWith('.min.js'))
    .map(([name, file]) => [
      name.replace(/^\./, manifest.name),
      file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'),
    ]),
);

/** An export with its own name, and the entry that describes it. */
interface Export {
  name: string;
  entry: string;
  reflection: DeclarationReflection;
}

/** The reference as Markdown: a section for each entry, with each export that no earlier entry described. */
export async function javascriptReference(): Promise<string> {
  const project = await readProject();
  const described = new Map<DeclarationReflection, Export>();
  const sections = [...modules].map(([entry, file]) => {
    const module = project.children?.find(({ name }) =>
      [`src/${name}.ts`, `src/${name}/index.ts`].includes(file),
    );
    const all = (module?.children ?? []).map((child) => ({
      name: child.name,
      entry,
      reflection: target(child),
    }));
    const own = all.filter(({ reflection }) => !described.has(reflection));
    for (const one of own) described.set(one.reflection, one);
    const others = all.filter((one) => !own.includes(one));
    return [
      `## ${entry}`,
      text(module?.comment),
      others.length > 0 &&
        `${own.length > 0 ? 'Also exports' : 'Exports'} ${others
          .map(({ name, reflection }) => `[\`${name}\`](#${anchor(described.get(reflection)?.name ?? name)})`)
          .join(', ')}.`,
      all.length === 0 && 'Exports nothing: import it for its effect.',
      elementClasses(own.filter(({ reflection }) => isElement(reflection))),
      ...own
        .filter(({ reflection }) => !isElement(reflection))
        .sort(byKind)
        .map(describe),
    ];
  });
  return sections.flat().filter(Boolean).join('\n\n');
}

async function readProject(): Promise<ProjectReflection> {
  const app = await Application.bootstrap({
    entryPoints: [...modules.values()].map(path),
    basePath: path('src'),
    tsconfig: path('src/tsconfig.json'),
    compilerOptions: { noEmit: true },
    excludeExternals: true,
    excludePrivate: true,
    excludeProtected: true,
    disableGit: true,
    disableSources: true,
    readme: 'none',
    skipErrorChecking: true,
    sort: ['source-order'],
    logLevel: LogLevel.Error,
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the source.');
  return project;
}

/** The declaration that a re-export refers to. */
const target = (child: DeclarationReflection): DeclarationReflection =>
  child instanceof ReferenceReflection ? (child.getTargetReflectionDeep() as DeclarationReflection) : child;

const order = [ReflectionKind.Function, ReflectionKind.Variable, ReflectionKind.Class];
/** Functions first, then constants, classes and types; each kind by name. */
const byKind = (one: Export, other: Export) =>
  place(one) - place(other) || one.name.localeCompare(other.name, 'en');
const place = ({ reflection }: Export) =>
  (order.indexOf(reflection.kind) + order.length + 1) % (order.length + 1);

/** The heading of an export. The elements' classes share one. */
const anchor = (name: string) =>
  /^Visitor(?!.*Event$)/.test(name) ? 'classes-of-the-elements' : name.toLowerCase();

/** Types whose members other pages of the documentation describe. */
const elsewhere: Readonly<Record<string, string>> = {
  Settings: '[Settings](settings.md) describes each member.',
  RelayOptions: '[Options](relay.md#options) describes each member.',
  RelayListenerOptions: '[Options](relay.md#options) describes each member.',
  RelayEvent: '[Events](relay.md#events) describes each member.',
};

const describe = ({ name, reflection }: Export): string => `### ${name}\n${body(name, reflection)}`;

function body(name: string, reflection: DeclarationReflection): string {
  switch (reflection.kind) {
    case ReflectionKind.Function:
      return (reflection.signatures ?? [])
        .map((signature) => callable(`function ${name}`, signature))
        .join('\n\n');
    case ReflectionKind.Variable:
      return `${code(`const ${name}: ${signatureType(reflection.type)}`)} ${text(reflection.comment)}`;
    case ReflectionKind.TypeAlias:
      return `${code(`type ${name}${generics(reflection)} = ${signatureType(reflection.type)}`)} ${text(reflection.comment)}`;
    default:
      return structure(name, reflection);
  }
}

/** The type that makes every field of data optional, in `src/model/types.ts`. */
const isDataType = (base: string) => base.startsWith('OptionalFields<');

/** A class or an interface: its purpose, its signature, and a table of its members. */
function structure(name: string, reflection: DeclarationReflection): string {
  const keyword = reflection.kind === ReflectionKind.Class ? 'class' : 'interface';
  // A base of the same name isn't exported itself, so its members are described here.
  const isOneName = reflection.extendedTypes?.some((base) => base.toString() === name);
  const bases = reflection.extendedTypes
    ?.map(signatureType)
    .filter((base) => base !== name && !isDataType(base) && !/^(Required|Omit)</.test(base));
  const members = (reflection.children ?? []).filter(({ flags }) => isOneName || !flags.isInherited);
  const ownConstructor = members.find(({ kind }) => kind === ReflectionKind.Constructor);
  const methods = members.filter(({ kind, name }) => kind === ReflectionKind.Method && /^\w/.test(name));
  const fields = members.filter(
    (one) => one !== ownConstructor && one.kind !== ReflectionKind.Method && !isFromElsewhere(one),
  );
  const isData = reflection.extendedTypes?.some((base) => isDataType(base.toString()));
  return parts(
    `\`${keyword} ${name}${generics(reflection)}${bases?.length ? ` extends ${bases.join(', ')}` : ''} { … }\` ${text(reflection.comment)}`,
    ...(ownConstructor?.signatures ?? []).map((signature) => callable(`new ${name}`, signature, true)),
    ...(reflection.signatures ?? []).map((signature) => callable(name, signature)),
    isData && 'Every field is optional and may be `null`: see [Fields](fields.md#all-fields).',
    elsewhere[name] ?? (!isData && fields.length > 0 && memberTable(fields)),
    methods.length > 0 &&
      compactTable(
        ['method', 'returns', 'description'],
        methods.flatMap((method) =>
          (method.signatures ?? []).map((signature) => methodRow(method.name, signature)),
        ),
      ),
  );
}

/** A method in one row. */
function methodRow(name: string, { parameters = [], type, comment }: SignatureReflection): string[] {
  const list = parameters.map((one) => `${label(one)}: ${signatureType(one.type)}`);
  const returned = comment?.getTag('@returns');
  const words = [text(comment), returned && `Returns ${lower(shown(returned.content))}`]
    .filter(Boolean)
    .join(' ');
  return [`\`${name}(${list.join(', ')})\``, cellType(type), cell(words)];
}

/** Whether a member is inherited and described with its base. */
const isFromElsewhere = ({ inheritedFrom, name }: DeclarationReflection) =>
  !!inheritedFrom || /^__|^(stack|cause|message)$/.test(name);

const isElement = ({ kind, children }: DeclarationReflection) =>
  kind === ReflectionKind.Class && !!children?.some(({ name, flags }) => name === 'tag' && flags.isStatic);

/** The classes of elements. The elements reference describes them. */
const elementClasses = (all: readonly Export[]) =>
  all.length > 0 &&
  `### Classes of the elements\nThe classes, such as \`VisitorInfo\` of [\`<visitor-info>\`](reference.md#visitor-info): ${all.map(({ name }) => `[\`${name}\`](reference.md#${tagOf(name)})`).join(', ')}. \`VisitorInfo.define(tag?, registry?)\` registers the class as \`<visitor-info>\`, or as \`tag\` in \`registry\`. It does nothing if that name is taken.`;

const tagOf = (name: string) => name.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase();

function callable(name: string, signature: SignatureReflection, isConstructor = false): string {
  const { parameters = [], type, comment } = signature;
  const list = parameters.map(
    (one) => `${one.flags.isRest ? '...' : ''}${label(one)}: ${signatureType(one.type)}`,
  );
  const start = `${name}${generics(signature)}(`;
  const end = `)${isConstructor ? '' : `: ${signatureType(type)}`}`;
  const line = `${start}${list.join(', ')}${end}`;
  const broken = `${start}\n${list.map((one) => `  ${one},\n`).join('')}${end}`;
  const described = parameters.filter((one) => one.comment?.hasVisibleComponent());
  const returned = comment?.getTag('@returns');
  const thrown = comment?.blockTags.filter(({ tag }) => tag === '@throws') ?? [];
  return parts(
    line.length > 160 ? parts(code(broken), text(comment)) : `${code(line)} ${text(comment)}`.trim(),
    [
      ...described.map((one) => `- \`${label(one)}\`: ${cell(text(one.comment))}`),
      returned && `- **Returns** ${lower(shown(returned.content))}`,
      ...thrown.map(({ content }) => `- **Throws** ${shown(content)}`),
    ]
      .filter(Boolean)
      .join('\n'),
  );
}

const lower = (words: string) => words.replace(/^(A|An|The)\b/, (article) => article.toLowerCase());

const label = ({ name, flags, defaultValue }: ParameterReflection) =>
  `${name === '__namedParameters' ? 'options' : name}${flags.isOptional || defaultValue !== undefined ? '?' : ''}`;

function memberTable(fields: readonly DeclarationReflection[]): string {
  const rows = fields.map((field) => {
    const own = field.getSignature ?? field;
    const [words, initial] = splitDefault(text(own.comment));
    const name = `${field.name}${field.flags.isOptional ? '?' : ''}`;
    return [`\`${name}\``, cellType(typeOf(field)), cell(initial), cell(words)];
  });
  return compactTable(['name', 'type', 'default', 'description'], rows);
}

const typeOf = (field: DeclarationReflection): SomeType | undefined =>
  field.type ?? field.getSignature?.type ?? field.signatures?.[0]?.type;

const generics = ({ typeParameters }: { typeParameters?: { name: string }[] | undefined }) =>
  typeParameters?.length ? `<${typeParameters.map(({ name }) => name).join(', ')}>` : '';

/** A type in TypeScript's notation, without `undefined` where `?` expresses it already. A function may return it. */
const signatureType = (type?: SomeType): string =>
  (type?.toString() ?? 'unknown')
    .replaceAll(/(?<!=> [^;,)]*) \| undefined/g, '')
    .replaceAll(/\b__namedParameters\b/g, 'options')
    .replaceAll(/\{[^{}]*RequestInfo[^{}]*\}/g, 'typeof fetch')
    .replaceAll('"', "'");

const cellType = (type?: SomeType) => `\`${signatureType(type)}\``;

const text = (comment?: Comment) => shown(comment?.summary ?? []);
const shown = (content: readonly CommentDisplayPart[]) =>
  content
    .map((part) => (part.kind === 'inline-tag' ? `[\`${part.text}\`](#${anchor(part.text)})` : part.text))
    .join('')
    .replaceAll(/(?<!\n)\n(?!\n|-)/g, ' ')
    .replaceAll(/(?<![<(`])https:[^\s)]+/g, '<$&>')
    .trim();

const cell = (words: string) => words.replaceAll(/\s+/g, ' ');
/** A signature. `ts` fences contain programs, and signatures aren't programs. */
const code = (line: string) => (line.includes('\n') ? `\`\`\`typescript\n${line}\n\`\`\`` : `\`${line}\``);
const parts = (...all: (string | false | undefined)[]) => all.filter(Boolean).join('\n\n');
