/**
 * Whether a moment has passed, in milliseconds since 1970. One that lies farther ahead than the span it was made with
 * counts as passed too: the clock was wrong when it was made, and what hangs on it would hold for years.
 */
export const hasPassed = (moment: number, span: number, now = Date.now()): boolean =>
  moment <= now || moment > now + span;
