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
import { headingsOf } from '../documents/markdown.js';
import { path } from '../path.js';

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
  const effects: string[] = [];
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
    const others = all.filter((one) => !own.includes(one));
    const links = others
      .map(({ name, reflection }) => `[\`${name}\`](#${anchor(described.get(reflection) ?? own[0])})`)
      .join(', ');
    if (own.length === 0) {
      effects.push(`- \`${entry}\`${links && `: ${links}`}`);
      return [];
    }
    const earlier = new Map([...described.values()].map((one) => [one.name, one]));
    for (const one of own) described.set(one.reflection, one);
    const plain = own.filter(({ reflection }) => !isElement(reflection)).sort(byKind);
    const types = plain.filter(isType);
    return [
      `## ${entry}`,
      text(module?.comment),
      links && `Also exports ${links}.`,
      elementClasses(own.filter(({ reflection }) => isElement(reflection))),
      ...plain.filter((one) => !isType(one)).map((one) => describe(one, earlier.get(one.name))),
      types.length > 0 && `### ${typesHeading(entry)}\n${types.map(typeItem).join('\n')}`,
    ];
  });
  return [...sections.flat(), '## Modules with an effect', effects.join('\n')].filter(Boolean).join('\n\n');
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

/** Types have one line each, in one section of their entry. */
const isType = ({ reflection: { kind } }: Export) => !order.includes(kind);
const typesHeading = (entry: string) => `Types of ${entry}`;

/** The anchor of an export. The elements' classes share a section, and so do an entry's types. */
function anchor(one: Export | undefined): string {
  if (!one) return '';
  if (isElement(one.reflection)) return 'classes-of-the-elements';
  return isType(one) ? slugOf(typesHeading(one.entry)) : one.name.toLowerCase();
}
const slugOf = (heading: string) => headingsOf(`# ${heading}`)[0]?.slug ?? '';

/** Types whose members other pages of the documentation describe. */
const elsewhere: Readonly<Record<string, string>> = {
  Settings: '[Settings](settings.md) describes each member.',
  RelayOptions: '[Options](relay.md#options) describes each member.',
  RelayListenerOptions: '[Options](relay.md#options) describes each member.',
  ServiceSettings: '[Options](relay.md#options) describes each member.',
  ServiceOptions: '[Options](relay.md#options) describes each member.',
  SourceOptions: '[Options](relay.md#options) describes each member.',
  ListenerOptions: '[Options](relay.md#options) describes each member.',
  RelayEvent: '[Events](relay.md#events) describes each member.',
  LookupErrorCode: 'See [Error codes](messages.md#error-codes).',
  LookupErrorDetails: 'Its members are those of [`LookupError`](#lookuperror).',
};

/** A function, constant or class. Of one with the name of an earlier entry's, what differs. */
function describe({ name, reflection }: Export, earlier?: Export): string {
  const heading = `### ${name}\n`;
  const words = wordsOf(reflection);
  if (earlier) {
    const known = new Set(sentencesOf(wordsOf(earlier.reflection)));
    const own = sentencesOf(words).filter((sentence) => !known.has(sentence));
    return `${heading}As [\`${name}\`](#${name.toLowerCase()}) of \`${earlier.entry}\`. ${own.join(' ')}`.trim();
  }
  if (reflection.kind === ReflectionKind.Function) return heading + functionText(name, reflection.signatures);
  if (reflection.kind === ReflectionKind.Variable)
    return `${heading}${code(`const ${name}: ${signatureType(reflection.type)}`)} ${words}`;
  const constructors = membersOf(reflection).filter(({ kind }) => kind === ReflectionKind.Constructor);
  return `${heading}${parts(
    `${code(`class ${name}${generics(reflection)}${extension(reflection)}`)} ${words}`,
    ...constructors.flatMap(({ signatures = [] }) =>
      signatures.map((signature) => callable(`new ${name}`, signature, true)),
    ),
    ['Its members:', ...memberItems(reflection)].join('\n'),
  )}`;
}

const wordsOf = ({ comment, signatures }: DeclarationReflection) =>
  text(comment) || text(signatures?.[0]?.comment);
const sentencesOf = (words: string) => cell(words).split(/(?<=\.) /);

/** A function's signatures, and what they have in common once. */
function functionText(name: string, signatures: readonly SignatureReflection[] = []): string {
  const texts = signatures.map((signature) => callable(`function ${name}`, signature));
  const [first = '', ...more] = texts;
  const words = text(signatures[0]?.comment);
  const isSame = words && more.every((one) => one.includes(words));
  if (!more.length || !isSame) return texts.join('\n\n');
  return [...more.map((one) => one.slice(0, one.indexOf(words)).trim()), first].join('\n\n');
}

/** A type in one line, and a line for each of its members. */
function typeItem({ name, reflection }: Export): string {
  const isAlias = reflection.kind === ReflectionKind.TypeAlias;
  const isData = reflection.extendedTypes?.some((base) => isDataType(base.toString()));
  const signature = isAlias
    ? `type ${name}${generics(reflection)} = ${signatureType(reflection.type)}`
    : `${name}${generics(reflection)}${extension(reflection)}`;
  const [first = '', ...rest] = text(reflection.comment).split('\n');
  const data = isData && 'Every field is optional and may be `null`: see [Fields](fields.md#all-fields).';
  const place = data || elsewhere[name];
  const words = place ? sentencesOf(first.replace(/:$/, '.')).slice(0, 1) : [first];
  const calls = (reflection.signatures ?? []).map((call) =>
    `- \`${rowOf(name, call)}: ${signatureType(call.type)}\` ${cell(text(call.comment))}`.trim(),
  );
  const more = place ? [] : [...rest.filter(Boolean), ...calls, ...(isAlias ? [] : memberItems(reflection))];
  return [`- \`${signature}\`: ${[...words, place].filter(Boolean).join(' ')}`, ...more].join('\n  ');
}

/** The type that makes every field of data optional, in `src/model/types.ts`. */
const isDataType = (base: string) => base.startsWith('OptionalFields<');

function extension(reflection: DeclarationReflection): string {
  const bases = (reflection.extendedTypes ?? [])
    .map(signatureType)
    .filter((base) => base !== reflection.name && !isDataType(base) && !/^(Required|Omit)</.test(base));
  return bases.length > 0 ? ` extends ${bases.join(', ')}` : '';
}

/** A base of the same name isn't exported itself, so its members are described with the class. */
function membersOf(reflection: DeclarationReflection): DeclarationReflection[] {
  const isOneName = reflection.extendedTypes?.some((base) => base.toString() === reflection.name);
  return (reflection.children ?? []).filter(({ flags }) => isOneName || !flags.isInherited);
}

/** A line for each property, then for each method. */
function memberItems(reflection: DeclarationReflection): string[] {
  const members = membersOf(reflection).filter(({ kind }) => kind !== ReflectionKind.Constructor);
  const methods = members.filter(({ kind, name }) => kind === ReflectionKind.Method && /^\w/.test(name));
  const fields = members.filter((one) => one.kind !== ReflectionKind.Method && !isFromElsewhere(one));
  return [
    ...fields.map(fieldItem),
    ...methods.flatMap(({ name, signatures = [] }) =>
      signatures.map((signature) => methodItem(name, signature)),
    ),
  ];
}

function fieldItem(field: DeclarationReflection): string {
  const own = field.getSignature ?? field;
  const name = `${field.name}${field.flags.isOptional ? '?' : ''}`;
  return `- \`${name}: ${signatureType(typeOf(field))}\` ${cell(text(own.comment))}`.trim();
}

function methodItem(name: string, signature: SignatureReflection): string {
  const returned = signature.comment?.getTag('@returns');
  const words = [text(signature.comment), returned && `Returns ${lower(shown(returned.content))}`];
  const line = `${rowOf(name, signature)}: ${signatureType(signature.type)}`;
  return `- \`${line}\` ${cell(words.filter(Boolean).join(' '))}`.trim();
}

/** A call in one line. */
const rowOf = (name: string, { parameters = [] }: SignatureReflection) =>
  `${name}(${parameters.map((one) => `${label(one)}: ${signatureType(one.type)}`).join(', ')})`;

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

const text = (comment?: Comment) => shown(comment?.summary ?? []);
const shown = (content: readonly CommentDisplayPart[]) =>
  content
    .map((part) => (part.kind === 'inline-tag' ? `\`${part.text}\`` : part.text))
    .join('')
    .replaceAll(/(?<!\n)\n(?!\n|-)/g, ' ')
    .replaceAll(/(?<![<(`])https:[^\s)]+/g, '<$&>')
    .trim();

const cell = (words: string) => words.replaceAll(/\s+/g, ' ');
/** A signature. `ts` fences contain programs, and signatures aren't programs. */
const code = (line: string) => (line.includes('\n') ? `\`\`\`typescript\n${line}\n\`\`\`` : `\`${line}\``);
const parts = (...all: (string | false | undefined)[]) => all.filter(Boolean).join('\n\n');
