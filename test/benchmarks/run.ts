import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumArgs, installedChromium } from '../support/browsers.js';
import { runCommand } from '../support/command.js';
import { heapGrowth, thousand } from './elements.js';
import { type Network, openSite } from './site.js';
import { bytesOf, type Subject, subjects } from './subjects.js';
import { markdown, median, type Results, type Row } from './table.js';
import { firstVisits, requestsFor } from './visits.js';

/*
 * npm run benchmark
 * npm run benchmark -- --rounds 3   a quick run: the number of first visits to each page
 *
 * Measures in Chromium what a page pays for this library, compared with what people would use instead. Writes one table
 * to test/MEASUREMENTS.md, and all numbers to results.json. Run it on a quiet machine. It takes about six minutes.
 */
const resultsFile = 'test/benchmarks/results.json';
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '25' } } });
const network: Network = { latency: 60, bandwidth: 9, service: 50 };

const site = await openSite();
const visits = await firstVisits(site, subjects, network, Number(values.rounds));

const executablePath = installedChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });
const rows: Row[] = [];
const [, , bare, , ours] = subjects as [Subject, Subject, Subject, Subject, Subject];
const many = await thousand(browser, site, [bare, ours]);
for (const [index, subject] of subjects.entries()) {
  const { ip = [], 'location.country.name': country = [] } = visits[index] ?? {};
  rows.push({
    name: subject.name,
    scripts: subject.scripts,
    bytes: bytesOf(subject, site.bytes, site.service),
    costs: await costsOf(subject),
    address: median(ip.map(({ data }) => data)),
    country: median(country.map(({ data }) => data)),
    firstPaint: median(ip.map(({ firstPaint }) => firstPaint)),
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
  rounds: Number(values.rounds),
  network,
  rows,
};
const table = markdown(results);
console.log(`\n${table}`);
await writeFile(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
// Not a second command in package.json: npm passes a script's arguments to its last command.
await runCommand(['npx', 'biome', 'check', '--write', resultsFile], 60);
await record(table);

async function costsOf(subject: Subject): Promise<Row['costs']> {
  const costs: Row['costs'] = [];
  for (const values of [1, 5, 50])
    costs.push({ values, ...(await requestsFor(browser, site, subject, values)) });
  return costs;
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
