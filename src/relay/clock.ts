/**
 * Whether a moment has passed, in milliseconds since 1970. A moment farther ahead than `span` has passed too: the clock was
 * wrong when the moment was set, and the entry would last for years.
 */
export const hasPassed = (moment: number, span: number, now = Date.now()): boolean =>
  moment <= now || moment > now + span;

/** Milliseconds since a moment of `performance.now()`. */
export const millisecondsSince = (moment: number): number => performance.now() - moment;
