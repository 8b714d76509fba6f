import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { endTree } from '../support/processes.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('npm start opens a site that shows who is visiting', async ({ page }) => {
  const child = spawn('npm', ['start'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += stripVTControlCharacters(`${text}`);
    });
  try {
    const address = /http:\/\/localhost:\d+\//;
    await expect.poll(() => printed, { timeout: 150_000 }).toMatch(address);
    const [base = ''] = address.exec(printed) ?? [];
    await page.goto(base);
    // Vite prepares modules at the first load.
    await expect(page.locator('visitor-info:state(ready)').first()).toContainText(/\S/, { timeout: 60_000 });
  } finally {
    if (child.pid !== undefined) endTree(child.pid);
    await once(child, 'close');
  }
});
