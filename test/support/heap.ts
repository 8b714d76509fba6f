import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes on this process's heap after a garbage collection. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc'); // Other tests check the globals of new contexts.
  collect();
  return process.memoryUsage().heapUsed;
}
