/** Why a request gets no data. In its texts, `%` is replaced by what was found. */
export interface Reason {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly resolution: string;
  readonly outcome?: RelayOutcome | undefined;
}

type Texts = readonly [message: string, resolution?: string, outcome?: LimitOutcome];

const BASE_URL = "Check the relay's option baseUrl. See visitor-elements/docs/relay.md#options.";
const COST = 'See visitor-elements/docs/production.md#bound-the-cost.';
const FALLBACK = 'Show your fallback content.';
const WAIT = 'Wait for the number of seconds in Retry-After';
const LATER = "Try again later, or raise the relay's option timeout.";

const texts = {
  '400 BAD_REQUEST': {
    malformed: ['The request has a host or a path that no URL can have.', 'Send valid ones.'],
    uaParameter: ["The relay parses the visitor's own User-Agent only.", 'Remove the parameter ua.'],
    fieldsTooLong: ['The parameter fields is too long.', 'Use at most 1000 characters.'],
    noUserAgent: ['The request has no User-Agent header of 1 to 1024 characters.', 'Send one.'],
    refused400: ['The lookup service refused the request (status %).', BASE_URL],
  },
  '400 INVALID_FILTER_SYNTAX': {
    malformedFields: [
      'The parameter fields is malformed: %.',
      'Write it like ip,location[city,country.code]. See visitor-elements/docs/relay.md#paths.',
    ],
  },
  '400 INVALID_IP_ADDRESS': {
    unknownAddress: [
      "The visitor's IP address is unknown; the relay found %.",
      "Behind proxies, set the option trustProxies to their number, or return the visitor's IP address from the option clientIp. " +
        'A platform names it only for requests that come through the platform. ' +
        'See visitor-elements/docs/server.md#count-your-proxies.',
    ],
    refusedAddress: ['The lookup service refused the IP address.'],
  },
  '400 RESERVED_IP_ADDRESS': {
    reservedAddress: [
      "'%' is a private or reserved IP address, so there is no data for it.",
      "On your own machine, start the relay with the option clientIp: () => 'your public IP address'. " +
        "Behind a proxy, set the option trustProxies, or return the visitor's IP address from clientIp. See visitor-elements/docs/server.md#start-a-server.",
    ],
    refusedReserved: ['The IP address is private or reserved.'],
  },
  '400 RESERVED_ASN': { reservedAsn: ['The network has a reserved number.'] },
  '403 FORBIDDEN_ORIGIN': {
    pageForbidden: [
      "Pages of '%' may not use this relay.",
      'Add their origin to the option allowedOrigins, if they are yours. See visitor-elements/docs/relay.md#options.',
    ],
    hostNotForwarded: [
      "The page's host and the Host header differ: %.",
      'If a proxy sent the header, let the proxy forward that of the browser, with its port: proxy_set_header Host $http_host; ' +
        'in nginx, ProxyPreserveHost On in Apache. For pages of another origin, set the option allowedOrigins. ' +
        'See visitor-elements/docs/server.md#put-nginx-in-front.',
    ],
  },
  '404 NOT_FOUND': {
    pathNotFound: ['The relay has nothing at this path.', 'Request %, %AS or %user_agent.'],
    userAgentOff: ['This relay does not parse User-Agents.', 'Remove parseUserAgent: false, or the element.'],
    sourceWithoutBrowser: ["The relay's source knows no browsers.", 'Give it a function browser.'],
    unknownBrowser: ['There is no data for this browser.'],
    unknownVisitor: ['There is no data for this visitor.'],
    refused404: ['The lookup service has nothing at this URL (404).', BASE_URL],
  },
  '404 UNKNOWN_ASN': {
    unknownNetwork: ["The visitor's IP address belongs to no known autonomous system."],
    refusedAsn: ['The network is not known.'],
  },
  '405 METHOD_NOT_ALLOWED': {
    methodNotAllowed: ['The relay does not accept the method %.', 'Use GET or HEAD.'],
  },
  '421 MISDIRECTED_REQUEST': {
    misdirected: [
      "The host '%' is not in the relay's option allowedHosts.",
      'Add the host to allowedHosts, or let your proxy forward the header Host. See visitor-elements/docs/production.md#name-your-hosts.',
    ],
  },
  '429 TOO_MANY_REQUESTS': {
    visitorLimit: [
      'The visitor has reached the hourly limit of lookups.',
      `${WAIT}. If real visitors are refused, raise the option hourlyLimitPerVisitor. ${COST}`,
      'visitor-limit',
    ],
    hourLimit: [
      'All visitors together have reached the hourly limit of lookups.',
      `${WAIT}, or raise the option hourlyLimit. ${COST}`,
      'hour-limit',
    ],
    customLimit: ["The relay's rateLimiter refused this visitor.", `${WAIT}.`, 'limit'],
    rateLimited: [
      "The relay's key is rate limited by the lookup service (429).",
      `${WAIT}, or raise the key's throttle.`,
      'service-limit',
    ],
  },
  '500 INTERNAL': {
    refused: ['The lookup service refused the relay; see its log.'],
    relayFailed: ['The relay failed.', "See the relay's log."],
    failed: ['The lookup service failed (status %).', 'Try again later.'],
  },
  '502 INTERNAL': {
    unreachable: [
      'The lookup service could not be reached (%).',
      'Check the option baseUrl and the network.',
    ],
    unusable: ['The lookup service sent no JSON object (status %).', BASE_URL],
    tooLong: ['The data is larger than 256 KiB.'],
  },
  '503 INTERNAL': {
    unavailable: ['The lookup service fails at the moment, so the relay calls it later.', `${WAIT}.`],
  },
  '504 INTERNAL': {
    late: ['The lookup service sent no response in time.', LATER],
    sourceLate: ["The relay's source returned nothing in time.", LATER],
  },
} as const satisfies Record<string, Record<string, Texts>>;

/** How the lookup service refuses the relay itself, and what its operator must do. */
const refusals = {
  '401 MISSING_API_KEY': "It received no valid key. Check the relay's option apiKey.",
  '402 INSUFFICIENT_CREDITS': "The relay's account has no credits left. Buy credits.",
  '403 INVALID_API_KEY': "The relay's key was refused. Check the relay's option apiKey.",
  '403 FORBIDDEN_IP': "The key may not be used from the server's IP address. Allow that address for the key.",
  '403 FORBIDDEN_ORIGIN': 'The key is restricted to web pages. Use a key without origin restriction.',
  '403 FORBIDDEN_IP_ORIGIN': 'The key is restricted to other IP addresses and to web pages. Use another key.',
  '451 DISABLED_API_KEY': 'The key is disabled. Enable the key or use another.',
} as const;

type CodeIn<Key> = Key extends `${string} ${infer Code}` ? Code : never;
type ReasonName = { [Key in keyof typeof texts]: keyof (typeof texts)[Key] }[keyof typeof texts];

/** The codes of errors. Those of the lookup service are the service's own. */
export type ErrorCode = CodeIn<keyof typeof texts | keyof typeof refusals>;

export type LimitOutcome = 'visitor-limit' | 'hour-limit' | 'limit' | 'service-limit';

/**
 * `ok`, or why there is no data: `visitor-limit` (`hourlyLimitPerVisitor`), `hour-limit` (`hourlyLimit`), `limit`
 * (`rateLimiter`; with status 0, it failed), `service-limit` (429 of the service), or the error's code in lower case, such as
 * `forbidden_origin`.
 */
export type RelayOutcome = 'ok' | LimitOutcome | Lowercase<ErrorCode>;

export const REASONS = Object.fromEntries(
  Object.entries(texts).flatMap(([key, reasons]) => {
    const [status, code] = key.split(' ') as [string, ErrorCode];
    return Object.entries<Texts>(reasons).map(([name, [message, resolution = FALLBACK, outcome]]) => {
      const reason: Reason = { status: Number(status), code, message, resolution, outcome };
      return [name, reason];
    });
  }),
) as Record<ReasonName, Reason>;

/** The refusal of the relay by the lookup service, with the service's own code; `undefined` for any other status. */
export function findRefusal(status: number, given: string): { reason: Reason; advice: string } | undefined {
  const all = Object.entries(refusals);
  const first = all.find(([key]) => key.startsWith(`${status} `));
  if (!first) return undefined;
  const [key, advice] = all.find(([key]) => key.endsWith(` ${given}`)) ?? first;
  const known = key.slice(4) as ErrorCode;
  const code = /^[A-Z_]{1,50}$/.test(given) ? given : known;
  return { reason: { ...REASONS.refused, code, outcome: toOutcome(known) }, advice };
}

const toOutcome = (code: string) => code.toLowerCase() as Lowercase<ErrorCode>;

const { failed, refused400, refused404, refusedAddress, refusedAsn, refusedReserved, reservedAsn } = REASONS;
/** The reasons for which the lookup service has a code. The first of a status is for other codes. */
const serviceReasons = [refused400, refusedReserved, refusedAddress, reservedAsn, refused404, refusedAsn];

/** The reason for any other error status of the lookup service, in the relay's words: the service's might contain the key. */
export function serviceReason(status: number, code: string): Reason {
  if (status < 400) return REASONS.unusable;
  if (status >= 500) return [502, 503, 504].includes(status) ? { ...failed, status } : failed;
  const known = serviceReasons.filter((reason) => reason.status === status);
  return known.find((reason) => reason.code === code) ?? known[0] ?? refused400;
}

const MAX_FOUND = 100;

export interface RelayErrorDetails {
  /** The value that caused the error. The client sees it. */
  found?: string | undefined;
  retryAfter?: number | undefined;
  /** Seconds for which the relay doesn't repeat the lookup. Default: 0. */
  cacheSeconds?: number;
  /** Whether the call that failed cost nothing, so that it doesn't count against limits. */
  isFree?: boolean;
  /** Whether the lookup service itself failed, and may fail for everybody. */
  isOutage?: boolean;
}

/** Why a request gets no data. It is thrown where the reason is found, and turned into a response in one place. */
export class RelayError extends Error {
  readonly #isOurs = true;
  readonly status: number;
  readonly outcome: RelayOutcome;

  constructor(
    readonly reason: Reason,
    readonly details: RelayErrorDetails = {},
  ) {
    const { code, outcome, status } = reason;
    super(code);
    this.status = status;
    this.outcome = outcome ?? toOutcome(code);
  }

  /** Callbacks may throw anything, such as a proxy whose code the usual `instanceof` would run. */
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return #isOurs in Object(thrown);
  }

  get body(): { code: string; message: string; resolution: string } {
    const { code, message, resolution } = this.reason;
    const fill = (text: string) => text.replaceAll('%', () => (this.details.found ?? '').slice(0, MAX_FOUND));
    return { code, message: fill(message), resolution: fill(resolution) };
  }
}
