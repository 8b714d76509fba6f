import own from '../../package.json' with { type: 'json' };
import { textOf } from './documents.js';

interface Lock {
  packages: Record<string, { version?: string; dependencies?: object; devDependencies?: object }>;
}

/** The folders whose packages are tested, by the command that tests them. */
const folders = {
  test: '',
  'test:nodes': 'test/nodes/',
  'test:consumers': 'test/journeys/consumers/',
  'test:frameworks': 'test/journeys/frameworks/',
  'test:platforms': 'demo/relay/platforms/',
} as const;
type Command = keyof typeof folders;

/** Names of installed packages. A name that ends with `-` matches all names that begin with it. */
type Tried = Partial<Record<Command, string[]>>;

const rows: readonly (readonly [what: string, claimed: string, tried: Tried])[] = [
  ['Node', own.engines.node, { 'test:nodes': ['node-'] }],
  ['`undici`', own.peerDependencies.undici, { test: ['undici'], 'test:consumers': ['undici-'] }],
  ['`lit`', own.dependencies.lit, { test: ['lit'], 'test:consumers': ['lit-3.0'] }],
  [
    '`@lit/reactive-element`',
    own.peerDependencies['@lit/reactive-element'],
    { 'test:consumers': ['reactive-element-2.0'] },
  ],
  ['TypeScript', '5.2 and later', { test: ['typescript'], 'test:consumers': ['typescript-'] }],
  ['Vite', '7 and 8', { test: ['vite'], 'test:consumers': ['vite'], 'test:frameworks': ['vite'] }],
  ['webpack', '5', { 'test:consumers': ['webpack'] }],
  ['Rollup', '4', { 'test:consumers': ['rollup'] }],
  ['esbuild', '0.27', { 'test:consumers': ['esbuild'] }],
  ['Parcel', '2', { 'test:consumers': ['parcel'] }],
  ['jsdom', '31', { 'test:consumers': ['jsdom'] }],
  ['happy-dom', '21', { 'test:consumers': ['happy-dom'] }],
  ['React', '19', { 'test:frameworks': ['react'] }],
  ['Preact', '10', { 'test:frameworks': ['preact'] }],
  ['Solid', '1', { 'test:frameworks': ['solid-js'] }],
  ['Vue', '3', { 'test:frameworks': ['vue'] }],
  ['Svelte', '5', { 'test:frameworks': ['svelte'] }],
  ['Angular', '21', { 'test:frameworks': ['@angular/core'] }],
  ['Astro', '5', { 'test:frameworks': ['astro'], 'test:platforms': ['astro'] }],
  ['Next.js', '16', { 'test:frameworks': ['next'], 'test:platforms': ['next'] }],
  ['SvelteKit', '2', { 'test:platforms': ['@sveltejs/kit'] }],
  ['Express', '5', { test: ['express'], 'test:platforms': ['express'] }],
  ['Fastify', '5', { 'test:platforms': ['fastify'] }],
  ['Koa', '3', { 'test:platforms': ['koa'] }],
  ['Hono', '4', { 'test:platforms': ['hono'] }],
  ['Bun', '1.4', { 'test:platforms': ['bun'] }],
  ['Deno', '2', { 'test:platforms': ['deno'] }],
  ['Keyv and `@keyv/redis`', '5', { test: ['keyv', '@keyv/redis'] }],
  ['`rate-limiter-flexible`', '11', { test: ['rate-limiter-flexible'] }],
];

/** A line for each command: the versions of other packages that are claimed, and in brackets those that it tests. */
export function versionList(): string {
  return (Object.keys(folders) as Command[])
    .map((command) => {
      const tested = rows.flatMap(([what, claimed, { [command]: names }]) =>
        names ? `${what} ${claimed} (${versionsOf(command, names).join(', ')})` : [],
      );
      return `- \`npm ${command === 'test' ? '' : 'run '}${command}\`: ${tested.join(', ')}`;
    })
    .join('\n');
}

/** The tested versions of Node, as `docs/versions.md` lists them. */
export function triedNodes(): string {
  const versions = versionsOf('test:nodes', ['node-']);
  return `\`lookup.js\` and the relay run on Node ${own.engines.node.replace('>=', '')} and later, and are tested on ${versions.slice(0, -1).join(', ')} and ${versions.at(-1)}.`;
}

/** The versions that a folder's lock file has. */
function versionsOf(command: Command, names: readonly string[]): string[] {
  const lock = JSON.parse(textOf(`${folders[command]}package-lock.json`)) as Lock;
  const { '': folder = {}, ...packages } = lock.packages;
  const installed = Object.keys({ ...folder.dependencies, ...folder.devDependencies });
  return names.flatMap((wanted) => {
    const found = installed.filter((name) =>
      wanted.endsWith('-') ? name.startsWith(wanted) : name === wanted,
    );
    if (found.length === 0)
      throw new Error(
        `${folders[command]}package-lock.json has no ${wanted}. Run npm install in its folder.`,
      );
    return found.map((name) => packages[`node_modules/${name}`]?.version ?? '');
  });
}
