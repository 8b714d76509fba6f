/** A page's clock, which stands still until a test moves it. */
export interface Clock {
  readonly now: number;
  goTo(time: string): void;
  ahead(seconds: number): void;
}

type Page = Pick<typeof globalThis, 'Date'>;

/** The real clocks of stopped ones. */
const realDates = new WeakMap<DateConstructor, DateConstructor>();
const pages = new Set<Page>();

/**
 * Stops a page's clock at a time (default: now) until the end of the test, or until `cleanUp` or the next page. The width
 * of a time's text, and whether a result is fresh, then don't depend on when the test runs or on how slow the machine is.
 * Timers still run.
 */
export function setClock(start?: string, page: Page = globalThis): Clock {
  const RealDate = realDates.get(page.Date) ?? page.Date;
  let now = start ? RealDate.parse(start) : page.Date.now();
  const StoppedDate = class extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length ? given : [now]) as [number]));
    }
    static override now = () => now;
  } as DateConstructor;
  realDates.set(StoppedDate, RealDate);
  pages.add(page);
  page.Date = StoppedDate;
  return {
    get now() {
      return now;
    },
    goTo(time) {
      now = RealDate.parse(time);
    },
    ahead(seconds) {
      now += seconds * 1000;
    },
  };
}

/** Lets the clocks run again. */
export function resetClocks(): void {
  for (const page of pages) page.Date = realDates.get(page.Date) ?? page.Date;
  pages.clear();
}

afterEach(resetClocks);
