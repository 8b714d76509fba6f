import type { RelayRequest } from './exchange.js';

/** What crawlers call themselves, as the elements see it too; Cubot makes telephones. */
const CRAWLER = /bot|crawl|spider|slurp/i;
const NO_CRAWLER = /cubot/gi;

/** Whether nobody may ever see the page: a crawler asks for it, or a browser prefetches it. */
export function isUnattended({ header }: RelayRequest): boolean {
  const userAgent = header('user-agent') ?? '';
  return CRAWLER.test(userAgent.replace(NO_CRAWLER, '')) || /\bprefetch\b/i.test(header('sec-purpose') ?? '');
}
