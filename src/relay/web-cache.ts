import type { Shelf } from './keeper.js';
import { parseObject } from './lookup.js';
import type { AnswerCache } from './options.js';

/** Not every `Cache` minds an answer's age, so each says until when it is good. */
const UNTIL = 'x-good-until';

/** Keeps answers in a web-standard `Cache`, which other machines may share. */
export function webCache(cache: AnswerCache): Shelf {
  return {
    async get(question) {
      const response = await cache.match(question);
      const until = Number(response?.headers.get(UNTIL));
      const data = response && until > Date.now() ? parseObject(await response.text()) : undefined;
      return data && { text: JSON.stringify(data), until };
    },

    async set(question, { text, until }) {
      const headers = {
        'Content-Type': 'application/json',
        'Cache-Control': `max-age=${Math.floor((until - Date.now()) / 1000)}`,
        [UNTIL]: `${until}`,
      };
      await cache.put(question, new Response(text, { headers }));
    },
  };
}
