import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serveSite } from '../../e2e/site.js';
import { execute, here } from './run.js';

/** Calls the service directly and through a relay in the same process, with one of the two versions of undici. */
const program = (undici: string) => `
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import { OriginLookup } from 'visitor-elements/lookup.js';
registerHooks?.({ resolve: (name, context, next) => next(name === 'undici' ? '${undici}' : name, context) });
const { relayListener } = await import('visitor-elements/relay-node.js');
const baseUrl = process.argv[1];
const direct = await new OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip();
const relay = relayListener({ baseUrl, apiKey: 'demo-open', clientIp: () => '81.2.69.142' });
const server = createServer(relay).listen(0, '127.0.0.1', async () => {
  const relayed = await (await fetch(\`http://127.0.0.1:\${server.address().port}/origin/\`, { headers: { 'sec-fetch-site': 'same-origin' } })).json();
  console.log(JSON.stringify([direct.ip, relayed.ip]));
  process.exit();
});`;

for (const node of ['22', '24', '26'])
  for (const undici of ['undici-7', 'undici-8'])
    test(`Node ${node} with ${undici}: the lookup module and the relay`, async () => {
      const server = await serveSite((_, response) => response.writeHead(404).end());
      const args = ['--input-type=module', '--eval', program(undici), `${server.base}/api/`];
      const { stdout, text } = await execute(join(here, `node_modules/node-${node}/bin/node`), args);
      expect(stdout.trim(), text).toBe('["81.2.69.142","81.2.69.142"]');
      await server.close();
    });

test('Node 22, 24 and 26 import what a server renders', async () => {
  for (const node of ['22', '24', '26']) {
    const code = `await import('visitor-elements/define.js'); console.log(customElements.get('visitor-info').name)`;
    const { stdout, text } = await execute(join(here, `node_modules/node-${node}/bin/node`), ['--input-type=module', '--eval', code]);
    expect(stdout.trim(), text).toBe('VisitorInfo');
  }
});
