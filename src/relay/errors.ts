import type { ErrorCode, LimitOutcome, RelayOutcome } from './events.js';

/** Why a request gets no data. In its texts, `%` is replaced by what was found. */
export interface Reason {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly resolution: string;
  /** The outcome of the event. Default: the code in lower case. */
  readonly outcome?: LimitOutcome;
}

type ReasonTexts = readonly [code: ErrorCode, message: string, resolution?: string, outcome?: LimitOutcome];

const BASE_URL = "Check the relay's option baseUrl. See visitor-elements/docs/relay.md#options.";
const COST = 'See visitor-elements/docs/production.md#bound-the-cost.';
const WAIT = 'Wait for the number of seconds in Retry-After';
const LATER = "Try again later, or raise the relay's option timeout.";

/** Reasons by their status. */
const texts = {
  400: {
    malformed: ['BAD_REQUEST', 'The request has a host or a path that no URL can have.', 'Send valid ones.'],
    uaParameter: [
      'BAD_REQUEST',
      "The relay parses the visitor's own User-Agent only.",
      'Remove the parameter (or attribute) ua.',
    ],
    fieldsTooLong: ['BAD_REQUEST', 'The parameter fields is too long.', 'Use at most 1000 characters.'],
    malformedFields: [
      'INVALID_FILTER_SYNTAX',
      'The parameter fields is malformed: %.',
      'Write it like ip,location[city,country.code]. See visitor-elements/docs/relay.md#paths.',
    ],
    noUserAgent: [
      'BAD_REQUEST',
      'The request has no User-Agent header of 1 to 1024 characters.',
      'Send one.',
    ],
    unknownAddress: [
      'INVALID_IP_ADDRESS',
      "The visitor's IP address is unknown; the relay found %.",
      "Behind proxies, set the option trustProxies to their number, or return the visitor's IP address from the option clientIp. " +
        'A platform names it only for requests that come through the platform. See visitor-elements/docs/server.md#count-your-proxies.',
    ],
    reservedAddress: [
      'RESERVED_IP_ADDRESS',
      "'%' is a private or reserved IP address, so there is no data for it.",
      "On your own machine, start the relay with the option clientIp: () => 'your public IP address'. " +
        'Behind a proxy, set the option trustProxies. See visitor-elements/docs/server.md#start-a-server.',
    ],
    refused400: ['BAD_REQUEST', 'The lookup service refused the request (status %).', BASE_URL],
    serviceReserved: ['RESERVED_IP_ADDRESS', 'The IP address is private or reserved.'],
    serviceInvalid: ['INVALID_IP_ADDRESS', 'The lookup service refused the IP address.'],
    reservedAsn: ['RESERVED_ASN', 'The network has a reserved number.'],
  },
  403: {
    pageForbidden: [
      'FORBIDDEN_ORIGIN',
      "Pages of '%' may not use this relay.",
      "If they are yours, add their origin to the relay's option allowedOrigins. See visitor-elements/docs/relay.md#options.",
    ],
    hostNotForwarded: [
      'FORBIDDEN_ORIGIN',
      "The page's host and the Host header differ: %.",
      'If a proxy sent the header, let the proxy forward that of the browser, with its port: proxy_set_header Host $http_host; ' +
        'in nginx, ProxyPreserveHost On in Apache. For pages of another origin, set the option allowedOrigins. See visitor-elements/docs/server.md#put-nginx-in-front.',
    ],
  },
  404: {
    pathNotFound: ['NOT_FOUND', 'The relay has nothing at this path.', 'Request %, %AS or %user_agent.'],
    userAgentOff: [
      'NOT_FOUND',
      'This relay does not parse User-Agents.',
      "Remove parseUserAgent: false from the relay's options, or the element from the page.",
    ],
    sourceWithoutBrowser: [
      'NOT_FOUND',
      "The relay's source knows no browsers.",
      'Give the source a function browser, or remove the element from the page.',
    ],
    unknownBrowser: ['NOT_FOUND', 'There is no data for this browser.'],
    unknownVisitor: ['NOT_FOUND', 'There is no data for this visitor.'],
    unknownNetwork: ['UNKNOWN_ASN', "The visitor's IP address belongs to no known autonomous system."],
    refused404: ['NOT_FOUND', 'The lookup service has nothing at this URL (404).', BASE_URL],
    unknownAsn: ['UNKNOWN_ASN', 'The network is not known.'],
  },
  405: {
    methodNotAllowed: ['METHOD_NOT_ALLOWED', 'The relay does not accept the method %.', 'Use GET or HEAD.'],
  },
  421: {
    misdirected: [
      'MISDIRECTED_REQUEST',
      "The host '%' is not in the relay's option allowedHosts.",
      'Add the host to allowedHosts, or let your proxy forward the header Host. See visitor-elements/docs/production.md#name-your-hosts.',
    ],
  },
  429: {
    visitorLimit: [
      'TOO_MANY_REQUESTS',
      'The visitor has reached the hourly limit of lookups.',
      `${WAIT}. If real visitors are refused, raise the relay's option hourlyLimitPerVisitor. ${COST}`,
      'visitor-limit',
    ],
    hourLimit: [
      'TOO_MANY_REQUESTS',
      'All visitors together have reached the hourly limit of lookups.',
      `${WAIT}, or raise the relay's option hourlyLimit. ${COST}`,
      'hour-limit',
    ],
    customLimit: ['TOO_MANY_REQUESTS', "The relay's rateLimiter refused this visitor.", `${WAIT}.`, 'limit'],
    rateLimited: [
      'TOO_MANY_REQUESTS',
      "The relay's key is rate limited by the lookup service (429).",
      `${WAIT}, or raise the key's throttle.`,
      'service-limit',
    ],
  },
  500: {
    refused: ['INTERNAL', 'The lookup service refused the relay; see its log.'],
    relayFailed: ['INTERNAL', 'The relay failed.', "See the relay's log."],
    failed: ['INTERNAL', 'The lookup service failed (status %).', 'Try again later.'],
  },
  502: {
    unreachable: [
      'INTERNAL',
      'The lookup service could not be reached (%).',
      "Check the relay's option baseUrl and its connection.",
    ],
    unusable: ['INTERNAL', 'The lookup service sent no JSON object (status %).', BASE_URL],
    tooLong: ['INTERNAL', 'The data is larger than 256 KiB.'],
  },
  503: {
    unavailable: [
      'INTERNAL',
      'The lookup service fails at the moment, so the relay waits before the next lookup.',
      `${WAIT}.`,
    ],
  },
  504: {
    late: ['INTERNAL', 'The lookup service sent no response in time.', LATER],
    sourceLate: ['INTERNAL', "The relay's source returned nothing in time.", LATER],
  },
} as const satisfies Record<number, Record<string, ReasonTexts>>;

type ReasonName = { [Status in keyof typeof texts]: keyof (typeof texts)[Status] }[keyof typeof texts];

/** Every reason for an error of the relay. */
export const REASONS = Object.fromEntries(
  Object.entries(texts).flatMap(([status, reasons]) =>
    Object.entries<ReasonTexts>(reasons).map(([name, texts]): [string, Reason] => {
      const [code, message, resolution = 'Show your fallback content.', outcome] = texts;
      return [name, { status: Number(status), code, message, resolution, ...(outcome && { outcome }) }];
    }),
  ),
) as Record<ReasonName, Reason>;

/** How the lookup service refuses the relay itself, and what its operator must do. Other codes mean the first of a status. */
const refusals: Readonly<Record<number, Readonly<Partial<Record<ErrorCode, string>>>>> = {
  401: { MISSING_API_KEY: "It received no key. Check the relay's option apiKey." },
  402: { INSUFFICIENT_CREDITS: "The relay's account has no credits left. Buy credits." },
  403: {
    INVALID_API_KEY: "The relay's key was refused. Check the relay's option apiKey.",
    FORBIDDEN_IP: "The key may not be used from the server's IP address. Allow that address for the key.",
    FORBIDDEN_ORIGIN: 'The key is restricted to web pages. Use a key without origin restriction.',
    FORBIDDEN_IP_ORIGIN: 'The key is restricted to other IP addresses and to web pages. Use another key.',
  },
  451: { DISABLED_API_KEY: 'The key is disabled. Enable the key or use another.' },
};

/** The refusal of the relay by the lookup service, by its status and its code. `undefined` for other statuses. */
export function findRefusal(status: number, given: unknown): { code: ErrorCode; advice: string } | undefined {
  const known = Object.entries(refusals[status] ?? {}) as [ErrorCode, string][];
  const [code, advice] = known.find(([code]) => code === given) ?? known[0] ?? [];
  return code && advice ? { code, advice } : undefined;
}

const { failed, rateLimited, refused400, refused404, reservedAsn, unknownAsn, unusable } = REASONS;
/** The reasons for which the lookup service has a code. The first of a status is for other codes. */
const known: Readonly<Record<number, readonly [Reason, ...Reason[]]>> = {
  400: [refused400, REASONS.serviceReserved, REASONS.serviceInvalid, reservedAsn],
  404: [refused404, unknownAsn],
  429: [rateLimited],
  502: [{ ...failed, status: 502 }],
  503: [{ ...failed, status: 503 }],
  504: [{ ...failed, status: 504 }],
};

/** The reason for any other error status of the lookup service, in the relay's words: the service's might contain the key. */
export function serviceReason(status: number, code: unknown): Reason {
  const reasons = known[status] ?? [status < 400 ? unusable : status < 500 ? refused400 : failed];
  return reasons.find((reason) => reason.code === code) ?? reasons[0];
}

/** The maximum characters of what was found in a message. */
const MAX_FOUND = 100;

export interface RelayErrorDetails {
  /** The value that caused the error. The client sees it. */
  found?: string | undefined;
  /** Seconds after which to try again. */
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
  readonly status: number;
  readonly outcome: RelayOutcome;

  constructor(
    readonly reason: Reason,
    readonly details: RelayErrorDetails = {},
  ) {
    const { code, outcome, status } = reason;
    super(code);
    this.status = status;
    this.outcome = outcome ?? (code.toLowerCase() as Lowercase<typeof code>);
  }

  get body(): { code: string; message: string; resolution: string } {
    const { code, message, resolution } = this.reason;
    const fill = (text: string) => text.replaceAll('%', () => (this.details.found ?? '').slice(0, MAX_FOUND));
    return { code, message: fill(message), resolution: fill(resolution) };
  }
}

/** Whether a thrown value is a `RelayError`. Callbacks may throw anything, even an object whose properties throw. */
export function isRelayError(thrown: unknown): thrown is RelayError {
  try {
    return thrown instanceof RelayError;
  } catch {
    return false;
  }
}
