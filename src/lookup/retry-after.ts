/** The seconds that a `Retry-After` header asks for, from a number or a date; `undefined` where it says neither. */
export function retryAfterSeconds(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return seconds >= 0 ? seconds : undefined;
}
