/** Every error of the service: HTTP status, message (`%` is the offending value) and resolution. */
export const ERRORS = {
  BAD_REQUEST: [
    400,
    'The request cannot be understood: %.',
    'Compare the request with the README of visitor-elements-service.',
  ],
  INVALID_FILTER_SYNTAX: [
    400,
    'The parameter fields cannot be read: %.',
    'Write it like ip,location[city,country.code].',
  ],
  INVALID_IP_ADDRESS: [400, '% is not an IP address.', 'Use one IPv4 or IPv6 address, such as 1.1.1.1.'],
  RESERVED_IP_ADDRESS: [
    400,
    '% is a private or reserved IP address.',
    'Use a public IP address, such as 1.1.1.1.',
  ],
  INVALID_ASN: [400, '% is not an AS number.', 'Use AS and a number from 1 to 4294967295, such as AS15169.'],
  RESERVED_ASN: [400, '% is a reserved AS number.', 'Use the number of a public network, such as AS15169.'],
  TOO_MANY_IPS: [400, 'The batch has % IP addresses.', 'Send at most 1024 IP addresses in one batch.'],
  TOO_MANY_ASNS: [400, 'The batch has % AS numbers.', 'Send at most 16 AS numbers in one batch.'],
  TOO_MANY_USER_AGENTS: [
    400,
    'The request has % User-Agent strings.',
    'Send at most 256 strings in one request.',
  ],
  MISSING_API_KEY: [
    401,
    'You have not supplied an API key.',
    'Add your API key as a query parameter or in the Authorization header.',
  ],
  INSUFFICIENT_CREDITS: [
    402,
    'Your account has too few credits for this request.',
    'Buy credits or use another key.',
  ],
  INVALID_API_KEY: [403, 'The API key is not known.', 'Check the key for typing errors.'],
  FORBIDDEN_IP: [403, 'The key may not be used from this IP address.', 'Allow the IP address for this key.'],
  FORBIDDEN_ORIGIN: [403, 'The key may not be used from this origin.', 'Allow the origin for this key.'],
  FORBIDDEN_IP_ORIGIN: [
    403,
    'The key may be used neither from this IP address nor from this origin.',
    'Allow the IP address and the origin for this key.',
  ],
  NOT_FOUND: [404, 'There is nothing at %.', 'Request /, /AS, /user_agent, an IP address or an AS number.'],
  UNKNOWN_ASN: [404, 'There is no data for %.', 'Check the AS number.'],
  METHOD_NOT_ALLOWED: [405, 'The method % is not allowed here.', 'Use a method that the Allow header names.'],
  CONTENT_TOO_LARGE: [413, 'The body is longer than % bytes.', 'Send a smaller batch.'],
  TOO_MANY_REQUESTS: [
    429,
    'The key has used up its requests for this hour.',
    'Wait for the seconds of Retry-After.',
  ],
  DISABLED_API_KEY: [451, 'The API key is disabled.', 'Enable the key or use another.'],
  INTERNAL: [500, 'The service failed.', 'Try again later.'],
} as const satisfies Record<string, readonly [status: number, message: string, resolution: string]>;

/** The name of an error, which is its body's `code`. */
export type ErrorCode = keyof typeof ERRORS;

/** The body of every error response, and of each entry of a batch that can't be looked up. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  resolution: string;
}

/** Rejects a request. Thrown anywhere, and written as a response in one place. */
export class ServiceError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Additional headers of the response, such as `Retry-After`. */
  readonly headers: Record<string, string>;

  /** @param found The offending value, for the message. */
  constructor(code: ErrorCode, found = '', headers: Record<string, string> = {}, status?: number) {
    const [usual, message, resolution] = ERRORS[code];
    super(code);
    this.status = status ?? usual;
    this.headers = { ...(this.status === 401 && { 'WWW-Authenticate': 'ApiKey' }), ...headers };
    this.body = { code, message: message.replace('%', () => found), resolution };
  }
}

/** The error for a bare HTTP status. */
export function errorWithStatus(status: number): ServiceError {
  const known = Object.entries(ERRORS).find(([, [of]]) => of === status)?.[0] as ErrorCode | undefined;
  return new ServiceError(
    known ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL'),
    `status ${status}`,
    {},
    status,
  );
}

/** Quotes a piece of a request for a message, shortened. */
export function quoteInput(text: string): string {
  return `'${text.length > 100 ? `${text.slice(0, 100)}…` : text}'`;
}
