import { OriginLookup, type Settings } from '../../../src/lookup/index.js';

/** Makes each lookup with the settings that it receives, and posts the results. */
addEventListener('message', async ({ data }: MessageEvent<Settings>) => {
  const lookup = new OriginLookup(data);
  const outcomes = await Promise.all(
    [lookup.ip(), lookup.ip(), lookup.asn(), lookup.userAgent()].map((answer) =>
      answer.catch(({ code, message }: Record<string, unknown>) => ({ code, message })),
    ),
  );
  postMessage(outcomes);
});
