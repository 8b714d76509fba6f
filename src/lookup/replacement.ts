/** What takes the service's place, in tests of pages and while the panel simulates a fault. */
import { LookupError, type LookupErrorCode } from '../model/error.js';
import { type ServiceReplacement, serviceReplacement } from './request.js';

/** Each error code, with the HTTP status that it usually has. */
const errorStatuses: Readonly<Record<LookupErrorCode, number | undefined>> = {
  misconfigured: undefined,
  unauthorized: 403,
  'out-of-credits': 402,
  'rate-limited': 429,
  'bad-request': 400,
  service: 500,
  'invalid-response': 200,
  network: undefined,
  timeout: undefined,
  aborted: undefined,
  skipped: undefined,
};

export const errorCodes = Object.keys(errorStatuses);

export const isErrorCode = (value: unknown): value is LookupErrorCode => errorCodes.includes(value as string);

/** A replacement that fails with this code. */
export const failingWith =
  (code: LookupErrorCode, message: string): ServiceReplacement =>
  async () =>
    new LookupError(code, message, { status: errorStatuses[code] });

/** Replaces the service for the lookups of every copy of the package. Without a replacement, it responds again. */
export function replaceService(replacement?: ServiceReplacement): void {
  if (replacement) Reflect.set(globalThis, serviceReplacement, replacement);
  // A removed panel leaves nothing on the page.
  else Reflect.deleteProperty(globalThis, serviceReplacement);
}
