import { expect, test } from '@playwright/test';
import { relayListener } from '../../src/relay/node.js';
import { engines } from '../browsers.js';
import { signal, visitAlone } from './alone.js';
import { serveSite } from './site.js';

const page = `<!doctype html><title>A visitor</title><link rel="icon" href="data:,">
<link rel="preload" as="fetch" crossorigin="anonymous" href="/relay/">
<visitor-value field="ip">an address</visitor-value>
<script src="/dist/visitor-elements.min.js" data-base-url="/relay/" data-auth="none" data-skip-bots="false"></script>
<script>visitorElements.origin.ip().then(({ ip }) => fetch('/tell/' + ip));</script>`;

for (const engine of engines)
  test(`what a line in the head asked a relay for is not asked for again: ${engine}`, async () => {
    test.skip(engine === 'webkit', 'WebKit asks twice, also for a plain fetch: the README says so');
    test.setTimeout(120_000);
    const asked: string[] = [];
    const end = signal();
    const { base, close } = await serveSite((request, response) => {
      const { url = '/' } = request;
      asked.push(url);
      if (url.startsWith('/tell/')) end.give();
      if (url === '/relay/') return relay(request, response);
      response.setHeader('content-type', 'text/html');
      response.end(url === '/page' ? page : '');
    });
    const relay = relayListener({
      baseUrl: `${base}/api/`,
      apiKey: 'demo-open',
      path: '/relay/',
      address: () => '81.2.69.142',
    });
    const installed = await visitAlone(engine, `${base}/page`, end.given);
    await close();
    test.skip(!installed, `${engine} is not installed`);
    expect(asked).toEqual(['/page', '/relay/', '/tell/81.2.69.142']);
  });
