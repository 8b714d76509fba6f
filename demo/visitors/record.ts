/** Records the development service's responses about every visitor, for the static site. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AsData } from '../../src/model/types.js';
import { dataDate } from '../service/attributions.js';
import { createService } from '../service/service.js';
import { type SiteFault, siteFaults } from './faults.js';
import { type SimulatedVisitor, simulatedVisitors } from './visitors.js';

/** A recorded response. `retry` is `Retry-After` in seconds. */
export interface RecordedResponse {
  status: number;
  body: unknown;
  retry?: string;
}

/** The recording that the static site uses. */
export interface Recording {
  /** The date of the data, `YYYY-MM-DD`. */
  date: string;
  /** By the path after `from/`, then by the lookup's path. */
  visitors: Record<string, Record<string, RecordedResponse>>;
  /** Error responses, by the path after `fault/`. */
  faults: Record<string, RecordedResponse>;
}

/** The number of a network's address blocks to keep. The total is kept too. */
const BLOCKS = 2;

export const recordingFile = fileURLToPath(new URL('recorded.json', import.meta.url));

/** All responses at a fixed moment, so that every recording is the same. */
export async function recordResponses(): Promise<Recording> {
  const { handle } = createService({ now: () => Date.parse(`${dataDate}T12:00:00Z`) });
  const record = async (path: string, userAgent = ''): Promise<RecordedResponse> => {
    const request = new Request(`http://localhost/${path}?key=demo-open`, {
      headers: { 'user-agent': userAgent },
    });
    const { status, headers, ...answer } = await handle(request, '127.0.0.1').then(async (response) => ({
      status: response.status,
      headers: response.headers,
      body: shortened(await response.json()),
    }));
    const retry = headers.get('retry-after');
    return { status, ...answer, ...(retry ? { retry } : {}) };
  };
  const lookups = async ({ path, userAgent }: SimulatedVisitor) => {
    const answers = ['', 'AS', 'user_agent'].map(async (lookup) => [
      lookup,
      await record(`${path}${lookup}`, userAgent),
    ]);
    return [path.split('/')[1], Object.fromEntries(await Promise.all(answers))];
  };
  const known = Object.values<SimulatedVisitor>(simulatedVisitors).filter(({ kind }) => kind !== 'fault');
  const refusals = Object.values<SiteFault>(siteFaults).filter(({ refuses }) => refuses);
  return {
    date: dataDate,
    visitors: Object.fromEntries(await Promise.all(known.map(lookups))),
    faults: Object.fromEntries(
      await Promise.all(refusals.map(async ({ name }) => [name, await record(`fault/${name}/`)])),
    ),
  };
}

function shortened(body: AsData): AsData {
  const { prefixes } = body;
  if (!prefixes) return body;
  const { ipv4, ipv6 } = prefixes;
  const few = { ipv4: ipv4?.slice(0, BLOCKS) ?? null, ipv6: ipv6?.slice(0, BLOCKS) ?? null };
  return { ...body, prefixes: { ...prefixes, ...few } };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(recordingFile, `${JSON.stringify(await recordResponses(), undefined, 2)}\n`);
