/**
 * The global objects that the labels files and `countries.js` write into. A page may load such a file at any time. It
 * imports nothing and calls nothing, so what it writes is noticed by a setter.
 */
import { isObject } from '../model/json.js';

const placeOf = (name: string) => Symbol.for(`visitor-elements:${name}`);

/** The global object of that name; an empty one where there is none. */
export function loaded(name: string): Record<string, unknown> {
  const content: unknown = Reflect.get(globalThis, placeOf(name));
  return isObject(content) ? content : {};
}

const watched = new Set<string>();

/** Calls back whenever a file has written. Each name has one callback, the first. */
export function watchLoaded(name: string, changed: () => void): void {
  if (watched.has(name)) return;
  watched.add(name);
  const defineProperty: ProxyHandler<object>['defineProperty'] = (...change) => {
    const isDefined = Reflect.defineProperty(...change);
    changed();
    return isDefined;
  };
  Reflect.set(globalThis, placeOf(name), new Proxy(loaded(name), { defineProperty }));
}
