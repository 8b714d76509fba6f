import type { Reason } from '../errors.js';

/** Why a request is refused before a lookup. The codes are those of the lookup service, the texts are the relay's. */
export const REQUEST_ERRORS = {
  pathNotFound: [404, 'NOT_FOUND', 'The relay has nothing at this path.', 'Request %, %AS or %user_agent.'],
  methodNotAllowed: [
    405,
    'METHOD_NOT_ALLOWED',
    'The relay does not accept the method %.',
    'Use GET or HEAD.',
  ],
  forbiddenOrigin: [
    403,
    'FORBIDDEN_ORIGIN',
    "Pages of '%' may not use this relay.",
    "If they are yours, add their origin to the relay's option allowedOrigins. See visitor-elements/docs/relay.md#options.",
  ],
  hostNotForwarded: [
    403,
    'FORBIDDEN_ORIGIN',
    "The page's host and the Host header differ: %.",
    'If a proxy sent the header, let the proxy forward that of the browser: proxy_set_header Host $host; in nginx, ' +
      'ProxyPreserveHost On in Apache. For pages of another origin, set the option allowedOrigins. ' +
      'See visitor-elements/docs/server.md#put-nginx-in-front.',
  ],
  uaParameter: [
    400,
    'BAD_REQUEST',
    "The relay parses the visitor's own User-Agent only.",
    'Remove the parameter (or attribute) ua.',
  ],
  misdirected: [
    421,
    'MISDIRECTED_REQUEST',
    "The host '%' is not in the relay's option allowedHosts.",
    'Add the host to allowedHosts, or let your proxy forward the header Host. See visitor-elements/docs/production.md#name-your-hosts.',
  ],
  malformed: [
    400,
    'BAD_REQUEST',
    'The request has a host or a path that no URL can have.',
    'Send a valid Host header and URL, as browsers do.',
  ],
  malformedFields: [
    400,
    'INVALID_FILTER_SYNTAX',
    'The parameter fields is malformed: %.',
    'Write it like ip,location[city,country.code]. See visitor-elements/docs/relay.md#paths.',
  ],
  fieldsTooLong: [400, 'BAD_REQUEST', 'The parameter fields is too long.', 'Use at most 1000 characters.'],
  dataTooLarge: [
    400,
    'BAD_REQUEST',
    'The data is larger than 256 KiB, too large for the parameter fields.',
    'Remove the parameter.',
  ],
  unknownAddress: [
    400,
    'INVALID_IP_ADDRESS',
    "The visitor's IP address is unknown; the relay found %.",
    "Behind proxies, set the option trustProxies to their number, or return the visitor's IP address from the option clientIp. " +
      'A platform names it only for requests that come through the platform. See visitor-elements/docs/server.md#count-your-proxies.',
  ],
  reservedAddress: [
    400,
    'RESERVED_IP_ADDRESS',
    "'%' is a private or reserved IP address, so there is no data for it.",
    "On your own machine, start the relay with the option clientIp: () => 'your public IP address'. " +
      'Behind a proxy, set the option trustProxies. See visitor-elements/docs/server.md#start-a-server.',
  ],
} as const satisfies Record<string, Reason>;
