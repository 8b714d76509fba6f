type Reason = readonly [status: number, code: string, message: string, resolution: string];

/**
 * Why the relay gives no data. The codes are the lookup service's own vocabulary; the texts are the relay's, so that
 * nothing the service said, which might hold the key, is ever passed on. `%` is what was found.
 */
export const REASONS = {
  // The request.
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
  longFields: [400, 'BAD_REQUEST', 'The parameter fields is too long.', 'Use at most 1000 characters.'],
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
  manyUserAgents: [
    429,
    'TOO_MANY_REQUESTS',
    "The visitor's address has shown more browsers than are parsed for one address.",
    'Wait as long as Retry-After says.',
  ],
  // The visitor's address.
  unknownAddress: [
    400,
    'INVALID_IP_ADDRESS',
    "The relay knows no IP address of the visitor; it found '%'.",
    "Behind proxies, let the option trustProxies count them, or let the option address give the visitor's address.",
  ],
  reservedAddress: [
    400,
    'RESERVED_IP_ADDRESS',
    "'%' is a private or reserved address, so it tells nothing about its visitor.",
    "On your own machine, start the relay with the option address: () => 'your public IP address'. " +
      'Behind a proxy, count it with the option trustProxies.',
  ],
  unknownNetwork: [
    404,
    'UNKNOWN_ASN',
    "The visitor's address belongs to no known autonomous system.",
    'Show the fallback.',
  ],
  // The answer of the lookup service.
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
    'The lookup service did not answer with a JSON object of at most 1 MiB (status %).',
    "Check the relay's option baseUrl.",
  ],
  late: [
    504,
    'INTERNAL',
    'The lookup service did not answer in time.',
    "Try again later, or raise the relay's timeout.",
  ],
  // The relay itself.
  broken: [500, 'INTERNAL', 'The relay failed.', "See the relay's log."],
} as const satisfies Record<string, Reason>;
