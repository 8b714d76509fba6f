import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { canonicalAddress, isReserved } from '../../src/relay/client-ip.js';
import { dataDate } from './attributions.js';
import { loadData } from './data.js';
import { demoKeys } from './keys.js';
import { nodeListener } from './node-listener.js';
import manifest from './package.json' with { type: 'json' };
import { createService, DEFAULT_VISITOR } from './service.js';

/** The command that started the service: in this repository, or as a separate package. */
const program =
  process.env.npm_lifecycle_event === 'service' ? 'npm run service --' : 'visitor-elements-service';

const USAGE = `${program} [--port <0 to 65535>] [--host <interface>] [--visitor <IP address>]
  --port     where to listen; default 8080, 0 for any free port
  --host     the interface to listen on; default 127.0.0.1, this machine only
  --visitor  the IP address that callers on this machine have; default ${DEFAULT_VISITOR}`;

/** Enough for a GET batch of 1,024 IPv6 addresses, in bytes. */
const MAX_BATCH_PATH = 65_536;

function stop(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        visitor: { type: 'string', default: DEFAULT_VISITOR },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= 65535)) stop(`--port is '${values.port}'. Use a number from 0 to 65535.`);
    const service = createService({ visitor: values.visitor });
    if (isReserved(canonicalAddress(values.visitor) ?? ''))
      stop(
        `--visitor is '${values.visitor}'. A private or reserved IP address has no data. Use a public one.`,
      );
    return { ...values, port, service };
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

const { port, host, visitor, service } = readOptions();
loadData();
const server = createServer({ maxHeaderSize: MAX_BATCH_PATH }, nodeListener(service.handle, service.refuse));
server.on('error', (error) => stop(`Cannot listen on ${host}:${port}: ${error.message}`));
server.listen(port, host, () => {
  const bound = server.address() as AddressInfo;
  const base = `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
  console.log(`Lookup service    ${base}/?key=demo-open
Visitor           ${visitor} (for callers on this machine)
Keys              ${Object.keys(demoKeys).join(', ')}
Data of           ${dataDate}
Markup to paste, whole. Until ${manifest.version} is on npm, set src to your copy of dist/visitor-elements.min.js:

<script async src="https://unpkg.com/visitor-elements@${manifest.version}/dist/visitor-elements.min.js"
  data-base-url="${base}" data-api-key="demo-open"></script>
<visitor-info></visitor-info>`);
});
