import { readdirSync, readFileSync } from 'node:fs';
import { latestMeasurement } from '../../build/measurement.js';
import type { CodeLanguage } from '../browser/highlight.js';
import { themes } from '../browser/themes.js';
import { asMarkup, codeBlock, liveExample, scrollBox, tabs } from './code.js';
import { describedElements } from './elements.js';
import { kilobytes, sizes } from './facts.js';
import type { Page, Site } from './layout.js';
import { readParts } from './parts.js';
import { prose } from './prose.js';
import { tagOf } from './snippets.js';
import { stateGrid } from './state-grid.js';

const folder = new URL('../pages/', import.meta.url);

/** Hand-written pages. A few custom elements in them are replaced by generated content. */
export const textPages = (site: Site): Page[] =>
  readdirSync(folder).map((file) => {
    const {
      title = '',
      path = '',
      description = '',
      script,
      style,
      code,
    } = readParts(readFileSync(new URL(file, folder), 'utf8'));
    return {
      path,
      title,
      description,
      ...(script ? { script } : {}),
      ...(style ? { style } : {}),
      body: `
      <div class="page prose">
        <h1>${asMarkup(title)}</h1>
        <p class="lead">${asMarkup(description)}</p>
        <page-contents></page-contents>
${expand(code, site)}
      </div>`,
    };
  });

function expand(body: string, { server }: Site): string {
  return body
    .replaceAll(
      /<code-block lang="(\w+)">([\s\S]*?)<\/code-block>/g,
      (_, language: CodeLanguage, code: string) => codeBlock(code, language),
    )
    .replaceAll(/<live-example>([\s\S]*?)<\/live-example>/g, (_, markup: string) => liveExample(markup))
    .replace('<state-grid></state-grid>', stateGrid)
    .replace('<theme-cards></theme-cards>', () => Object.entries(themes).map(theme).join(''))
    .replaceAll(/<tab-list name="(\w+)">([\s\S]*?)<\/tab-list>/g, (_, name: string, panels: string) =>
      tabs(
        name,
        [...panels.matchAll(/<tab-panel label="([^"]*)">([\s\S]*?)<\/tab-panel>/g)].map(
          ([, label = '', content = '']) => [label, content] as const,
        ),
      ),
    )
    .replaceAll(
      /<scroll-box( class="diagram")? label="([^"]*)">([\s\S]*?)<\/scroll-box>/g,
      (_, diagram: string | undefined, label: string, content: string) =>
        scrollBox(label, content, diagram ? ' diagram' : ''),
    )
    .replace('<snippet-reserve></snippet-reserve>', () => codeBlock(reserve(server), 'html'))
    .replace('<token-table></token-table>', tokenTable)
    .replace('<size-table></size-table>', sizeTable)
    .replace('<benchmark-table></benchmark-table>', benchmarkTable);
}

const reserve = (server?: string) =>
  tagOf('<link rel="stylesheet" href="https://unpkg.com/visitor-elements/dist/reserve.css">', server);

/** A theme: a card with its rules applied, and the rules to copy. */
function theme([name, declarations]: [string, Readonly<Record<string, string>>]): string {
  const tag = name.toLowerCase();
  const lines = Object.entries(declarations).map(([property, value]) => `  ${property}: ${value};`);
  const css = [`.${tag} {`, ...lines, '}'].join('\n');
  return `<article class="theme"><h3>${name}</h3><style>${css}</style><div class="stage" data-example><visitor-info class="${tag}"></visitor-info></div>${codeBlock(css, 'css', { label: `Theme ${name}` })}</article>`;
}

function tokenTable(): string {
  const rows = describedElements()
    .find(({ tagName }) => tagName === 'visitor-info')
    ?.cssProperties?.map(
      ({ name, description, default: value }) =>
        `<tr><th scope="row"><code>${name}</code></th><td>${prose(description)}</td><td>${value ? `<code>${asMarkup(value)}</code>` : ''}</td></tr>`,
    );
  return scrollBox(
    'Tokens',
    `<table><thead><tr><th scope="col">Token</th><th scope="col">Description</th><th scope="col">Default</th></tr></thead><tbody>${rows?.join('')}</tbody></table>`,
  );
}

const sizeTable = () =>
  `<table><caption>Bytes as they are sent, compressed with brotli; measured when this page was built.</caption><thead><tr><th scope="col">File</th><th scope="col">Description</th><th scope="col">bytes</th></tr></thead><tbody>${sizes()
    .map(
      ({ file, is, bytes }) =>
        `<tr><th scope="row"><code>${file}</code></th><td>${is}</td><td class="number">${kilobytes(bytes)}</td></tr>`,
    )
    .join('')}</tbody></table>`;

/** The latest benchmark of this library and comparable ones. */
function benchmarkTable(): string {
  const { date, browser, processor, rows = [] } = latestMeasurement() ?? {};
  const lines = rows.map(({ name, bytes, costs, thousand }) => {
    const fifty = costs?.find(({ values }) => values === 50);
    const cells = [
      kilobytes(bytes),
      fifty?.requests,
      fifty?.preflights,
      thousand && `${Math.round(thousand)} ms`,
    ];
    return `<tr><th scope="row">${prose(name).slice(3, -4)}</th>${cells.map((cell) => `<td class="number">${cell ?? '–'}</td>`).join('')}</tr>`;
  });
  if (lines.length === 0) return '';
  return `<h3>Beside others</h3>${scrollBox(
    'Benchmark',
    `<table><caption>Measured on <time>${date}</time> with ${browser} on ${processor}, by <code>npm run benchmark</code>. Bytes are compressed; requests and preflights are those of fifty readers on one page; the last column is the time to a thousand values on screen.</caption><thead><tr><th scope="col">What</th><th scope="col">sent</th><th scope="col">requests</th><th scope="col">preflights</th><th scope="col">1,000 values</th></tr></thead><tbody>${lines.join('')}</tbody></table>`,
  )}`;
}
