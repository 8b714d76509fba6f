import { textOf } from '../demo/site/documents.js';
import own from '../package.json' with { type: 'json' };

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

interface Row {
  what: string;
  claimed: string;
  /** Names of installed packages. A name that ends with `-` matches all names that begin with it. */
  tried: Partial<Record<Command, string[]>>;
}

const rows: Row[] = [
  { what: 'Node', claimed: own.engines.node, tried: { 'test:nodes': ['node-'] } },
  {
    what: '`undici`, with `relay-node.js`',
    claimed: own.peerDependencies.undici,
    tried: { test: ['undici'], 'test:consumers': ['undici-'] },
  },
  {
    what: '`lit`',
    claimed: own.dependencies.lit,
    tried: { test: ['lit'], 'test:consumers': ['lit-3.0'] },
  },
  {
    what: '`@lit/reactive-element`',
    claimed: own.peerDependencies['@lit/reactive-element'],
    tried: { 'test:consumers': ['reactive-element-2.0'] },
  },
  {
    what: 'TypeScript',
    claimed: '5.2 and later',
    tried: { test: ['typescript'], 'test:consumers': ['typescript-'] },
  },
  {
    what: 'Vite',
    claimed: '7 and 8',
    tried: { test: ['vite'], 'test:consumers': ['vite'], 'test:frameworks': ['vite'] },
  },
  { what: 'webpack', claimed: '5', tried: { 'test:consumers': ['webpack'] } },
  { what: 'Rollup', claimed: '4', tried: { 'test:consumers': ['rollup'] } },
  { what: 'esbuild', claimed: '0.27', tried: { 'test:consumers': ['esbuild'] } },
  { what: 'Parcel', claimed: '2', tried: { 'test:consumers': ['parcel'] } },
  { what: 'jsdom', claimed: '31', tried: { 'test:consumers': ['jsdom'] } },
  { what: 'happy-dom', claimed: '21', tried: { 'test:consumers': ['happy-dom'] } },
  { what: 'React', claimed: '19', tried: { 'test:frameworks': ['react'] } },
  { what: 'Preact', claimed: '10', tried: { 'test:frameworks': ['preact'] } },
  { what: 'Solid', claimed: '1', tried: { 'test:frameworks': ['solid-js'] } },
  { what: 'Vue', claimed: '3', tried: { 'test:frameworks': ['vue'] } },
  { what: 'Svelte', claimed: '5', tried: { 'test:frameworks': ['svelte'] } },
  { what: 'Angular', claimed: '21', tried: { 'test:frameworks': ['@angular/core'] } },
  { what: 'Astro', claimed: '5', tried: { 'test:frameworks': ['astro'], 'test:platforms': ['astro'] } },
  { what: 'Next.js', claimed: '16', tried: { 'test:frameworks': ['next'], 'test:platforms': ['next'] } },
  { what: 'SvelteKit', claimed: '2', tried: { 'test:platforms': ['@sveltejs/kit'] } },
  {
    what: '`@tanstack/react-query` and `swr`',
    claimed: '5 and 2',
    tried: { 'test:frameworks': ['@tanstack/react-query', 'swr'] },
  },
  { what: 'Express', claimed: '5', tried: { test: ['express'], 'test:platforms': ['express'] } },
  { what: 'Fastify', claimed: '5', tried: { 'test:platforms': ['fastify'] } },
  { what: 'Koa', claimed: '3', tried: { 'test:platforms': ['koa'] } },
  { what: 'Hono', claimed: '4', tried: { 'test:platforms': ['hono'] } },
  { what: 'Bun', claimed: '1.4', tried: { 'test:platforms': ['bun'] } },
  { what: 'Deno', claimed: '2', tried: { 'test:platforms': ['deno'] } },
  {
    what: 'Keyv and its Redis client, as a `store`',
    claimed: '5 and 5',
    tried: { test: ['keyv', '@keyv/redis'] },
  },
  { what: '`rate-limiter-flexible`', claimed: '11', tried: { test: ['rate-limiter-flexible'] } },
];

/** The claims about versions of other packages, the tested versions, and the commands that test them. */
export function versionTable(): string {
  const lines = rows.map(({ what, claimed, tried }) => {
    const versions = Object.entries(tried).map(
      ([command, names]) =>
        `${versionsOf(command as Command, names).join(', ')} (\`npm ${command === 'test' ? '' : 'run '}${command}\`)`,
    );
    return `| ${what} | ${claimed.replaceAll('|', '\\|')} | ${versions.join('; ')} |`;
  });
  return ['| | claimed | tried |', '|---|---|---|', ...lines].join('\n');
}

/** The tested versions of Node, as the README lists them. */
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
