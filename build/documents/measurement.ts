import { existsSync, readFileSync } from 'node:fs';
import { path } from '../path.js';

/** The file that `npm run benchmark` writes. */
interface Results {
  /** `YYYY-MM-DD` */
  date: string;
  browser: string;
  processor: string;
  rows: {
    /** May contain code in back quotes. */
    name: string;
    bytes: number;
    /** Milliseconds of a first visit until an IP address is on screen. */
    address?: number;
    costs?: { values: number; requests: number; preflights: number }[];
    /** Milliseconds until a thousand values are on screen. */
    thousand?: number;
  }[];
}

/** The latest measurement; undefined if there is none. */
export const latestMeasurement = (): Results | undefined =>
  existsSync(path(file)) ? (JSON.parse(readFileSync(path(file), 'utf8')) as Results) : undefined;
const file = 'test/benchmarks/results.json';
