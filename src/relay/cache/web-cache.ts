import { parseObject } from '../../model/json.js';
import { JsonBody } from '../body.js';
import type { AnswerCache } from '../options.js';
import type { Backend } from './circuit-breaker.js';

/** A header with the end of the data's validity, because not every `Cache` drops expired entries. */
const EXPIRES_AT = 'x-good-until';

/** Keeps data in a web-standard `Cache`, which other machines may share. */
export function webCache(cache: AnswerCache): Backend {
  return {
    async get(cacheKey) {
      const response = await cache.match(cacheKey);
      const expiresAt = Number(response?.headers.get(EXPIRES_AT));
      const data = response && expiresAt > Date.now() ? parseObject(await response.text()) : undefined;
      return data && { body: new JsonBody(data), expiresAt };
    },

    async set(cacheKey, { body, expiresAt }) {
      const headers = {
        'Content-Type': 'application/json',
        'Cache-Control': `max-age=${Math.floor((expiresAt - Date.now()) / 1000)}`,
        [EXPIRES_AT]: `${expiresAt}`,
      };
      await cache.put(cacheKey, new Response(JSON.stringify(body.data), { headers }));
    },
  };
}
