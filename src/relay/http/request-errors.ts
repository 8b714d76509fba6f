import type { Reason } from '../errors.js';

/**
 * Why a request is refused before anything is looked up. The codes are the lookup service's own; the texts are the relay's.
 */
export const REQUEST_ERRORS = {
  pathNotFound: [404, 'NOT_FOUND', 'The relay has nothing here.', 'Ask it at %, %AS or %user_agent.'],
  methodNotAllowed: [405, 'METHOD_NOT_ALLOWED', 'The relay does not take the method %.', 'Use GET or HEAD.'],
  forbiddenOrigin: [
    403,
    'FORBIDDEN_ORIGIN',
    'Pages of another origin may not use this relay.',
    "Name the page's origin in the relay's option allowedOrigins.",
  ],
  uaParameter: [
    400,
    'BAD_REQUEST',
    "The relay parses the visitor's own User-Agent only.",
    'Leave out the parameter (and attribute) ua.',
  ],
  misdirected: [
    421,
    'MISDIRECTED_REQUEST',
    'The relay does not answer for this host.',
    "Name the host in the relay's option allowedHosts.",
  ],
  malformed: [
    400,
    'BAD_REQUEST',
    'The request has a host or a path that no address can hold.',
    'Ask with a browser.',
  ],
  malformedFields: [
    400,
    'INVALID_FILTER_SYNTAX',
    'The parameter fields cannot be read: %.',
    'Write it like ip,location[city,country.code].',
  ],
  fieldsTooLong: [400, 'BAD_REQUEST', 'The parameter fields is too long.', 'Use at most 1000 characters.'],
  dataTooLarge: [
    400,
    'BAD_REQUEST',
    'The answer is larger than 256 KiB, and too large for the parameter fields.',
    'Leave out the parameter.',
  ],
  unknownAddress: [
    400,
    'INVALID_IP_ADDRESS',
    "The relay knows no IP address of the visitor; it found '%'.",
    "Behind proxies, let the option trustProxies count them, or let the option clientIp give the visitor's IP address. " +
      'A platform says it only of requests that come through it.',
  ],
  reservedAddress: [
    400,
    'RESERVED_IP_ADDRESS',
    "'%' is a private or reserved address, so it tells nothing about its visitor.",
    "On your own machine, start the relay with the option clientIp: () => 'your public IP address'. " +
      'Behind a proxy, count it with the option trustProxies.',
  ],
} as const satisfies Record<string, Reason>;
