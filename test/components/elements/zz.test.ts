import { until } from './support.js';
const run = async (make: () => object) => {
  const refs = Array.from({ length: 50 }, () => new WeakRef(make()));
  let n = 0; const t = performance.now();
  try { await until(() => {
    const hold = Array.from({ length: 16 }, () => new Uint8Array(4 << 20).fill(1)); if (hold.length === 0) throw 0;
    n++;
    return refs.filter((ref) => ref.deref()).length <= refs.length / 10;
  }, 'x'); } catch (e) { console.log('fail', n); }
  console.log(n, refs.filter((ref) => ref.deref()).length, performance.now() - t);
};
it('objects', () => run(() => ({ a: 1 })));
it('divs', () => run(() => document.createElement('div')));
it('gc', () => { console.log(typeof (globalThis as any).gc, JSON.stringify((performance as any).memory?.usedJSHeapSize)); });
