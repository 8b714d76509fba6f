import { isObject } from './json.js';
import { State } from './page-state.js';

const shape = Symbol.for('visitor-elements/state/1');
const methods = ['join', 'peek', 'useView', 'changed'] as const;
type Shared = Pick<State, (typeof methods)[number]>;

const isShared = (found: unknown): found is Shared =>
  isObject(found) && methods.every((name) => typeof found[name] === 'function');

function shared(): Shared {
  const found: unknown = Reflect.get(globalThis, shape);
  if (isShared(found)) return found;
  const own = new State();
  Reflect.set(globalThis, shape, own);
  return own;
}

/** The state of the first copy of this shape on the page. */
export const state = shared();
