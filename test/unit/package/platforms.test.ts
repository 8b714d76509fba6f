import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../../demo/relay/platforms/', import.meta.url);

/** The adapters of each platform's folder, and the data sources whose headers only that platform sets. */
const pairs: Record<string, { adapters: string[]; sources: string[] }> = {
  astro: { adapters: ['@astrojs/vercel'], sources: ['vercel'] },
  'cloudflare-pages': { adapters: [], sources: ['cloudflare'] },
  container: { adapters: [], sources: [] },
  deno: { adapters: [], sources: [] },
  netlify: { adapters: [], sources: ['netlify'] },
  next: { adapters: [], sources: ['vercel'] },
  'own-server': { adapters: ['@astrojs/node'], sources: [] },
  sveltekit: { adapters: ['@sveltejs/adapter-vercel'], sources: ['vercel'] },
  vercel: { adapters: [], sources: ['vercel'] },
};

const entries = readdirSync(folder, { withFileTypes: true });
const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** The code in a folder. */
function code(place: string): string {
  const files = readdirSync(new URL(`${place}/`, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(js|mjs|ts|astro)$/.test(file))
    .map((file) => readFileSync(new URL(`${place}/${file}`, folder), 'utf8'))
    .join('\n');
}

const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, name = '']) => name.split(', '))),
];
const sourcesIn = (text: string) =>
  found(text, /import \{ ([\w, ]+) \} from 'visitor-elements\/sources\.js'/g);

test('no platform trusts headers of clients: its data source matches the adapter that it is built with', () => {
  const seen = folders
    .filter((name) => name !== 'types' && name !== 'node_modules')
    .map((name) => {
      const text = code(name);
      const adapters = found(text, /from '(@astrojs\/\w+|@sveltejs\/adapter-\w+)'/g);
      return [name, { adapters, sources: sourcesIn(text) }];
    });
  expect(Object.fromEntries(seen)).toEqual(pairs);
});

test('no own server runs an application that trusts a platform’s headers', () => {
  for (const { name } of entries.filter(({ name }) => name.endsWith('.js'))) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    expect(
      sourcesIn(text).filter((source) => source !== 'headers'),
      name,
    ).toEqual([]);
    for (const served of found(text, /new URL\('([\w-]+)[/'][^)]*import\.meta/g))
      expect(served, name).toBe('own-server');
  }
});
