/** The environment variable with the milliseconds by which a run's clocks are ahead. */
const SHIFT = 'CLOCK_SHIFT';

/**
 * Sets the clocks of a run and everything that it starts: Node, component tests, and pages that Playwright drives. They
 * go on from this time of today (`01:05`, UTC) or from a date and time.
 */
export async function shiftClocks(time: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const start = Date.parse(/^\d\d:\d\d$/.test(time) ? `${today}T${time}:00Z` : time);
  if (Number.isNaN(start)) throw new Error(`--clock ${time}: expected 23:59 or 2028-02-29T23:59:30Z`);
  process.env[SHIFT] = `${start - Date.now()}`;
  const code = `data:text/javascript,${encodeURIComponent(clockScript())}`;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${code}`;
  // The services of component tests run in this process.
  await import(code);
}

/** What shifts a page's clock, as the run asks. Otherwise empty. */
export function clockScript(): string {
  const shift = process.env[SHIFT];
  if (!shift) return '';
  return `{
    const { now } = Date;
    Date.now = () => now() + ${shift};
    globalThis.Date = new Proxy(Date, {
      construct: (real, given, made) => Reflect.construct(real, given.length ? given : [now() + ${shift}], made),
    });
  }`;
}
