import type { Reason } from '../errors.js';

/** Why the relay itself has no data for a lookup. */
export const LOOKUP_ERRORS = {
  noUserAgent: [
    400,
    'BAD_REQUEST',
    'The request has no User-Agent header of 1 to 1024 characters.',
    'Send a User-Agent header, as browsers do.',
  ],
  userAgentOff: [
    404,
    'NOT_FOUND',
    'This relay does not parse User-Agents.',
    "Remove parseUserAgent: false from the relay's options, or the element from the page.",
  ],
  unknownBrowser: [404, 'NOT_FOUND', 'There is no data for this browser.', 'Show your fallback content.'],
  unknownVisitor: [404, 'NOT_FOUND', 'There is no data for this visitor.', 'Show your fallback content.'],
  unknownNetwork: [
    404,
    'UNKNOWN_ASN',
    "The visitor's IP address belongs to no known autonomous system.",
    'Show your fallback content.',
  ],
  late: [
    504,
    'INTERNAL',
    'The lookup service sent no response in time.',
    "Try again later, or raise the relay's option timeout.",
  ],
  sourceLate: [
    504,
    'INTERNAL',
    "The relay's source returned nothing in time.",
    "Try again later, or raise the relay's option timeout.",
  ],
} as const satisfies Record<string, Reason>;
