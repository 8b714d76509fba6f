import { parseObject } from '../lookup/internal.js';
import type { WebCache } from './options.js';

/** Keeping answers in a web-standard `Cache`, which other machines may share. One that fails is as good as none. */

interface Answer {
  text: string;
  until: number;
}

/** Not every `Cache` minds an answer's age, so each says until when it is good. */
const UNTIL = 'x-good-until';

export async function cachedOutcome(
  cache: WebCache,
  key: string,
  maxAge: number,
): Promise<Answer | undefined> {
  try {
    const response = await cache.match(key);
    const until = Number(response?.headers.get(UNTIL));
    const isFresh = until > Date.now() && until <= Date.now() + maxAge * 1000;
    const text = response && isFresh ? await response.text() : '';
    return parseObject(text) && { text, until };
  } catch {
    return undefined;
  }
}

export async function cacheOutcome(cache: WebCache, key: string, { text, until }: Answer, maxAge: number) {
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': `max-age=${Math.floor(maxAge)}`,
    [UNTIL]: `${until}`,
  };
  try {
    await cache.put(key, new Response(text, { headers }));
  } catch {
    // Answering without keeping is all that is left.
  }
}
