const reported = new Set<string>();

/** Tells the page's author, on the console, once however many readers are concerned. The latest 64 are remembered. */
export function report(message: string): void {
  if (reported.has(message)) return;
  reported.add(message);
  const [oldest] = reported;
  if (reported.size > 64 && oldest !== undefined) reported.delete(oldest);
  console.warn(`visitor-elements: ${message}`);
}
