import type { Browser } from '@playwright/test';
import type { Site, Slowness, Visit } from './site.js';
import { pageOf, type Subject } from './subjects.js';

export interface Condition extends Slowness {
  /** How many times slower than this machine's the visitor's processor is. */
  cpu: number;
}

/** A visitor's first visit: nothing is cached, and no connection open. */
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

/** What the service is asked when a page shows so many values. */
export async function requestsFor(browser: Browser, site: Site, subject: Subject, values: number) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const seen = site.visit(pageOf(subject, site.service, values), { latency: 0, service: 0 });
  await page.goto(site.pages);
  await seen;
  await context.close();
  return { ...site.counts };
}
