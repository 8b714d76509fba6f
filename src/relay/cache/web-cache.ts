import { parseObject } from '../../model/json.js';
import type { AnswerCache } from '../options.js';
import type { Backend } from './circuit-breaker.js';

/** A header with the end of an answer, since not every `Cache` drops what is too old. */
const UNTIL = 'x-good-until';

/** Keeps answers in a web-standard `Cache`, which other machines may share. */
export function webCache(cache: AnswerCache): Backend {
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
