/** A page's clock, which stands still until a test moves it. */
export interface Clock {
  readonly now: number;
  goTo(time: string): void;
  ahead(seconds: number): void;
}

type Page = Pick<typeof globalThis, 'Date'>;

const pages = new Map<Page, DateConstructor>();

/**
 * Stops a page's clock at a time (default: now) until the end of the test. The width of a time's text, and whether a
 * result is fresh, then don't depend on when the test runs or on how slow the machine is. Timers still run.
 */
export function setClock(start?: string, page: Page = globalThis): Clock {
  const RealDate = pages.get(page) ?? page.Date;
  pages.set(page, RealDate);
  let now = start ? RealDate.parse(start) : RealDate.now();
  page.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length ? given : [now]) as [number]));
    }
    static override now = () => now;
  } as DateConstructor;
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

afterEach(() => {
  for (const [page, RealDate] of pages) page.Date = RealDate;
  pages.clear();
});
