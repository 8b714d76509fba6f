/** Why a request gets no data. In its texts, `%` is replaced by what was found. */
export interface Reason {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly resolution: string;
  /** The outcome of the event. Default: the code in lower case. */
  readonly outcome?: LimitOutcome;
}

/** The codes of errors. Those of the lookup service are the service's own. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'INVALID_FILTER_SYNTAX'
  | 'INVALID_IP_ADDRESS'
  | 'RESERVED_IP_ADDRESS'
  | 'RESERVED_ASN'
  | 'MISSING_API_KEY'
  | 'INSUFFICIENT_CREDITS'
  | 'INVALID_API_KEY'
  | 'FORBIDDEN_IP'
  | 'FORBIDDEN_ORIGIN'
  | 'FORBIDDEN_IP_ORIGIN'
  | 'NOT_FOUND'
  | 'UNKNOWN_ASN'
  | 'METHOD_NOT_ALLOWED'
  | 'MISDIRECTED_REQUEST'
  | 'TOO_MANY_REQUESTS'
  | 'DISABLED_API_KEY'
  | 'INTERNAL';

/** The outcomes of limits, which share a code. */
export type LimitOutcome = 'visitor-limit' | 'hour-limit' | 'limit' | 'service-limit';

/**
 * `ok`, or why there is no data: `visitor-limit` (`hourlyLimitPerVisitor`), `hour-limit` (`hourlyLimit`), `limit`
 * (`rateLimiter`; in a fault, it failed), `service-limit` (429 of the service), or the error's code in lower case, such as
 * `forbidden_origin`.
 */
export type RelayOutcome = 'ok' | LimitOutcome | Lowercase<ErrorCode>;

const LATER = 'Try again later.';
const FALLBACK = 'Show your fallback content.';
const BASE_URL = "Check the relay's option baseUrl. See visitor-elements/docs/relay.md#options.";
const API_KEY = "Check the relay's option apiKey. See visitor-elements/docs/relay.md#options.";
const COST = 'See visitor-elements/docs/production.md#bound-the-cost.';

const reason = (
  status: number,
  code: ErrorCode,
  message: string,
  resolution: string,
  outcome?: LimitOutcome,
): Reason => ({ status, code, message, resolution, ...(outcome && { outcome }) });
const internal = (status: number, message: string, resolution: string) =>
  reason(status, 'INTERNAL', message, resolution);

/** Why the lookup service has no data, in the relay's words, because the service's might contain the key. */
const serviceReasons = {
  // Errors in the service's response. The first of a status is for responses without a known code.
  badRequest: reason(400, 'BAD_REQUEST', 'The lookup service refused the request (status %).', BASE_URL),
  reservedIpAddress: reason(400, 'RESERVED_IP_ADDRESS', 'The IP address is private or reserved.', FALLBACK),
  invalidIpAddress: reason(400, 'INVALID_IP_ADDRESS', 'The lookup service refused the IP address.', FALLBACK),
  reservedAsn: reason(400, 'RESERVED_ASN', 'The network has a reserved number.', FALLBACK),
  notFound: reason(404, 'NOT_FOUND', 'The lookup service has nothing at this URL (404).', BASE_URL),
  unknownAsn: reason(404, 'UNKNOWN_ASN', 'The network is not known.', FALLBACK),
  missingApiKey: reason(401, 'MISSING_API_KEY', 'The lookup service received no key.', API_KEY),
  insufficientCredits: reason(
    402,
    'INSUFFICIENT_CREDITS',
    "The relay's account has no credits left.",
    'Buy credits.',
  ),
  invalidApiKey: reason(403, 'INVALID_API_KEY', "The relay's key was refused.", API_KEY),
  forbiddenIp: reason(
    403,
    'FORBIDDEN_IP',
    "The relay's key may not be used from the server's IP address.",
    "Allow the server's IP address for this key.",
  ),
  forbiddenOrigin: reason(
    403,
    'FORBIDDEN_ORIGIN',
    "The relay's key is restricted to web pages.",
    'Use a key without origin restriction for the relay.',
  ),
  forbiddenIpOrigin: reason(
    403,
    'FORBIDDEN_IP_ORIGIN',
    "The relay's key is restricted to other IP addresses and to web pages.",
    'Use a key without these restrictions for the relay.',
  ),
  rateLimited: reason(
    429,
    'TOO_MANY_REQUESTS',
    "The relay's key is rate limited by the lookup service (429).",
    "Wait for the number of seconds in Retry-After, or raise the key's throttle.",
    'service-limit',
  ),
  disabledApiKey: reason(
    451,
    'DISABLED_API_KEY',
    "The relay's key is disabled.",
    'Enable the key or use another.',
  ),
  failed: internal(500, 'The lookup service failed.', LATER),
  failed502: internal(502, 'The lookup service failed (502).', LATER),
  failed503: internal(503, 'The lookup service is not available (503).', LATER),
  failed504: internal(504, 'The lookup service is overloaded (504).', LATER),
  // No response, or an unusable one.
  unreachable: internal(
    502,
    'The lookup service could not be reached (%).',
    "Check the relay's option baseUrl and its connection.",
  ),
  unusable: internal(502, 'The lookup service sent no JSON object (status %).', BASE_URL),
};

/** Every reason for an error of the relay. */
export const REASONS = {
  // The request is refused.
  pathNotFound: reason(
    404,
    'NOT_FOUND',
    'The relay has nothing at this path.',
    'Request %, %AS or %user_agent.',
  ),
  methodNotAllowed: reason(
    405,
    'METHOD_NOT_ALLOWED',
    'The relay does not accept the method %.',
    'Use GET or HEAD.',
  ),
  pageForbidden: reason(
    403,
    'FORBIDDEN_ORIGIN',
    "Pages of '%' may not use this relay.",
    "If they are yours, add their origin to the relay's option allowedOrigins. See visitor-elements/docs/relay.md#options.",
  ),
  hostNotForwarded: reason(
    403,
    'FORBIDDEN_ORIGIN',
    "The page's host and the Host header differ: %.",
    'If a proxy sent the header, let the proxy forward that of the browser, with its port: proxy_set_header Host $http_host; ' +
      'in nginx, ProxyPreserveHost On in Apache. For pages of another origin, set the option allowedOrigins. ' +
      'See visitor-elements/docs/server.md#put-nginx-in-front.',
  ),
  uaParameter: reason(
    400,
    'BAD_REQUEST',
    "The relay parses the visitor's own User-Agent only.",
    'Remove the parameter (or attribute) ua.',
  ),
  misdirected: reason(
    421,
    'MISDIRECTED_REQUEST',
    "The host '%' is not in the relay's option allowedHosts.",
    'Add the host to allowedHosts, or let your proxy forward the header Host. See visitor-elements/docs/production.md#name-your-hosts.',
  ),
  malformed: reason(
    400,
    'BAD_REQUEST',
    'The request has a host or a path that no URL can have.',
    'Send a valid Host header and URL, as browsers do.',
  ),
  malformedFields: reason(
    400,
    'INVALID_FILTER_SYNTAX',
    'The parameter fields is malformed: %.',
    'Write it like ip,location[city,country.code]. See visitor-elements/docs/relay.md#paths.',
  ),
  fieldsTooLong: reason(
    400,
    'BAD_REQUEST',
    'The parameter fields is too long.',
    'Use at most 1000 characters.',
  ),
  unknownAddress: reason(
    400,
    'INVALID_IP_ADDRESS',
    "The visitor's IP address is unknown; the relay found %.",
    "Behind proxies, set the option trustProxies to their number, or return the visitor's IP address from the option clientIp. " +
      'A platform names it only for requests that come through the platform. See visitor-elements/docs/server.md#count-your-proxies.',
  ),
  reservedAddress: reason(
    400,
    'RESERVED_IP_ADDRESS',
    "'%' is a private or reserved IP address, so there is no data for it.",
    "On your own machine, start the relay with the option clientIp: () => 'your public IP address'. " +
      'Behind a proxy, set the option trustProxies. See visitor-elements/docs/server.md#start-a-server.',
  ),
  noUserAgent: reason(
    400,
    'BAD_REQUEST',
    'The request has no User-Agent header of 1 to 1024 characters.',
    'Send a User-Agent header, as browsers do.',
  ),
  userAgentOff: reason(
    404,
    'NOT_FOUND',
    'This relay does not parse User-Agents.',
    "Remove parseUserAgent: false from the relay's options, or the element from the page.",
  ),
  // A limit is reached.
  visitorLimit: reason(
    429,
    'TOO_MANY_REQUESTS',
    'The visitor has reached the hourly limit of lookups.',
    `Wait for the number of seconds in Retry-After. If real visitors are refused, raise the relay's option hourlyLimitPerVisitor. ${COST}`,
    'visitor-limit',
  ),
  hourLimit: reason(
    429,
    'TOO_MANY_REQUESTS',
    'All visitors together have reached the hourly limit of lookups.',
    `Wait for the number of seconds in Retry-After, or raise the relay's option hourlyLimit. ${COST}`,
    'hour-limit',
  ),
  customLimit: reason(
    429,
    'TOO_MANY_REQUESTS',
    "The relay's rateLimiter refused this visitor.",
    'Wait for the number of seconds in Retry-After.',
    'limit',
  ),
  // There is no data.
  unknownBrowser: reason(404, 'NOT_FOUND', 'There is no data for this browser.', FALLBACK),
  unknownVisitor: reason(404, 'NOT_FOUND', 'There is no data for this visitor.', FALLBACK),
  unknownNetwork: reason(
    404,
    'UNKNOWN_ASN',
    "The visitor's IP address belongs to no known autonomous system.",
    FALLBACK,
  ),
  late: internal(
    504,
    'The lookup service sent no response in time.',
    "Try again later, or raise the relay's option timeout.",
  ),
  sourceLate: internal(
    504,
    "The relay's source returned nothing in time.",
    "Try again later, or raise the relay's option timeout.",
  ),
  unavailable: internal(
    503,
    'The lookup service fails at the moment, so the relay waits before the next lookup.',
    'Wait for the number of seconds in Retry-After.',
  ),
  tooLong: internal(502, 'The data is larger than 256 KiB.', FALLBACK),
  refused: internal(500, 'The lookup service refused the relay; see its log.', FALLBACK),
  relayFailed: internal(500, 'The relay failed.', "See the relay's log."),
  ...serviceReasons,
};

/** The reason for an error status of the lookup service. The service's own code is used if it matches that status. */
export function serviceReason(status: number, code: unknown): Reason {
  const reasons = Object.values<Reason>(serviceReasons).filter((reason) => reason.status === status);
  const byRange = status < 400 ? REASONS.unusable : status < 500 ? REASONS.badRequest : REASONS.failed;
  return reasons.find((reason) => reason.code === code) ?? reasons[0] ?? byRange;
}

/** The maximum characters of what was found in a message. */
const MAX_FOUND = 100;

export interface RelayErrorOptions {
  /** The value that caused the error. The client sees it. */
  found?: string | undefined;
  /** Seconds after which to try again. */
  retryAfter?: number | undefined;
  /** Seconds for which the relay doesn't repeat the lookup. Default: 0. */
  cacheSeconds?: number | undefined;
  /** Whether the call that failed cost nothing, so that it doesn't count against limits. */
  isFree?: boolean;
  /** Whether the lookup service itself failed, and may fail for everybody. */
  isOutage?: boolean;
}

/** Why a request gets no data. It is thrown where the reason is found, and turned into a response in one place. */
export class RelayError extends Error {
  readonly status: number;
  readonly body: { code: string; message: string; resolution: string };
  readonly outcome: RelayOutcome;
  readonly retryAfter: number | undefined;
  readonly cacheSeconds: number;
  readonly isFree: boolean;
  readonly isOutage: boolean;

  constructor(reason: Reason, options: RelayErrorOptions = {}) {
    const { status, code, message, resolution, outcome } = reason;
    const { found = '', retryAfter, cacheSeconds = 0, isFree = false, isOutage = false } = options;
    super(code);
    const fill = (text: string) => text.replaceAll('%', () => found.slice(0, MAX_FOUND));
    this.status = status;
    this.outcome = outcome ?? (code.toLowerCase() as Lowercase<typeof code>);
    this.body = { code, message: fill(message), resolution: fill(resolution) };
    this.retryAfter = retryAfter;
    this.cacheSeconds = cacheSeconds;
    this.isFree = isFree;
    this.isOutage = isOutage;
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
