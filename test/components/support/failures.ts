import type { LookupErrorCode, Settings } from '../../../src/lookup/index.js';

/** A failure of the service, and the error of a lookup that meets the failure. */
interface Failure {
  fault: string;
  code: LookupErrorCode;
  status?: number;
  /** Attempts with 2 retries allowed. Default: 1. */
  attempts?: number;
  /** The browser itself may repeat a request whose connection was dropped. The page doesn't notice. */
  repeated?: true;
  settings?: Settings;
  service?: string;
}

export const failures: Failure[] = [
  { fault: 'status-400', code: 'bad-request', status: 400 },
  { fault: 'status-401', code: 'unauthorized', status: 401 },
  { fault: 'status-402', code: 'out-of-credits', status: 402 },
  { fault: 'status-403', code: 'unauthorized', status: 403 },
  { fault: 'status-404', code: 'bad-request', status: 404 },
  { fault: 'status-413', code: 'bad-request', status: 413 },
  { fault: 'status-418', code: 'bad-request', status: 418 },
  { fault: 'status-429', code: 'rate-limited', status: 429 },
  { fault: 'retry-after-30', code: 'rate-limited', status: 429 },
  { fault: 'retry-date-30', code: 'rate-limited', status: 429 },
  { fault: 'retry-hidden-30', code: 'rate-limited', status: 429, service: otherOrigin },
  { fault: 'status-451', code: 'unauthorized', status: 451 },
  { fault: 'status-500', code: 'service', status: 500 },
  { fault: 'status-501', code: 'service', status: 501 },
  { fault: 'status-502', code: 'service', status: 502, attempts: 3 },
  { fault: 'status-503', code: 'service', status: 503, attempts: 3 },
  { fault: 'status-504', code: 'service', status: 504, attempts: 3 },
  { fault: 'html', code: 'invalid-response', status: 200 },
  { fault: 'xml', code: 'invalid-response', status: 200 },
  { fault: 'empty', code: 'invalid-response', status: 200 },
  { fault: 'truncated', code: 'invalid-response', status: 200 },
  { fault: 'null', code: 'invalid-response', status: 200 },
  { fault: 'array', code: 'invalid-response', status: 200 },
  { fault: 'string', code: 'invalid-response', status: 200 },
  { fault: 'number', code: 'invalid-response', status: 200 },
  { fault: 'garbage', code: 'invalid-response', status: 200 },
  { fault: 'not-utf8', code: 'invalid-response', status: 200 },
  { fault: 'bad-utf8', code: 'invalid-response', status: 200 },
  { fault: 'drop', code: 'network', attempts: 3, repeated: true },
  { fault: 'drop', code: 'network', attempts: 3, repeated: true, service: otherOrigin },
  { fault: 'no-cors', code: 'network', attempts: 3, service: otherOrigin },
  { fault: 'slow-9000', code: 'timeout', settings: { timeout: 300 } },
];
