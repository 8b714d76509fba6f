import type { Reason } from '../errors.js';

const FALLBACK = 'Show your fallback content.';
const BASE_URL = "Check the relay's option baseUrl. See visitor-elements/docs/relay.md#options.";
const API_KEY = "Check the relay's option apiKey. See visitor-elements/docs/relay.md#options.";
const LATER = 'Try again later.';

const internal = (status: number, message: string, resolution: string) =>
  [status, 'INTERNAL', message, resolution] as const;

/**
 * Why the lookup service has no data. The codes are the service's own. The texts are the relay's, because the service's
 * texts might contain the key.
 */
export const SERVICE_ERRORS = {
  // Errors in the service's response.
  RESERVED_IP_ADDRESS: [400, 'RESERVED_IP_ADDRESS', 'The IP address is private or reserved.', FALLBACK],
  INVALID_IP_ADDRESS: [400, 'INVALID_IP_ADDRESS', 'The lookup service refused the IP address.', FALLBACK],
  UNKNOWN_ASN: [404, 'UNKNOWN_ASN', 'The network is not known.', FALLBACK],
  RESERVED_ASN: [400, 'RESERVED_ASN', 'The network has a reserved number.', FALLBACK],
  notFound: [404, 'NOT_FOUND', 'The lookup service has nothing at this URL (404).', BASE_URL],
  BAD_REQUEST: [400, 'BAD_REQUEST', 'The lookup service refused the request (status %).', BASE_URL],
  MISSING_API_KEY: [401, 'MISSING_API_KEY', 'The lookup service received no key.', API_KEY],
  INSUFFICIENT_CREDITS: [
    402,
    'INSUFFICIENT_CREDITS',
    "The relay's account has no credits left.",
    'Buy credits.',
  ],
  INVALID_API_KEY: [403, 'INVALID_API_KEY', "The relay's key was refused.", API_KEY],
  FORBIDDEN_IP: [
    403,
    'FORBIDDEN_IP',
    "The relay's key may not be used from the server's IP address.",
    "Allow the server's IP address for this key.",
  ],
  FORBIDDEN_ORIGIN: [
    403,
    'FORBIDDEN_ORIGIN',
    "The relay's key is restricted to web pages.",
    'Use a key without origin restriction for the relay.',
  ],
  FORBIDDEN_IP_ORIGIN: [
    403,
    'FORBIDDEN_IP_ORIGIN',
    "The relay's key is restricted to other IP addresses and to web pages.",
    'Use a key without these restrictions for the relay.',
  ],
  TOO_MANY_REQUESTS: [
    429,
    'TOO_MANY_REQUESTS',
    "The relay's key is rate limited by the lookup service (429).",
    "Wait for the seconds of Retry-After, or raise the key's throttle.",
    'service-limit',
  ],
  DISABLED_API_KEY: [
    451,
    'DISABLED_API_KEY',
    "The relay's key is disabled.",
    'Enable the key or use another.',
  ],
  INTERNAL: internal(500, 'The lookup service failed.', LATER),
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
  tooLong: internal(502, 'The response of the lookup service is larger than 8 MiB.', FALLBACK),
} as const satisfies Record<string, Reason>;

const BY_STATUS: Readonly<Record<number, Reason>> = {
  401: SERVICE_ERRORS.MISSING_API_KEY,
  402: SERVICE_ERRORS.INSUFFICIENT_CREDITS,
  403: SERVICE_ERRORS.INVALID_API_KEY,
  404: SERVICE_ERRORS.notFound,
  429: SERVICE_ERRORS.TOO_MANY_REQUESTS,
  451: SERVICE_ERRORS.DISABLED_API_KEY,
  502: SERVICE_ERRORS.failed502,
  503: SERVICE_ERRORS.failed503,
  504: SERVICE_ERRORS.failed504,
};

/** The reason for an error status of the lookup service. The service's own code is used if it matches that status. */
export function reasonFor(status: number, code: unknown): Reason {
  const named = Object.entries<Reason>(SERVICE_ERRORS).find(
    ([name, reason]) => name === code && reason[0] === status,
  );
  if (named) return named[1];
  const byRange =
    status < 400
      ? SERVICE_ERRORS.unusable
      : status < 500
        ? SERVICE_ERRORS.BAD_REQUEST
        : SERVICE_ERRORS.INTERNAL;
  return BY_STATUS[status] ?? byRange;
}
