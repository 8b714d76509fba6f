import type { Address } from './address.js';
import { pageOrigin } from './cors.js';
import { ServiceError } from './errors.js';
import type { Key } from './keys.js';

const HOUR = 3_600_000;

interface Account {
  key: Key;
  credits: number;
  /** Requests since `hourStart`, for a throttled key. */
  calls: number;
  hourStart: number;
}

/** An admitted request: the credits it may spend, and the headers of its response. */
export interface Admission {
  /** @throws INSUFFICIENT_CREDITS if the account has fewer. */
  require(credits: number): void;
  spend(credits: number): void;
  headers: Record<string, string>;
}

/** The accounts of the keys: authentication, throttling and credits. */
export class Accounts {
  readonly #accounts: ReadonlyMap<string, Account>;

  constructor(keys: Readonly<Record<string, Key>>) {
    this.#accounts = new Map(
      Object.entries(keys).map(([name, key]) => [
        name,
        { key, credits: key.credits, calls: 0, hourStart: 0 },
      ]),
    );
  }

  /** Whether the request comes from a page whose origin the key excludes. Such a page may not read the response. */
  refusesOrigin(request: Request): boolean {
    const name = presentedKey(request);
    const key = name === null ? undefined : this.#accounts.get(name)?.key;
    return key !== undefined && !originAllowed(key, request);
  }

  /**
   * Admits a request.
   *
   * @throws MISSING_API_KEY, INVALID_API_KEY, DISABLED_API_KEY, FORBIDDEN_IP, FORBIDDEN_ORIGIN, FORBIDDEN_IP_ORIGIN,
   *   TOO_MANY_REQUESTS
   */
  admit(request: Request, caller: Address, now: Date): Admission {
    const name = presentedKey(request);
    if (!name) throw new ServiceError('MISSING_API_KEY');
    const account = this.#accounts.get(name);
    if (!account) throw new ServiceError('INVALID_API_KEY');
    if (account.key.disabled) throw new ServiceError('DISABLED_API_KEY');
    const addressRefused = account.key.addresses?.includes(caller.text) === false;
    const originRefused = !originAllowed(account.key, request);
    if (addressRefused && originRefused) throw new ServiceError('FORBIDDEN_IP_ORIGIN');
    if (addressRefused) throw new ServiceError('FORBIDDEN_IP');
    if (originRefused) throw new ServiceError('FORBIDDEN_ORIGIN');
    const headers = throttle(account, now.getTime());
    return {
      headers,
      require(credits) {
        if (account.credits < credits) throw new ServiceError('INSUFFICIENT_CREDITS', '', headers);
      },
      spend(credits) {
        account.credits -= credits;
        headers['Ipregistry-Credits-Consumed'] = `${credits}`;
        headers['Ipregistry-Credits-Remaining'] = `${account.credits}`;
      },
    };
  }
}

/** The key of a request, in the Authorization header or else in the query parameter `key`. */
export function presentedKey({ headers, url }: Request): string | null {
  const [, inHeader] = /^ApiKey +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return inHeader ?? new URL(url).searchParams.get('key');
}

function originAllowed({ origins }: Key, request: Request): boolean {
  const origin = pageOrigin(request);
  if (!origins || origin === undefined) return true;
  const host = URL.canParse(origin) ? new URL(origin).hostname : '';
  return origins.includes(origin) || origins.includes(host);
}

/** Counts a request of a throttled key. A new hour begins with the first request after the last hour ended. */
function throttle(account: Account, now: number): Record<string, string> {
  const limit = account.key.hourly;
  if (limit === undefined) return {};
  if (now >= account.hourStart + HOUR) Object.assign(account, { calls: 0, hourStart: now });
  account.calls += 1;
  const reset = `${Math.ceil((account.hourStart + HOUR - now) / 1000)}`;
  const headers = {
    'X-Rate-Limit-Limit': `${limit}`,
    'X-Rate-Limit-Remaining': `${Math.max(0, limit - account.calls)}`,
    'X-Rate-Limit-Reset': reset,
  };
  if (account.calls > limit)
    throw new ServiceError('TOO_MANY_REQUESTS', '', { ...headers, 'Retry-After': reset });
  return headers;
}
