import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { type Rolldown, build as vite } from 'vite';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const entry = 'virtual:page';

/** Bundlers, which leave out what a page doesn't use. */
const bundlers: Record<string, (page: string) => Promise<string>> = {
  esbuild: async (page) => {
    const stdin = { contents: page, resolveDir: root };
    const result = await esbuild({ stdin, bundle: true, format: 'esm', write: false });
    return result.outputFiles[0]?.text ?? '';
  },
  Vite: async (page) => {
    const result = await vite({
      configFile: false,
      logLevel: 'error',
      root,
      plugins: [
        {
          name: 'page',
          resolveId: (id) => (id === entry ? `${root}/page.js` : undefined),
          load: (id) => (id === `${root}/page.js` ? page : undefined),
        },
      ],
      build: { write: false, target: 'es2022', rolldownOptions: { input: entry } },
    });
    return (result as Rolldown.RolldownOutput).output[0].code;
  },
};

/** Runs a program in a Node process of its own. Returns the lines that it and the package print. */
async function linesOf(program: string): Promise<string[]> {
  const args = ['--input-type=module', '--eval', program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return (stdout + stderr).split('\n').filter(Boolean);
}

for (const [name, bundle] of Object.entries(bundlers)) {
  test(`a bundle by ${name} with configure() alone knows each setting, and names a wrong one`, async () => {
    const program = await bundle(`
      import { configure } from 'visitor-elements';
      configure({ overrideCookie: 'country', guess: 'none', flagsUrl: '/flags/', groups: { nordics: 'DK SE' }, nonsense: 1 });`);
    expect(await linesOf(program)).toEqual(['visitor-elements: There is no setting "nonsense".']);
  });

  test(`a bundle by ${name} with override() alone keeps the visitor’s country in the page’s cookie`, async () => {
    const program = await bundle(`
      import { override } from 'visitor-elements';
      globalThis.Document = class { set cookie(cookie) { console.log(cookie.split(';')[0]); } };
      globalThis.document = new Document();
      const settings = { overrideCookie: 'country' };
      globalThis[Symbol.for('visitor-elements')] = { settings, revokes: 0, listeners: new Set() };
      override({ location: { country: { code: 'DE' } } });`);
    expect(await linesOf(program)).toEqual(['country=DE']);
  });
}
