/** What a relay needs to know of a request, whatever kind of server received it. */
export interface RelayRequest {
  method: string;
  /** Path and query, as they were sent. */
  target: string;
  /** The requested host, with its port; `undefined` if the request names none. */
  host: string | undefined;
  header(name: string): string | null | undefined;
  /** The visitor's IP address as the deployment gives it, unchecked. */
  clientIp(): unknown;
  /** The same request for callbacks of the deployment. Throws a `RelayError` if no `Request` can express it. */
  webRequest(): Request;
  /** What came with the request; for a `node:http` server its own request. */
  context: unknown;
}

/** A relay's response. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** `null` if there is none: for preflights, and for a HEAD whose body would have to be made. */
  body: Uint8Array<ArrayBuffer> | null;
}
