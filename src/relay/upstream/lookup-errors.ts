export type Reason = readonly [status: number, code: string, message: string, resolution: string];

/**
 * Why the relay gives no data. The codes are the lookup service's own vocabulary; the texts are the relay's, so that
 * nothing the service said, which might hold the key, is ever passed on. `%` is what was found.
 */
export const OWN_REASONS = {
  // About the request.
  noPath: [404, 'NOT_FOUND', 'The relay has nothing here.', 'Ask it at %, %AS or %user_agent.'],
  noMethod: [405, 'METHOD_NOT_ALLOWED', 'The relay does not take the method %.', 'Use GET or HEAD.'],
  foreignPage: [
    403,
    'FORBIDDEN_ORIGIN',
    'Pages of another origin may not use this relay.',
    "Name the page's origin in the relay's option allowOrigins.",
  ],
  noUa: [
    400,
    'BAD_REQUEST',
    "The relay parses the visitor's own User-Agent only.",
    'Leave out the parameter (and attribute) ua.',
  ],
  otherHost: [
    421,
    'MISDIRECTED_REQUEST',
    'The relay does not answer for this host.',
    "Name the host in the relay's option hosts.",
  ],
  noRequest: [
    400,
    'BAD_REQUEST',
    'The request has a host or a path that no address can hold.',
    'Ask with a browser.',
  ],
  badFields: [
    400,
    'INVALID_FILTER_SYNTAX',
    'The parameter fields cannot be read: %.',
    'Write it like ip,location[city,country.code].',
  ],
  longFields: [400, 'BAD_REQUEST', 'The parameter fields is too long.', 'Use at most 1000 characters.'],
  largeAnswer: [
    400,
    'BAD_REQUEST',
    'The answer is larger than 256 KiB, and too large for the parameter fields.',
    'Leave out the parameter.',
  ],
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
    "Leave out the relay's option userAgent, or the element.",
  ],
  unknownBrowser: [404, 'NOT_FOUND', 'The browser is not known.', 'Show the fallback.'],
  // About the limits of what visitors may cost.
  visitorLimit: [
    429,
    'TOO_MANY_REQUESTS',
    "The visitor's address has caused as many lookups as it may in an hour.",
    'Wait as long as Retry-After says.',
  ],
  hourLimit: [
    429,
    'TOO_MANY_REQUESTS',
    'The relay has made as many lookups as it may in an hour.',
    'Wait as long as Retry-After says.',
  ],
  limit: [
    429,
    'TOO_MANY_REQUESTS',
    'The relay makes no more lookups for this visitor just now.',
    'Wait as long as Retry-After says.',
  ],
  // About the visitor's address.
  unknownAddress: [
    400,
    'INVALID_IP_ADDRESS',
    "The relay knows no IP address of the visitor; it found '%'.",
    "Behind proxies, let the option trustProxies count them, or let the option address give the visitor's address. " +
      'A platform says it only of requests that come through it.',
  ],
  reservedAddress: [
    400,
    'RESERVED_IP_ADDRESS',
    "'%' is a private or reserved address, so it tells nothing about its visitor.",
    "On your own machine, start the relay with the option address: () => 'your public IP address'. " +
      'Behind a proxy, count it with the option trustProxies.',
  ],
  unknownVisitor: [404, 'NOT_FOUND', 'Nothing is known of the visitor.', 'Show the fallback.'],
  unknownNetwork: [
    404,
    'UNKNOWN_ASN',
    "The visitor's address belongs to no known autonomous system.",
    'Show the fallback.',
  ],
  // About the relay itself.
  broken: [500, 'INTERNAL', 'The relay failed.', "See the relay's log."],
} as const satisfies Record<string, Reason>;
