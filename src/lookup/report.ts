const reported = new Set<string>();

/** Tells the page's author, on the console, once however many readers are concerned. */
export function report(message: string): void {
  if (reported.has(message)) return;
  if (reported.size > 64) reported.clear();
  reported.add(message);
  console.warn(`visitor-elements: ${message}`);
}
