import type { RelayRequest } from './exchange.js';

/** What crawlers call themselves, as the elements see it too. A Cubot is a telephone. */
const CRAWLER = /bot|crawl|spider|slurp/i;
const NO_CRAWLER = /cubot/gi;

/** Whether perhaps nobody will see the page: a crawler requests it, or a browser prefetches it. */
export function isBotOrPrefetch({ header }: RelayRequest): boolean {
  const userAgent = header('user-agent') ?? '';
  return CRAWLER.test(userAgent.replace(NO_CRAWLER, '')) || /\bprefetch\b/i.test(header('sec-purpose') ?? '');
}
