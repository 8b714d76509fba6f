import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumArgs, installedChromium } from '../support/browsers.js';
import { runCommand } from '../support/command.js';
import { heapGrowth, thousand } from './elements.js';
import { openSite, type Visit } from './site.js';
import { bytesOf, type Subject, subjects } from './subjects.js';
import { markdown, median, type Results, type Row } from './table.js';
import { type Condition, firstVisit, requestsFor } from './visits.js';

/*
 * npm run benchmark
 * npm run benchmark -- --seconds 10   a quick run: seconds for first visits, in whole rounds
 *
 * Measures in Chromium what a page pays for this library, compared with what people would use instead. Writes one table
 * to test/MEASUREMENTS.md, and all numbers to results.json. Run it on a quiet machine. It takes less than six minutes.
 */
const resultsFile = 'test/benchmarks/results.json';
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '210' } } });
const conditions: Condition[] = [
  { cpu: 1, service: 50, latency: 0 },
  { cpu: 4, service: 50, latency: 0 },
  { cpu: 4, service: 50, latency: 60 },
];

const executablePath = installedChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });
const site = await openSite();

const visits = await interleaved();
const rows: Row[] = [];
const [, , bare, , ours] = subjects as [Subject, Subject, Subject, Subject, Subject];
const many = await thousand(browser, site, [bare, ours]);
for (const [index, subject] of subjects.entries()) {
  const times = visits.map((byCondition) => byCondition[index] ?? []);
  rows.push({
    name: subject.name,
    scripts: subject.scripts,
    bytes: bytesOf(subject, site.bytes, site.service),
    asked: await askedBy(subject),
    data: times.map((of) => median(of.map(({ data }) => data))),
    firstPaint: times.map((of) => median(of.map(({ firstPaint }) => firstPaint))),
    thousand: median(many[manyAs(subject)]),
    heap: subject.tag ? await heapGrowth(browser, site, subject) : undefined,
  });
}
await browser.close();
site.close();

const results: Results = {
  date: new Date().toISOString().slice(0, 10),
  browser: `Chromium ${browser.version()}`,
  processor: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
  rounds: visits[0]?.[0]?.length ?? 0,
  conditions,
  rows,
};
const table = markdown(results);
console.log(`\n${table}`);
await writeFile(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
// Not a second command in package.json: npm passes a script's arguments to its last command.
await runCommand(['npx', 'biome', 'check', '--write', resultsFile], 60);
await record(table);

/** First visits by condition and subject. Each round has every subject once, in a different order. */
async function interleaved(): Promise<Visit[][][]> {
  const taken = conditions.map(() => subjects.map((): Visit[] => []));
  const end = Date.now() + Number(values.seconds) * 1000;
  for (let round = 0; round === 0 || Date.now() < end; round++) {
    process.stdout.write('.');
    for (const [at, condition] of conditions.entries())
      for (const turn of subjects.keys()) {
        const index = (turn + round) % subjects.length;
        const subject = subjects[index];
        if (subject) taken[at]?.[index]?.push(await firstVisit(browser, site, subject, condition));
      }
  }
  return taken;
}

async function askedBy(subject: Subject): Promise<Row['asked']> {
  const asked: Row['asked'] = [];
  for (const values of [1, 5, 50])
    asked.push({ values, ...(await requestsFor(browser, site, subject, values)) });
  return asked;
}

function manyAs({ tag }: Subject) {
  if (!tag) return 'span';
  return tag === 'bare-value' ? 'bare-text' : 'visitor-value';
}

async function record(text: string): Promise<void> {
  const file = 'test/MEASUREMENTS.md';
  const between = /(<!-- benchmark -->\n)[\s\S]*(<!-- \/benchmark -->)/;
  const old = await readFile(file, 'utf8');
  if (!between.test(old)) throw new Error(`${file} has no place for the table`);
  await writeFile(
    file,
    old.replace(between, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
  );
}
