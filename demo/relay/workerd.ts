/**
 * Runs a worker of this folder (default `worker.ts`) in workerd, the runtime of Cloudflare Workers, with this process's
 * environment. The header `x-cf` sets `request.cf`, as JSON.
 */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { port } from './settings.js';

const output = fileURLToPath(new URL(`../../test-results/workerd-${process.pid}/`, import.meta.url));
const { default: program, compatibilityDate }: Record<string, string> = createRequire(import.meta.url)(
  'workerd',
);
const names = ['LOOKUP_URL', 'LOOKUP_KEY', 'PAGES', 'VISITOR'];
process.env.LOOKUP_URL ??= 'http://127.0.0.1:8080/';

await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: output,
    minify: false,
    lib: {
      entry: fileURLToPath(new URL(process.argv[2] ?? 'worker.ts', import.meta.url)),
      formats: ['es'],
      fileName: () => 'worker.js',
    },
  },
});
await writeFile(
  `${output}config.capnp`,
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "relay", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "${compatibilityDate}",
      bindings = [${names.map((name) => `(name = "${name}", fromEnvironment = "${name}")`)}],
    )),
    (name = "internet", network = (
      allow = ["public", "private"], # the development service is on this machine
      tlsOptions = (trustBrowserCas = true),
    )),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (cfBlobHeader = "x-cf"), service = "relay")],
);`,
);
const workerd = spawn(program ?? '', ['serve', `${output}config.capnp`, '--control-fd=1'], {
  stdio: 'inherit',
});
workerd.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => workerd.kill(signal));
