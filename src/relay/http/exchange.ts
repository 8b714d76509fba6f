/** What a relay needs to know of a request, whatever kind of server received it. */
export interface RelayRequest {
  method: string;
  /** Path and query, as they were sent. */
  target: string;
  /** The host that was asked, with its port; `undefined` where none was named. */
  host: string | undefined;
  header(name: string): string | null | undefined;
  /** The visitor's address as the deployment tells it; not checked yet. */
  address(): unknown;
  /** The same request for what the deployment passed in. Throws a `RelayError` where no `Request` can express it. */
  webRequest(): Request;
  /** What came with it: of a `node:http` server its own request. */
  context: unknown;
}

/** What a relay answers. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** `null` where there is none: for preflights, and where a HEAD would not send it. */
  body: string | null;
}
