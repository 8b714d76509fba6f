/** Calls a listener. An error that it throws is reported, and does not keep other listeners from being called. */
export function callSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}
