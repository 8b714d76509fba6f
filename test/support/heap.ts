import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of this process's heap after garbage was collected. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc'); // Other tests look at what a new context has.
  collect();
  return process.memoryUsage().heapUsed;
}
