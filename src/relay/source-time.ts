/** How a function that calls several sources learns how much time the relay has. */
const WITHIN = Symbol.for('visitor-elements:within');

type Timed<F> = F & { [WITHIN]?: (milliseconds: number) => F };

/** Marks a function of a source that shares its time between other sources. */
export const sharingTime = <F extends (...args: never[]) => unknown>(
  within: (milliseconds: number) => F,
  defaultTime: number,
): F => Object.assign(within(defaultTime), { [WITHIN]: within });

/** A source's function with the time that it has, in milliseconds. Most functions don't depend on it. */
export const callWithin = <F extends (...args: never[]) => unknown>(call: F, milliseconds: number): F =>
  (call as Timed<F>)[WITHIN]?.(milliseconds) ?? call;
