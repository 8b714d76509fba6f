/** Loaded before everything else in each process of a dry run: leaves behind which mutants' code that ran. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.on('SIGTERM', () => process.exit());
process.on('exit', () => {
  const { mutantCoverage } = globalThis.__stryker__ ?? {};
  if (!mutantCoverage) return;
  const counts = Object.assign({}, mutantCoverage.static, ...Object.values(mutantCoverage.perTest));
  writeFileSync(join(process.env.COVER_IN, `${process.pid}.json`), JSON.stringify(counts));
});
