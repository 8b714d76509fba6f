import { fileURLToPath } from 'node:url';
import { Project, type SourceFile, SyntaxKind } from 'ts-morph';

/** What an element's source uses, found without its docstrings. */
export interface Uses {
  parts: string[];
  slots: string[];
  events: string[];
  /** Custom properties that the element's own styles use, directly or through another property. */
  properties: string[];
  /** The same, with those of style sheets that the element shares with others. */
  sharedProperties: string[];
}

const folder = fileURLToPath(new URL('../../src/elements/', import.meta.url));

/** Finds what an element uses in its own module and in the modules of `src/elements/` that it imports. */
export function usesOf(tags: readonly string[]): Map<string, Uses> {
  const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { allowJs: false } });
  const files = project.addSourceFilesAtPaths(`${folder}**/*.ts`);
  const names = eventNames(files);
  return new Map(
    tags.map((tag) => {
      const file = project.getSourceFileOrThrow(`${tag}.ts`);
      const modules = [...closure(file)];
      const texts = new Map(modules.map((module) => [module.getBaseNameWithoutExtension(), strings(module)]));
      const all = [...texts.values()].join('\n');
      const own = [...texts].flatMap(([name, text]) => (name === 'template-element' ? [] : text)).join('\n');
      const aliases = [...all.matchAll(/(--_?\w[\w-]*):\s*var\((--visitor-[\w-]+)/g)];
      const used = aliases.filter(([, alias]) => own.includes(`var(${alias}`)).map(([, , name]) => name);
      const sharedProperties = found(all, /var\(\s*(--visitor-[\w-]+)/g);
      const direct = found(own, /var\(\s*(--visitor-[\w-]+)/g);
      return [
        tag,
        {
          parts: found(all, /\bpart=["']([^"'$]+)["']/g).flatMap((name) => name.split(/\s+/)),
          slots: [
            ...found(all, /<slot\b(?! name=\$)([^>]*)>|^'slot'$/gm).map(
              (text) => /name=["']?([\w-]+)/.exec(text)?.[1] ?? '',
            ),
            ...modules.flatMap(namesOfSlots),
          ],
          // Events that a native control fires inside, and that also reach listeners outside.
          events: [...modules.flatMap((module) => made(module, names)), ...found(all, /@(input|change)=/g)],
          properties: uniqueSorted([...direct, ...used.filter((name) => name !== undefined)]),
          sharedProperties,
        },
      ];
    }),
  );
}

export const uniqueSorted = (items: readonly string[]) => [...new Set(items)].sort();

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** A module and the modules beside it that it imports, without type imports. */
function closure(file: SourceFile, seen = new Set<SourceFile>()): Set<SourceFile> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const declaration of file.getImportDeclarations()) {
    const imported = declaration.isTypeOnly() ? undefined : declaration.getModuleSpecifierSourceFile();
    if (imported?.getFilePath().startsWith(folder)) closure(imported, seen);
  }
  return seen;
}

/** The templates and strings in a module's code, without comments. */
const strings = (module: SourceFile) =>
  [
    ...module.getDescendantsOfKind(SyntaxKind.TemplateExpression),
    ...module.getDescendantsOfKind(SyntaxKind.NoSubstitutionTemplateLiteral),
    ...module.getDescendantsOfKind(SyntaxKind.StringLiteral),
  ]
    .map((node) => node.getText())
    .join('\n');

/** The names that a function's parameter `slot` may have. */
const namesOfSlots = (module: SourceFile) =>
  module
    .getDescendantsOfKind(SyntaxKind.Parameter)
    .filter((parameter) => parameter.getName() === 'slot')
    .flatMap((parameter) => parameter.getDescendantsOfKind(SyntaxKind.StringLiteral))
    .map((name) => name.getLiteralValue());

/** Event names by the class that creates them. */
function eventNames(files: readonly SourceFile[]): Map<string, string> {
  const classes = files.flatMap((file) => file.getClasses());
  return new Map(
    classes.flatMap((one) => {
      const name = /super\(\s*'([\w-]+)'/.exec(one.getConstructors()[0]?.getText() ?? '')?.[1];
      return name && /Event\b/.test(one.getExtends()?.getText() ?? '') ? [[one.getName() ?? '', name]] : [];
    }),
  );
}

/** The events that a module creates. */
const made = (module: SourceFile, names: ReadonlyMap<string, string>) =>
  module.getDescendantsOfKind(SyntaxKind.NewExpression).flatMap((node) => {
    const name = node.getExpression().getText();
    const [argument] = node.getArguments();
    const literal = argument?.asKind(SyntaxKind.StringLiteral)?.getLiteralValue();
    const event = names.get(name) ?? (/Event$/.test(name) ? literal : undefined);
    return event === undefined ? [] : [event];
  });
