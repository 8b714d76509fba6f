import type { Condition } from './visits.js';

export interface Row {
  name: string;
  scripts: string[];
  /** Bytes that a page loads or contains for it, with brotli at quality 11. */
  bytes: number;
  asked: { values: number; requests: number; preflights: number }[];
  /** Medians in milliseconds, one per condition. */
  data: number[];
  firstPaint: number[];
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
  conditions: Condition[];
  rows: Row[];
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const named = ({ cpu, latency }: Condition) => `${cpu}×${latency ? `, ${latency} ms away` : ''}`;

/** A time, and its ratio to another. */
const beside = (time = Number.NaN, other = Number.NaN, digits = 0) =>
  `${time.toFixed(digits)} (${(time / other).toFixed(2)})`;

/** The table, with the meaning of its columns. */
export function markdown({ date, browser, processor, rounds, conditions, rows }: Results): string {
  const inAFile = rows.find(({ scripts }) => scripts[0] === 'by-hand.js');
  const lines = [
    [
      '',
      'bytes',
      'requests + preflights for 1, 5, 50 values',
      ...conditions.map(named),
      'first paint',
      'a thousand values',
      'heap',
    ],
    ['---', ...Array.from({ length: conditions.length + 5 }, () => '---:')],
    ...rows.map(({ name, bytes, asked, data, firstPaint, thousand, heap }) => [
      name,
      bytes.toLocaleString('en'),
      asked.map(({ requests, preflights }) => `${requests} + ${preflights}`).join(', '),
      ...data.slice(0, -1).map((time) => time.toFixed(0)),
      beside(data.at(-1), inAFile?.data.at(-1)),
      (firstPaint.at(-1) ?? Number.NaN).toFixed(0),
      beside(thousand, inAFile?.thousand, 1),
      heap === undefined ? '–' : `${(heap / 1024).toFixed(0)} kB`,
    ]),
  ];
  return `${browser} on ${processor}, ${date}; medians of ${rounds} interleaved first visits.

${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

Bytes are what a page loads for it, brotli at quality 11. The columns with × are milliseconds until the data is in the
page and laid out: on a processor so many times slower, with a service that takes ${conditions[0]?.service} ms, and last
where every response is ${conditions.at(-1)?.latency} ms away, for which the first contentful paint is given too. In brackets: how
many times as long as the \`fetch\` in a file takes, or, for a thousand values that are laid out, the same text in a
thousand spans. The heap is by how much it has grown after an element was added and removed 10,000 times.`;
}
