/**
 * Whether a moment has passed, in milliseconds since 1970. A moment more than `span` ahead counts as passed: it was set
 * with a wrong clock, and the entry would last for years.
 */
export const hasPassed = (moment: number, span: number, now = Date.now()): boolean =>
  moment <= now || moment > now + span;

/** Milliseconds since a moment of `performance.now()`. */
export const millisecondsSince = (moment: number): number => performance.now() - moment;
