import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';

const src = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Every module except the relay's and those whose purpose is a side effect on import. */
const modules = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) =>
      file.endsWith('.ts') &&
      !/^(define|labels|relay|script|countries|client-hints|services|devtools)/.test(file),
  );

test('a module that is imported and not used opens no channel, reads no storage and writes no global', async () => {
  vi.resetModules();
  // Lit itself sets globals.
  await import('lit');
  const touched: string[] = [];
  const refuse = (what: string) => () => {
    touched.push(what);
    throw new Error(`${what} was touched`);
  };
  const shared = Symbol.for('visitor-elements');
  const names = ['BroadcastChannel', 'localStorage', 'sessionStorage', 'fetch', shared];
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const name of names)
    Object.defineProperty(globalThis, name, {
      get: refuse(String(name)),
      set: refuse(String(name)),
      configurable: true,
    });
  // As in a page. Otherwise no channel would be opened in any case.
  Object.assign(globalThis, { document: {}, addEventListener: refuse('addEventListener') });
  const globals = Reflect.ownKeys(globalThis);
  try {
    expect(modules).toContain('lookup/page.ts');
    expect(modules).toContain('elements/card/visitor-card.ts');
    for (const module of modules) await import(pathToFileURL(src + module).href);
    expect(touched).toEqual([]);
    expect(Reflect.ownKeys(globalThis).filter((name) => !globals.includes(name))).toEqual([]);
  } finally {
    for (const name of ['document', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
    for (const [name, property] of before)
      if (property) Object.defineProperty(globalThis, name, property);
      else Reflect.deleteProperty(globalThis, name);
  }
});
