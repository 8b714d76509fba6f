/** Whether a User-Agent is that of a crawler, by the words that crawlers call themselves. Cubot is a phone maker. */
export const isCrawler = (userAgent = ''): boolean => /(?<!cu)bot|crawl|spider|slurp/i.test(userAgent);
