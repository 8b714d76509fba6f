const MAX_VISITS = 1000;
const MAX_ROWS = 200;
/** The maximum length of a stored path. */
const MAX_PATH = 200;

/** One request of a visit. `status` is null until the response starts, and 0 if the connection was dropped before. */
export interface UsageRow {
  method: string;
  /** The path after its prefixes, and the query without the key; cut after 200 characters. */
  path: string;
  status: number | null;
  credits: number;
}

/** The cost of a visit. `requests` doesn't count preflights. `log` has the last 200 requests and preflights. */
export interface Usage {
  requests: number;
  preflights: number;
  credits: number;
  log: UsageRow[];
}

/** A request that is being counted. */
interface Entry {
  usage: Readonly<Usage>;
  spend(credits: number): void;
  settle(status: number): void;
}

/** Counts the requests of each visit, for the latest 1,000 visits. */
export class UsageBook {
  readonly #visits = new Map<string, Usage>();

  /** A visit's usage. All zeros if it sent no request. */
  of(visit: string): Usage {
    return this.#visits.get(visit) ?? { requests: 0, preflights: 0, credits: 0, log: [] };
  }

  /** Counts a request as it arrives. */
  begin(visit: string, { method, url }: Request, path: readonly string[]): Entry {
    const usage = this.of(visit);
    this.#keep(visit, usage);
    usage[method === 'OPTIONS' ? 'preflights' : 'requests'] += 1;
    const row: UsageRow = {
      method,
      path: cut(`/${path.join('/')}${queryWithoutKey(url)}`),
      status: null,
      credits: 0,
    };
    usage.log.push(row);
    if (usage.log.length > MAX_ROWS) usage.log.shift();
    return {
      usage,
      spend(credits) {
        row.credits = credits;
        usage.credits += credits;
      },
      settle(status) {
        row.status = status;
      },
    };
  }

  #keep(visit: string, usage: Usage): void {
    this.#visits.set(visit, usage);
    const [oldest] = this.#visits.keys();
    if (this.#visits.size > MAX_VISITS && oldest !== undefined) this.#visits.delete(oldest);
  }
}

/** A text cut to a maximum length. A slice would keep the whole text in memory. */
function cut(text: string): string {
  return text.length > MAX_PATH ? `${Array.from(text.slice(0, MAX_PATH)).join('')}…` : text;
}

function queryWithoutKey(url: string): string {
  const pairs = new URL(url).search.slice(1).split('&');
  const rest = pairs.filter((pair) => pair && !new URLSearchParams(pair).has('key'));
  return rest.length > 0 ? `?${rest.join('&')}` : '';
}
