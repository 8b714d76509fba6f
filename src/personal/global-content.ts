/**
 * The global objects into which label files and `countries.js` write. A page may load such a file at any time. The file
 * imports and calls nothing, so each object is a proxy that detects writes.
 */
import { isObject } from '../model/json.js';

const symbolOf = (name: string) => Symbol.for(`visitor-elements:${name}`);

/** The global object of that name, or an empty one. */
export function globalContent(name: string): Record<string, unknown> {
  const content: unknown = Reflect.get(globalThis, symbolOf(name));
  return isObject(content) ? content : {};
}

const watched = new Set<string>();

/** Calls a function after each write into the object of that name. Each name keeps only the first function. */
export function watchGlobalContent(name: string, onChange: () => void): void {
  if (watched.has(name)) return;
  watched.add(name);
  // Assignments end here too, because an object without a `set` trap defines the property.
  const defineProperty: ProxyHandler<object>['defineProperty'] = (...change) => {
    const isDefined = Reflect.defineProperty(...change);
    onChange();
    return isDefined;
  };
  Reflect.set(globalThis, symbolOf(name), new Proxy(globalContent(name), { defineProperty }));
}
