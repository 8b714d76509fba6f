import type { Browser } from '@playwright/test';
import type { Site, Slowness, Visit } from './site.js';
import { pageOf, type Subject } from './subjects.js';

export interface Condition extends Slowness {
  /** How many times slower the visitor's processor is than this machine's. */
  cpu: number;
}

/** A first visit, without caches or open connections. */
export async function firstVisit(
  browser: Browser,
  site: Site,
  subject: Subject,
  condition: Condition,
): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: condition.cpu });
    const seen = site.visit(pageOf(subject, site.service, 1), condition);
    await page.goto(site.pages);
    return await seen;
  } finally {
    await context.close();
  }
}

/** The requests that the service receives from a page with this many values. */
export async function requestsFor(browser: Browser, site: Site, subject: Subject, values: number) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const seen = site.visit(pageOf(subject, site.service, values), { latency: 0, service: 0 });
  await page.goto(site.pages);
  await seen;
  await context.close();
  return { ...site.counts };
}
