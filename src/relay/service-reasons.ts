import type { Reason } from './reasons.js';

/** Why there is no answer of the lookup service, or of what stands in for it, as in `reasons.ts`. */
export const SERVICE_REASONS = {
  // What it answers.
  RESERVED_IP_ADDRESS: [
    400,
    'RESERVED_IP_ADDRESS',
    'The address is private or reserved.',
    'Show the fallback.',
  ],
  INVALID_IP_ADDRESS: [400, 'INVALID_IP_ADDRESS', 'The service takes no such address.', 'Show the fallback.'],
  UNKNOWN_ASN: [404, 'UNKNOWN_ASN', 'The network is not known.', 'Show the fallback.'],
  RESERVED_ASN: [400, 'RESERVED_ASN', 'The network has a reserved number.', 'Show the fallback.'],
  nothing: [
    404,
    'NOT_FOUND',
    'The lookup service has nothing at this address.',
    "Check the relay's option baseUrl.",
  ],
  BAD_REQUEST: [
    400,
    'BAD_REQUEST',
    'The lookup service did not understand the relay (status %).',
    "Check the relay's option baseUrl.",
  ],
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
  INTERNAL: [500, 'INTERNAL', 'The lookup service failed.', 'Try again later.'],
  failed502: [502, 'INTERNAL', 'The lookup service failed (502).', 'Try again later.'],
  failed503: [503, 'INTERNAL', 'The lookup service is not available (503).', 'Try again later.'],
  failed504: [504, 'INTERNAL', 'The lookup service is overloaded (504).', 'Try again later.'],
  // No answer, or none that can be used.
  unreachable: [
    502,
    'INTERNAL',
    'The lookup service could not be reached (%).',
    "Check the relay's option baseUrl and its connection.",
  ],
  unusable: [
    502,
    'INTERNAL',
    'The lookup service did not answer with a JSON object (status %).',
    "Check the relay's option baseUrl.",
  ],
  tooLong: [
    502,
    'INTERNAL',
    'The lookup service answered with more than the 8 MiB that the relay reads.',
    'Show the fallback.',
  ],
  late: [
    504,
    'INTERNAL',
    'The lookup service did not answer in time.',
    "Try again later, or raise the relay's timeout.",
  ],
  sourceLate: [
    504,
    'INTERNAL',
    "The relay's source did not answer in time.",
    "Try again later, or raise the relay's timeout.",
  ],
} as const satisfies Record<string, Reason>;
