import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { path } from './path.js';

/** Compiles the modules of `src/` and their types into `dist/`. */
export async function compileModules(): Promise<void> {
  await promisify(execFile)(process.execPath, [
    path('node_modules/typescript/bin/tsc'),
    '-p',
    path('src'),
  ]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(`tsc -p src:\n${stdout}`);
  });
  // For a file with only types, `tsc` writes an empty module that nothing imports.
  for (const name of readdirSync(path('dist'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.js') && readFileSync(path(`dist/${name}`), 'utf8').trim() === 'export {};')
      rmSync(path(`dist/${name}`));
}
