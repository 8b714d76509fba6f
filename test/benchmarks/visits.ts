import type { Browser, Page } from '@playwright/test';
import { openPhone } from './phone.js';
import type { Network, Site, Visit } from './site.js';
import { type Field, fields, pageOf, type Subject } from './subjects.js';

/** Milliseconds that a visit may take before the browser counts as stuck. */
const patience = 60_000;

/** The visits of one subject, by what its page shows. */
export type Visits = Record<Field, Visit[]>;

/**
 * First visits on a phone: in each round every page once, in a different order. A first round isn't counted, because it
 * starts the browser.
 */
export async function firstVisits(
  site: Site,
  subjects: Subject[],
  network: Network,
  rounds: number,
): Promise<Visits[]> {
  const taken = subjects.map((): Visits => ({ ip: [], 'location.country.name': [] }));
  const pages = fields.flatMap((field) => subjects.map((subject, index) => ({ field, subject, index })));
  const order = Array.from({ length: rounds + 1 }, (_, round) =>
    pages.map((_, turn) => ({ round, page: pages[(turn + round) % pages.length] })),
  ).flat();
  await new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout;
    let at = -1;
    const next = () => {
      clearTimeout(timer);
      at += 1;
      const page = order[at]?.page;
      if (!page) return '';
      timer = setTimeout(() => end(new Error(`${page.subject.name} showed nothing`)), patience);
      site.serve(pageOf(page.subject, site.service, 1, page.field), network);
      return site.url(`visit-${at}`);
    };
    site.onVisit = (visit) => {
      const { round = 0, page } = order[at] ?? {};
      if (round && page) taken[page.index]?.[page.field].push(visit);
      if (order[at + 1]?.round !== round) process.stdout.write('.');
      const url = next();
      if (!url) end();
      return url;
    };
    const phone = openPhone(next());
    const end = (error?: Error) => {
      clearTimeout(timer);
      site.onVisit = () => '';
      phone.then((open) => open.close()).then(() => (error ? reject(error) : resolve()), reject);
    };
    phone.catch(reject);
  });
  return taken;
}

/** The requests that the service receives from a page with this many values. */
export async function requestsFor(browser: Browser, site: Site, subject: Subject, values: number) {
  const page = await browser.newPage();
  await openPage(site, subject, values, page);
  await page.context().close();
  return { ...site.counts };
}

/** Opens a subject's page without a slow network, and waits until its values are shown. */
export async function openPage(site: Site, subject: Subject, values: number, page: Page): Promise<void> {
  site.serve(pageOf(subject, site.service, values));
  const shown = new Promise<void>((resolve) => {
    site.onVisit = () => {
      resolve();
      return '';
    };
  });
  await page.goto(site.url('page'));
  await shown;
}
