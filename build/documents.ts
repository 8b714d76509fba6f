import { createHash } from 'node:crypto';
import { textOf } from '../demo/site/documents.js';
import { headingsOf } from '../demo/site/markdown.js';
import { own, withIntegrity } from '../demo/site/published.js';
import { troubles } from '../demo/site/troubles.js';
import { conditions } from '../src/model/conditions.js';
import type { Element } from './elements.js';
import { fieldList } from './field-list.js';
import { importMap } from './import-map.js';
import { table } from './markdown.js';
import { reference } from './reference.js';
import { triedNodes, versionTable } from './versions.js';

/** A document, with each generated part made anew from the source and the build. */
export function withMadeParts(text: string, elements: readonly Element[]): string {
  const filled = Object.entries(makers(elements)).reduce(
    (before, [name, make]) => replaced(before, name, make),
    text,
  );
  return withIntegrity(replaced(filled, 'contents', () => contents(filled)));
}

function makers(elements: readonly Element[]): Record<string, () => string> {
  return {
    'import map': () => `\`\`\`html\n${importMap()}\n\`\`\``,
    hooks: hooksLine,
    conditions: conditionTable,
    'simulated values': simulationTable,
    fields: fieldList,
    troubles: troubleTable,
    'pages of servers': serverPages,
    nodes: triedNodes,
    versions: versionTable,
    reference: () => reference(elements),
  };
}

/** The sections of a document, each a link. What is next needs none. */
const contents = (text: string) =>
  headingsOf(text)
    .filter((heading) => heading.level === 2 && heading.text !== 'Next')
    .map((heading) => `- [${cell(heading.text)}](#${heading.slug})`)
    .join('\n');

/** `visitor-attributes.min.js` as a line to paste, and what a Content-Security-Policy lists to let it run. */
function hooksLine(): string {
  const code = textOf('dist/visitor-attributes.min.js').trim();
  const hash = createHash('sha256').update(code).digest('base64');
  return [
    `\`\`\`html\n<script>${code}</script>\n\`\`\``,
    `Where a Content-Security-Policy forbids inline scripts, list \`'sha256-${hash}'\` in \`script-src\`, or load the same as a file:`,
    `\`\`\`html\n<script src="${own}dist/visitor-attributes.min.js"></script>\n\`\`\``,
  ].join('\n\n');
}

/** Pages with their visitor's answer in them: their programs, which the journeys of the platforms run. */
function serverPages(): string {
  const programs = [
    ['Express', 'express.js', 'js', ''],
    ['Next.js', 'next/app/visitor/page.js', 'jsx', 'next/app/relay.js'],
    ['Astro', 'astro/src/pages/visitor.astro', 'astro', 'astro/src/relay.js'],
    ['Cloudflare Pages, for a site of files', 'cloudflare-pages/functions/_middleware.ts', 'ts', ''],
  ] as const;
  return programs
    .map(([name, file, language, relay]) => {
      const place = 'demo/relay/platforms/';
      const code = textOf(`${place}${file}`)
        .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
        .trim();
      return `### ${name}\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n[The file](../${place}${file})${relay && `, and [its relay](../${place}${relay})`}.`;
    })
    .join('\n\n');
}

const cell = (text: string) => text.replaceAll(/([<>|])/g, '\\$1');

const troubleTable = () =>
  table(
    ['it says', 'why', 'what helps'],
    troubles.map(({ example, why, remedy }) => [cell(example), cell(why), cell(remedy)]),
  );

/** What each condition of a `<template>` compares, and what it takes. */
const conditionTable = () =>
  table(
    ['condition', 'field', 'takes'],
    [
      ...conditions.map(({ name, path, takes = 'names; write `_` for a space' }) => [
        `\`data-${name}\``,
        `\`${path}\``,
        takes,
      ]),
      ['`data-field` with `data-value`', 'the one that `data-field` names', 'values of that field'],
    ],
  );

/** What each parameter of a simulating URL takes. */
const simulationTable = () =>
  table(
    ['parameter', 'takes'],
    conditions.flatMap(({ name, takes, simulates = takes }) =>
      simulates ? [[`\`visitor-${name}\``, simulates]] : [],
    ),
  );

/** A part that is made stands between two comments; a document without them doesn't have it. */
function replaced(document: string, name: string, make: () => string): string {
  const start = `<!-- ${name}: made by npm run reference -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest, ...more] = document.split(start);
  if (rest === undefined) return document;
  const [, after] = rest.split(end);
  if (after === undefined || more.length) throw new Error(`${start} has no end, or is there twice.`);
  return `${before}${start}\n\n${make()}\n\n${end}${after}`;
}

/** The names of the parts that are made, beside each document's own contents. */
export const madeParts: readonly string[] = Object.keys(makers([]));
