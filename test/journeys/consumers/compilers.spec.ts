import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { execute, here } from './run.js';

const server = `import { OriginLookup, type IpData } from 'visitor-elements/lookup.js';
import { createRelay } from 'visitor-elements/relay.js';
import { headers } from 'visitor-elements/sources.js';
const origin = new OriginLookup({ baseUrl: 'https://lookup.example', apiKey: 'key' });
export const city = async (): Promise<string | null | undefined> => (await origin.ip()).location?.city;
export const data = async (): Promise<IpData> => origin.ip();
export const relay = createRelay({ baseUrl: 'https://lookup.example', apiKey: 'key', clientIp: () => null });
export const { source } = headers({ country: 'x-country' });`;

/** The libraries and types of a program's environment. */
const programs = {
  page: {
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    code: `import 'visitor-elements/define.js';
import type {} from 'visitor-elements/jsx.d.ts';
import { configure, matches, type VisitorInfo } from 'visitor-elements';
import { VisitorValue } from 'visitor-elements/visitor-value.js';
import { origin } from 'visitor-elements/lookup.js';
configure({ baseUrl: '/origin/', auth: 'none' });
const value: VisitorValue = document.createElement('visitor-value');
value.as = 'flag';
const info: VisitorInfo = document.createElement('visitor-info');
info.addEventListener('visitor-load', ({ data }) => matches(data, { country: data.location?.country?.code ?? '' }));
export const stop = origin.subscribe('ip', ({ data }) => data?.ip);
export const place = () => origin.snapshot('ip').data?.location;
export const prefix = () => origin.snapshot('asn').data?.prefixes?.ipv4?.[0];`,
  },
  'Node server': {
    lib: ['es2022'],
    types: ['node'],
    code: `${server}
import { relayListener } from 'visitor-elements/relay-node.js';
export const listener = relayListener({ baseUrl: 'https://lookup.example', apiKey: 'key', trustProxies: 1 });`,
  },
  worker: { lib: ['es2022'], types: ['@cloudflare/workers-types'], code: server },
};

for (const version of ['5.2', '5.4', '5.7', '5.9', '7.0'])
  for (const [name, { lib, types, code }] of Object.entries(programs))
    test(`TypeScript ${version} takes the types in a ${name}, declarations checked and written too`, async () => {
      // The workers' own types require a newer compiler.
      test.skip(name === 'worker' && ['5.2', '5.4'].includes(version));
      const folder = join(here, 'out/types', version, name.replace(' ', '-'));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'main.ts'), code);
      for (const [module, moduleResolution] of [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
      ]) {
        const compilerOptions = {
          strict: true,
          declaration: true,
          emitDeclarationOnly: true,
          outDir: 'out',
          skipLibCheck: false,
          target: 'es2022',
          lib,
          types,
        };
        const config = { compilerOptions: { ...compilerOptions, module, moduleResolution }, files: ['main.ts'] };
        await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
        const tsc = join(here, `node_modules/typescript-${version}/bin/tsc`);
        const { text, ok } = await execute(process.execPath, [tsc, '-p', folder]);
        expect(ok ? '' : text, `${module}, ${moduleResolution}`).toBe('');
      }
    });
