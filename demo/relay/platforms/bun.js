import { createRelay } from 'visitor-elements/relay.js';

const relay = createRelay({
  baseUrl: Bun.env.LOOKUP_URL,
  apiKey: Bun.env.LOOKUP_KEY,
  clientIp: (request, server) => server.requestIP(request)?.address,
});

const { port } = Bun.serve({
  port: Bun.env.PORT ?? 8081,
  fetch: (request, server) =>
    new URL(request.url).pathname.split('/')[1] === 'origin' ? relay(request, server) : new Response('site'),
});
console.log(`http://127.0.0.1:${port}/`);
