import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandOutput, onPath } from '../support/command.js';
import { installDebian } from '../support/debian.js';
import { startScreen } from '../support/webkit.js';
import { expect, test } from './fixtures.js';
import { serveSite } from './site.js';

/*
 * What Firefox and WebKitGTK give to a screen reader on Linux, over AT-SPI. The table of test/accessibility-tree.md has what is
 * in Chromium's tree.
 */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Visitors</title>
<script src="/dist/visitor-elements.min.js" data-base-url="/api/from/sample-office/" data-api-key="demo-open"
  data-storage="none" data-skip-bots="false" data-retries="0"></script>
<visitor-info heading-level="2"></visitor-info>
<visitor-asn></visitor-asn>
<visitor-user-agent fields="version"></visitor-user-agent>
<visitor-country-select countries="DE FR"><label>Ship to</label></visitor-country-select>
<visitor-map></visitor-map>
<visitor-map label="Where you are"></visitor-map>
<visitor-switch announce><template data-country="FR">Hallo</template>Hello</visitor-switch>
<script>
  addEventListener('visitor-load', ({ target }) => {
    if (target.localName !== 'visitor-switch') return;
    // Changes after the first are announced.
    requestAnimationFrame(() => setTimeout(() => { target.firstElementChild.dataset.country = 'DE'; }));
  });
</script>
<visitor-info base-url="/api/fault/status-500/"></visitor-info>`;

const expected = [
  'group “Berlin, Germany”',
  'heading “Berlin, Germany”',
  'term “Address”',
  'button “Copy Address”',
  'term “Network”',
  'term “Browser”',
  'term “Device”',
  'group “Sample Office Net”',
  'term “Country”',
  'term “Registry”',
  'term “Domain”',
  'term “Allocated”',
  'group “Firefox 140”',
  'term “Version”',
  'combobox “Ship to”',
  'image “Where you are”',
  'live region “Hallo”',
  'button “Try again”',
];

/** AT-SPI's names of roles, as ARIA has them. */
const roles: Record<string, string> = {
  panel: 'group',
  heading: 'heading',
  'description term': 'term',
  'push button': 'button',
  'combo box': 'combobox',
  image: 'image',
  live: 'live region',
};

/** Each browser's command in a folder for its profile. `undefined` if it isn't installed. */
const browsers: Record<string, (url: string, folder: string) => string[] | undefined> = {
  Firefox(url, folder) {
    const program = onPath('firefox-esr', 'firefox');
    return program ? [program, '--no-remote', '--profile', folder, url] : undefined;
  },
  WebKitGTK(url) {
    const program = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
    return existsSync(program) ? [program, url] : undefined;
  },
};

// The system's own Python has the module.
const python = '/usr/bin/python3';
const isThere = () =>
  commandOutput([python, '-c', 'import pyatspi'], 20) !== undefined && onPath('dbus-run-session');

test.beforeAll(async () => {
  test.setTimeout(900_000); // It may install packages.
  if (!isThere() && process.env.CI) await installDebian([['python3-pyatspi', 'at-spi2-core', 'dbus']]);
  if (!isThere() && process.env.CI)
    throw new Error('AT-SPI is not installed: apt-get install python3-pyatspi dbus');
});

for (const [name, commandFor] of Object.entries(browsers))
  test(`${name} gives assistive technology the names and roles of Chromium’s tree`, async ({ shared }) => {
    test.skip(!isThere(), 'AT-SPI is not installed');
    const site = await shared(serve);
    const folder = await mkdtemp(join(tmpdir(), 'assistive-'));
    await writeFile(join(folder, 'user.js'), 'user_pref("accessibility.force_disabled", -1);');
    const screen = await startScreen();
    try {
      const command = commandFor(`${site.base}/`, folder);
      test.skip(!command || !screen, `${name} is not installed`);
      let lines: string[] = [];
      // A session of D-Bus is sometimes without AT-SPI, and a browser asks for it once.
      await expect
        .poll(
          async () => {
            lines = await readTree(command ?? [], screen?.display);
            return lines;
          },
          { timeout: 150_000 },
        )
        .not.toEqual([]);
      expect(lines).toEqual(expected);
    } finally {
      screen?.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

/** Opens the page in a browser and a session of D-Bus of their own. Empty if AT-SPI has no such page. */
async function readTree(command: string[], display?: string): Promise<string[]> {
  const script = fileURLToPath(new URL('assistive-tree.py', import.meta.url));
  const { stdout } = await promisify(execFile)(
    'dbus-run-session',
    ['--', python, script, 'Visitors', JSON.stringify(['Try again', 'Hallo']), ...command],
    { timeout: 60_000, env: { ...process.env, DISPLAY: display, GNOME_ACCESSIBILITY: '1' } },
  );
  // AT-SPI's own processes print lines before.
  const tree = stdout.trim().split('\n').at(-1) ?? '';
  return (JSON.parse(tree) as [role: string, name: string][]).flatMap(([role, name]) =>
    name && roles[role] ? [`${roles[role]} “${name}”`] : [],
  );
}

const serve = () =>
  serveSite((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
