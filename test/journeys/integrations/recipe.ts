import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import MarkdownIt from 'markdown-it';

const root = new URL('../../../', import.meta.url);

/** A code block of a document. */
export interface Shown {
  /** The heading above it. */
  heading: string;
  language: string;
  code: string;
}

/** All code of docs/integrations.md, and the block of docs/wordpress.md. */
export function shownCode(): Shown[] {
  const textOf = (name: string) => readFileSync(new URL(`docs/${name}.md`, root), 'utf8');
  const [block = ''] = /```html\n[\s\S]*?```/.exec(textOf('wordpress')) ?? [];
  const tokens = new MarkdownIt().parse(`${textOf('integrations')}\n\n## WordPress\n\n${block}\n`, {});
  let heading = '';
  return tokens.flatMap(({ type, content, info }, index) => {
    if (type === 'heading_open') heading = tokens[index + 1]?.content ?? '';
    return type === 'fence' ? [{ heading, language: info, code: content }] : [];
  });
}

/** The recipe whose heading or code names a tool. */
export function recipeFor(tool: string): Shown {
  const found = shownCode().filter(({ heading, code }) => heading === tool || code.includes(`'${tool}'`));
  if (found.length !== 1 || !found[0])
    throw new Error(`docs/integrations.md has ${found.length} recipes for ${tool}.`);
  return found[0];
}

/** A page's code around a recipe. */
export interface Around {
  /** A module that runs first, such as one with the page's settings. */
  before?: string;
  /** The page's own modules that the recipe imports, by name. */
  own?: Readonly<Record<string, string>>;
}

/** A page's files by path. */
export type Files = ReadonlyMap<string, Buffer>;

/** A recipe's markup, and its module bundled with the installed packages. */
export async function built(
  recipe: Shown,
  { before = '', own = {} }: Around,
): Promise<{ markup: string; files: Files }> {
  const [, inline] = /<script type="module">\n([\s\S]*?)<\/script>/.exec(recipe.code) ?? [];
  const code = recipe.language === 'js' ? recipe.code : inline;
  if (code === undefined) return { markup: recipe.code, files: new Map() };
  const modules: Record<string, string> = {
    ...own,
    before,
    recipe: code,
    after: 'globalThis.isToolReady = true;',
  };
  const { outputFiles } = await build({
    // The flag is set when the recipe's module has run, with all that it waits for.
    stdin: { contents: "import 'before';\nimport 'recipe';\nimport 'after';" },
    absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
    bundle: true,
    write: false,
    outdir: '/assets',
    entryNames: 'page',
    publicPath: '/assets',
    format: 'esm',
    logLevel: 'silent',
    loader: { '.webp': 'file', '.png': 'file' },
    plugins: [
      {
        name: 'the page’s own modules',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path }) =>
            path in modules ? { path, namespace: 'own' } : undefined,
          );
          onLoad({ filter: /./, namespace: 'own' }, ({ path }) => ({
            contents: modules[path] ?? '',
            resolveDir: fileURLToPath(new URL('.', import.meta.url)),
          }));
        },
      },
    ],
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path, Buffer.from(contents)]));
  const style = files.has('/assets/page.css') ? '<link rel="stylesheet" href="/assets/page.css">' : '';
  const markup =
    inline === undefined ? '' : recipe.code.replace(/<script type="module">[\s\S]*<\/script>/, '');
  return { markup: `${style}${markup}<script type="module" src="/assets/page.js"></script>`, files };
}

/** Types of modules that recipes import from the page, and of a package without types. */
const declarations = `
declare module '*/banner.js' {
  import type { CookieConsentConfig } from 'vanilla-cookieconsent';
  export const language: CookieConsentConfig['language'];
}
declare module '*/consent-rules.js' {
  export function ruleHere(): Promise<'objects' | 'opt-out' | 'opt-in' | 'none'>;
}
declare module '*.css';
`;

/** The type checker's messages about modules. Empty if there are none. */
export async function compile(modules: readonly string[]): Promise<string> {
  const folder = await mkdtemp(fileURLToPath(new URL('compiled-', import.meta.url)));
  try {
    const files = ['own.d.ts', ...modules.map((_, index) => `recipe-${index}.ts`)];
    for (const [index, text] of [declarations, ...modules].entries())
      await writeFile(join(folder, files[index] ?? ''), text);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      types: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
    return await promisify(execFile)(process.execPath, [tsc, '-p', folder]).then(
      ({ stdout }) => stdout,
      ({ stdout, message }) => stdout || message,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
