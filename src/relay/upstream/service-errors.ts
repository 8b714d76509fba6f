import type { Reason } from '../errors.js';

const FALLBACK = 'Show your fallback content.';
const BASE_URL = "Check the relay's option baseUrl. See visitor-elements/docs/relay.md#options.";
const API_KEY = "Check the relay's option apiKey. See visitor-elements/docs/relay.md#options.";
const LATER = 'Try again later.';

const internal = (status: number, message: string, resolution: string) =>
  [status, 'INTERNAL', message, resolution] as const;

/**
 * Why the lookup service has no data. The codes are the service's own. The texts are the relay's, because the service's
 * texts might contain the key. The first reason of a status is for responses without a known code.
 */
export const SERVICE_ERRORS = {
  // Errors in the service's response.
  badRequest: [400, 'BAD_REQUEST', 'The lookup service refused the request (status %).', BASE_URL],
  reservedIpAddress: [400, 'RESERVED_IP_ADDRESS', 'The IP address is private or reserved.', FALLBACK],
  invalidIpAddress: [400, 'INVALID_IP_ADDRESS', 'The lookup service refused the IP address.', FALLBACK],
  notFound: [404, 'NOT_FOUND', 'The lookup service has nothing at this URL (404).', BASE_URL],
  unknownAsn: [404, 'UNKNOWN_ASN', 'The network is not known.', FALLBACK],
  reservedAsn: [400, 'RESERVED_ASN', 'The network has a reserved number.', FALLBACK],
  missingApiKey: [401, 'MISSING_API_KEY', 'The lookup service received no key.', API_KEY],
  insufficientCredits: [
    402,
    'INSUFFICIENT_CREDITS',
    "The relay's account has no credits left.",
    'Buy credits.',
  ],
  invalidApiKey: [403, 'INVALID_API_KEY', "The relay's key was refused.", API_KEY],
  forbiddenIp: [
    403,
    'FORBIDDEN_IP',
    "The relay's key may not be used from the server's IP address.",
    "Allow the server's IP address for this key.",
  ],
  forbiddenOrigin: [
    403,
    'FORBIDDEN_ORIGIN',
    "The relay's key is restricted to web pages.",
    'Use a key without origin restriction for the relay.',
  ],
  forbiddenIpOrigin: [
    403,
    'FORBIDDEN_IP_ORIGIN',
    "The relay's key is restricted to other IP addresses and to web pages.",
    'Use a key without these restrictions for the relay.',
  ],
  rateLimited: [
    429,
    'TOO_MANY_REQUESTS',
    "The relay's key is rate limited by the lookup service (429).",
    "Wait for the number of seconds in Retry-After, or raise the key's throttle.",
    'service-limit',
  ],
  disabledApiKey: [451, 'DISABLED_API_KEY', "The relay's key is disabled.", 'Enable the key or use another.'],
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
  tooLong: internal(502, 'The response of the lookup service is larger than 8 MiB.', FALLBACK),
} as const satisfies Record<string, Reason>;

/** The reason for an error status of the lookup service. The service's own code is used if it matches that status. */
export function reasonFor(status: number, code: unknown): Reason {
  const reasons = Object.values<Reason>(SERVICE_ERRORS).filter(([its]) => its === status);
  const byRange =
    status < 400 ? SERVICE_ERRORS.unusable : status < 500 ? SERVICE_ERRORS.badRequest : SERVICE_ERRORS.failed;
  return reasons.find(([, its]) => its === code) ?? reasons[0] ?? byRange;
}
