import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { dataDate } from '../../../demo/service/attributions.js';
import { demoKeys } from '../../../demo/service/keys.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const bundle = 'test-results/service/main.js';

// As its package has it. From its modules, each start would take half a second longer.
beforeAll(() =>
  build({
    absWorkingDir: root,
    entryPoints: ['demo/service/main.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  }),
);

function run(program: string, ...args: string[]) {
  const child = spawn(program, args, { cwd: root, detached: true });
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed.text += chunk;
    });
  return { child, printed };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  if (child.pid) process.kill(-child.pid, 'SIGTERM');
  await ended;
}

test('alone, the service prints its address, visitor, keys and data date, and answers there', async () => {
  const { child, printed } = run(
    'npm',
    'run',
    '--silent',
    'service',
    '--',
    '--port',
    '0',
    '--visitor',
    '8.8.8.8',
  );
  await expect.poll(() => printed.text, { timeout: 50_000 }).toContain('Data of');
  expect(printed.text).toContain('8.8.8.8');
  expect(printed.text).toContain(dataDate);
  expect(printed.text).toMatch(/Until .* is on npm, set src to your copy/);
  for (const key of Object.keys(demoKeys)) expect(printed.text).toContain(key);
  const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(printed.text) ?? [];
  expect(await (await fetch(address)).json()).toMatchObject({ ip: '8.8.8.8' });
  await stop(child);
});

const mistakes = [
  { args: ['--port', 'http'], says: "--port is 'http'. Use a number from 0 to 65535." },
  { args: ['--port', '65536'], says: "--port is '65536'" },
  { args: ['--visitor', '1.2.3'], says: "visitor is '1.2.3'. Use one IPv4 or IPv6 address." },
  {
    args: ['--visitor', '192.168.1.1'],
    says: "--visitor is '192.168.1.1'. A private or reserved IP address",
  },
  { args: ['--colour'], says: "Unknown option '--colour'" },
  { args: ['--port'], says: "Option '--port <value>' argument missing" },
  { args: ['8080'], says: "Unexpected argument '8080'" },
  { args: ['--port', '0', '--host', '192.0.2.1'], says: 'Cannot listen on 192.0.2.1:0' },
];
for (const { args, says } of mistakes)
  test(`a mistaken ${args.join(' ')} stops it with a plain message`, async () => {
    const { child, printed } = run('node', bundle, ...args);
    const [code] = await once(child, 'close');
    expect(code).toBe(2);
    expect(printed.text).toContain(says);
    expect(printed.text).toContain('--visitor  the IP address');
    expect(printed.text).not.toMatch(/\n\s+at /);
  });
