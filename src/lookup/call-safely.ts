/** Calls a listener. Reports what it throws, so that other listeners are still called. */
export function callSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}
