import type { Reason } from '../errors.js';

/** Why the relay itself has no data for a lookup. */
export const LOOKUP_ERRORS = {
  noUserAgent: [
    400,
    'BAD_REQUEST',
    'The request has no User-Agent header of 1 to 1024 characters.',
    'Ask with a browser.',
  ],
  userAgentOff: [
    404,
    'NOT_FOUND',
    'This relay does not parse User-Agents.',
    "Leave out the relay's option parseUserAgent, or the element.",
  ],
  unknownBrowser: [404, 'NOT_FOUND', 'The browser is not known.', 'Show the fallback.'],
  unknownVisitor: [404, 'NOT_FOUND', 'Nothing is known of the visitor.', 'Show the fallback.'],
  unknownNetwork: [
    404,
    'UNKNOWN_ASN',
    "The visitor's address belongs to no known autonomous system.",
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
