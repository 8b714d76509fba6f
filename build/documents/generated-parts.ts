import { describeElements } from '../elements.js';
import { importMapTag, shortImportMap } from '../import-map.js';
import { javascriptReference } from '../javascript/reference.js';
import { ownFiles, withVersion } from '../published.js';
import { sizeSummary, sizeTable } from '../sizes.js';
import { conditionTable, simulationList } from './condition-tables.js';
import { textOf } from './documents.js';
import { pageMessages, relayMessages } from './explained-messages.js';
import { fieldList } from './field-list.js';
import { headingsOf, literalText, markdownTable } from './markdown.js';
import { latestMeasurement } from './measurement.js';
import { messageTable } from './message-tables.js';
import { elementsReference } from './reference.js';
import { triedNodes, versionList } from './versions.js';

/** Generated parts of the documentation by name, from the current source and build. */
export type GeneratedParts = Readonly<Record<string, string>>;

export async function generateParts(): Promise<GeneratedParts> {
  return {
    'import map': `\`\`\`html\n${importMapTag(shortImportMap())}\n\`\`\``,
    attributes: attributesLine(),
    conditions: conditionTable(),
    'simulated values': simulationList(),
    fields: fieldList(),
    'console messages': messageTable(pageMessages),
    'relay messages': messageTable(relayMessages),
    'page of a server': program('express.js', 'js'),
    platforms: platformRelays(),
    nodes: triedNodes(),
    versions: versionList(),
    reference: elementsReference(describeElements()),
    javascript: await javascriptReference(),
    'size summary': await sizeSummary(),
    sizes: await sizeTable(),
    benchmark: benchmarkTable(),
  };
}

/** A document with its generated parts, its contents, and URLs of this version's files. */
export function withGeneratedParts(text: string, parts: GeneratedParts): string {
  const filled = Object.entries(parts).reduce(
    (before, [name, part]) => replaced(before, name, () => part),
    text,
  );
  return withVersion(replaced(filled, 'contents', () => contents(filled)));
}

/** A link to each section of a document, except "Next", in one paragraph. */
const contents = (text: string) =>
  headingsOf(text)
    .filter((heading) => heading.level === 2 && heading.text !== 'Next')
    .map((heading) => `[${literalText(heading.text)}](#${heading.slug})`)
    .join(' · ');

/** `visitor-attributes.min.js` as a line to paste, and what to add to a Content-Security-Policy. */
const attributesLine = () =>
  [
    `\`\`\`html\n<script>${textOf('dist/visitor-attributes.min.js').trim()}</script>\n\`\`\``,
    `If a Content-Security-Policy forbids inline scripts, add the line's hash to \`script-src\`, in single quotes. [\`dist/integrity.json\`](${ownFiles}dist/integrity.json) has the hash under \`visitor-attributes.min.js as a line\`. Or load the same code as a file:`,
    `\`\`\`html\n<script src="${ownFiles}dist/visitor-attributes.min.js"></script>\n\`\`\``,
  ].join('\n\n');

const platformFolder = 'demo/relay/platforms/';

/** A program of a platform as a code block, without the comments about its place in this repository. */
function program(file: string, language: string): string {
  const code = textOf(`${platformFolder}${file}`)
    .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
    .replaceAll(/^\/\*\*\n[\s\S]*?\*\/\n/gm, '')
    .trim();
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

/** The relay on each platform, file by file. The journeys of the platforms run them or check their types. */
function platformRelays(): string {
  const noLocation = 'It has no data about locations, so this relay calls a lookup service with a key.';
  const platforms: [name: string, folder: string, files: string[], more: string][] = [
    ['Vercel', 'vercel', ['api/origin.ts', 'vercel.json'], ''],
    ['Netlify', 'netlify', ['netlify/functions/origin.ts'], ''],
    ['Astro', 'astro', ['src/relay.js', 'src/pages/origin/[...path].js'], ''],
    ['SvelteKit', 'sveltekit', ['src/routes/origin/[...path]/+server.js'], ''],
    ['Deno', 'deno', ['main.js'], noLocation],
    ['Bun', '.', ['bun.js'], noLocation],
  ];
  return platforms
    .map(([name, folder, files, more]) => {
      const blocks = files.map((file) => {
        const language = file.replace(/^.*\./, '').replace('mjs', 'js');
        return `\`${file}\`:\n\n${program(`${folder}/${file}`, language)}`;
      });
      return [`### ${name}`, ...(more ? [more] : []), ...blocks].join('\n\n');
    })
    .join('\n\n');
}

/** The table of the latest `npm run benchmark`. */
function benchmarkTable(): string {
  const { date, browser, rows = [] } = latestMeasurement() ?? {};
  const measured = rows.map(({ name, bytes, address, costs, thousand }) => {
    const { requests, preflights } = costs?.find(({ values }) => values === 50) ?? {};
    const times = [address, requests, preflights, thousand];
    const cells = times.map((value) => (value === undefined ? '–' : `${Math.round(value)}`));
    return [name, (bytes / 1000).toFixed(1), ...cells];
  });
  const heads = ['page', 'kB', 'first visit, ms', 'requests for 50 values', 'preflights', '1,000 values, ms'];
  return `${markdownTable(heads, measured)}\n\nMeasured on ${date} with ${browser}.`;
}

/** A generated part is between two comments. A document without them doesn't have the part. */
function replaced(document: string, name: string, make: () => string): string {
  const start = `<!-- ${name}: generated by npm run reference -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest, ...more] = document.split(start);
  if (rest === undefined) return document;
  const [, after] = rest.split(end);
  if (after === undefined || more.length)
    throw new Error(`${start} is there twice, or has no end. Write it once, and ${end} after it.`);
  return `${before}${start}\n\n${make()}\n\n${end}${after}`;
}
