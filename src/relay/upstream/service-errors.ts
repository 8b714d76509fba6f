import type { Reason } from './lookup-errors.js';

const FALLBACK = 'Show the fallback.';
const BASE_URL = "Check the relay's option baseUrl.";
const LATER = 'Try again later.';
const RAISE = "Try again later, or raise the relay's timeout.";

const internal = (status: number, message: string, resolution: string) =>
  [status, 'INTERNAL', message, resolution] as const;

/** Why there is no answer of the lookup service, or of what stands in for it, as in `reasons.ts`. */
export const SERVICE_REASONS = {
  // What the service answers.
  RESERVED_IP_ADDRESS: [400, 'RESERVED_IP_ADDRESS', 'The address is private or reserved.', FALLBACK],
  INVALID_IP_ADDRESS: [400, 'INVALID_IP_ADDRESS', 'The service takes no such address.', FALLBACK],
  UNKNOWN_ASN: [404, 'UNKNOWN_ASN', 'The network is not known.', FALLBACK],
  RESERVED_ASN: [400, 'RESERVED_ASN', 'The network has a reserved number.', FALLBACK],
  nothing: [404, 'NOT_FOUND', 'The lookup service has nothing at this address.', BASE_URL],
  BAD_REQUEST: [400, 'BAD_REQUEST', 'The lookup service did not understand the relay (status %).', BASE_URL],
  MISSING_API_KEY: [
    401,
    'MISSING_API_KEY',
    'The lookup service missed the key.',
    "Check the relay's apiKey.",
  ],
  INSUFFICIENT_CREDITS: [
    402,
    'INSUFFICIENT_CREDITS',
    "The relay's account has no credits left.",
    'Buy credits.',
  ],
  INVALID_API_KEY: [
    403,
    'INVALID_API_KEY',
    "The relay's key was refused.",
    "Check the relay's option apiKey.",
  ],
  FORBIDDEN_IP: [
    403,
    'FORBIDDEN_IP',
    "The relay's key may not be used from the relay's address.",
    "Allow the server's address for this key.",
  ],
  FORBIDDEN_ORIGIN: [
    403,
    'FORBIDDEN_ORIGIN',
    "The relay's key is restricted to web pages.",
    'Give the relay a key without origin restriction.',
  ],
  FORBIDDEN_IP_ORIGIN: [
    403,
    'FORBIDDEN_IP_ORIGIN',
    "The relay's key is restricted to other addresses and to web pages.",
    'Give the relay a key of its own.',
  ],
  TOO_MANY_REQUESTS: [
    429,
    'TOO_MANY_REQUESTS',
    "The relay's key has used up its requests for now.",
    'Wait as long as Retry-After says.',
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
  // The service gave no answer, or none that can be used.
  unreachable: internal(
    502,
    'The lookup service could not be reached (%).',
    "Check the relay's option baseUrl and its connection.",
  ),
  unusable: internal(502, 'The lookup service did not answer with a JSON object (status %).', BASE_URL),
  tooLong: internal(
    502,
    'The lookup service answered with more than the 8 MiB that the relay reads.',
    FALLBACK,
  ),
  late: internal(504, 'The lookup service did not answer in time.', RAISE),
  sourceLate: internal(504, "The relay's source did not answer in time.", RAISE),
} as const satisfies Record<string, Reason>;
