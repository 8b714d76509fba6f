import { vi } from 'vitest';

/** Sets the entries of the `Server-Timing` header of the page's own response, until `vi.unstubAllGlobals()`. */
export function setServerTiming(...entries: [name: string, description: string][]): void {
  const serverTiming = entries.map(([name, description]) => ({ name, description, duration: 0 }));
  vi.stubGlobal('performance', {
    getEntriesByType: (type: string) => (type === 'navigation' ? [{ serverTiming }] : []),
  });
}
