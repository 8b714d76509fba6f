import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { runIn } from '../support/project.js';
import { expect, test } from './fixtures.js';
import { serveSite } from './site.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the development service runs from its own package, and prints markup that works when it is pasted alone', async ({
  closing,
  page,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'visitor-elements-service-'));
  expect(await runIn(root, 'npm', 'run', 'build:service')).toMatchObject({ ok: true });
  await runIn(join(root, 'demo/service'), 'npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
  const [tarball = ''] = await readdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const installed = await runIn(folder, 'npm', 'install', '--prefer-offline', `./${tarball}`);
  expect(installed.ok, installed.output).toBe(true);
  const contents = await readdir(join(folder, 'node_modules/visitor-elements-service'));
  expect(contents.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);

  const program = join(folder, 'node_modules/.bin/visitor-elements-service');
  const child = spawn(process.execPath, [program, '--port', '0'], { cwd: folder });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  await expect.poll(() => printed, { timeout: 30_000 }).toContain('</visitor-info>');
  const [markup = ''] = /<script.*<\/visitor-info>/s.exec(printed) ?? [];
  const published = `https://unpkg.com/visitor-elements@${manifest.version}/dist/visitor-elements.min.js`;
  await page.route(published, (route) => route.fulfill({ path: join(root, 'dist/visitor-elements.min.js') }));
  const site = await closing(
    serveSite((_, response) => response.setHeader('content-type', 'text/html').end(markup)),
  );
  await page.goto(site.base);
  await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');

  const ended = once(child, 'close');
  child.kill();
  await ended;
  await rm(folder, { recursive: true });
});

test('both packages are of one version', async () => {
  const service = JSON.parse(await readFile(join(root, 'demo/service/package.json'), 'utf8')) as {
    version: string;
  };
  expect(service.version).toBe(manifest.version);
});
