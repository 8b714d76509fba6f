import { turns } from './phone.js';
import type { Network } from './site.js';

export interface Row {
  name: string;
  scripts: string[];
  /** Bytes that a page loads or contains for it, with brotli at quality 11. */
  bytes: number;
  costs: { values: number; requests: number; preflights: number }[];
  /** Medians in milliseconds on a phone, until an address or a country's name is laid out. */
  address: number;
  country: number;
  firstPaint: number;
  /** Milliseconds for a thousand values. */
  thousand: number;
  /** Bytes by which the heap grows when an element is added and removed 10,000 times. */
  heap: number | undefined;
}

export interface Results {
  date: string;
  browser: string;
  processor: string;
  rounds: number;
  network: Network;
  rows: Row[];
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A time, and its ratio to another. */
const beside = (time = Number.NaN, other = Number.NaN, digits = 0) =>
  `${time.toFixed(digits)} (${(time / other).toFixed(2)})`;

/** The table, with the meaning of its columns. */
export function markdown({ date, browser, processor, rounds, network, rows }: Results): string {
  const inAFile = rows.find(({ scripts }) => scripts[0] === 'by-hand.js');
  const columns: Record<string, (row: Row) => string> = {
    bytes: ({ bytes }) => bytes.toLocaleString('en'),
    'requests + preflights for 1, 5, 50 values': ({ costs }) =>
      costs.map(({ requests, preflights }) => `${requests} + ${preflights}`).join(', '),
    'an address': ({ address }) => beside(address, inAFile?.address),
    'a country’s name': ({ country }) => beside(country, inAFile?.country),
    'first paint': ({ firstPaint }) => firstPaint.toFixed(0),
    'a thousand values': ({ thousand }) => beside(thousand, inAFile?.thousand, 1),
    heap: ({ heap }) => (heap === undefined ? '–' : `${(heap / 1024).toFixed(0)} kB`),
  };
  const lines = [
    ['', ...Object.keys(columns)],
    ['---', ...Object.keys(columns).map(() => '---:')],
    ...rows.map((row) => [row.name, ...Object.values(columns).map((cell) => cell(row))]),
  ];
  const slowdown = (turns.run + turns.stop) / turns.run;
  return `${browser} on ${processor}, ${date}; medians of ${rounds} interleaved first visits.

${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

First visits are measured like a phone's: a browser without devtools whose processes all run ${turns.run} of ${slowdown} milliseconds, responses that are
${network.latency} ms away at ${network.bandwidth} Mbit/s, and a service that takes ${network.service} ms. Times are milliseconds until the data is laid out; in
brackets, × the \`fetch\` in a file. A thousand values are compared with the same text in a thousand spans, without a slow processor. Bytes are
what a page loads for it, with brotli at quality 11. The heap is its growth after an element was added and removed 10,000 times.`;
}
