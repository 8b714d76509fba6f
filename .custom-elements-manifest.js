import { readFileSync } from 'node:fs';

/** Describes the elements' source, under the names that the built modules have. */
export default {
  globs: ['src/elements/*.ts', 'src/define/*.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  overrideModuleCreation: ({ ts, globs }) =>
    globs.map((source) =>
      ts.createSourceFile(
        source.replace(/^src(.*)\.ts$/, 'dist$1.js'),
        readFileSync(source, 'utf8'),
        ts.ScriptTarget.ES2022,
        true,
        ts.ScriptKind.TS,
      ),
    ),
};
