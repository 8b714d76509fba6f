/** A request for the relay, whatever kind of server received it. */
export interface RelayRequest {
  method: string;
  /** Path and query, as sent. */
  target: string;
  /** The requested host, with its port; `undefined` if the request names none. */
  host: string | undefined;
  header(name: string): string | null | undefined;
  /** The visitor's IP address from the option `clientIp` or the socket, unchecked. */
  clientIp(): unknown;
  /** The web `Request` for callbacks. Throws a `RelayError` if none can be created. */
  webRequest(): Request;
  /** The second argument of callbacks. For a `node:http` server, its own request. */
  context: unknown;
}

/** A relay's response. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** `null` if there is none: for preflights, and for a HEAD request whose body isn't made yet. */
  body: Uint8Array<ArrayBuffer> | null;
}
