import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import {
  type BrowserLauncher,
  defaultReporter,
  type Reporter,
  type TestRunnerConfig,
  type TestRunnerPlugin,
} from '@web/test-runner';
import { lookupService, mounts } from '../../demo/mounts.js';
import { clockScript } from './clock.js';
import { modulesPlugin, unlessBundled } from './modules.js';
import { serverRendering } from './server-rendering.js';

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number];

interface Group {
  name: string;
  files: string[];
  browsers: BrowserLauncher[];
}

/**
 * Runs component tests, each group's files in the group's browsers. The development service is at `/api/` of the pages'
 * own origin and at the root of `otherOrigin`. Property tests make their cases from `seed`. The modules `before` run
 * before each file.
 */
export async function componentTests(
  groups: Group[],
  seed: number,
  fileLimit: number,
  before: string[] = [],
): Promise<TestRunnerConfig> {
  // Mutation tests run in a copy of the project.
  const root = process.cwd();
  const otherOrigin = createServer(lookupService).listen(0, '127.0.0.1').unref();
  otherOrigin.keepAliveTimeout = 600_000;
  await once(otherOrigin, 'listening');
  const { port } = otherOrigin.address() as AddressInfo;
  return {
    rootDir: root,
    groups,
    reporters: [failuresOnly()],
    // The package reports the failures that tests cause.
    filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('visitor-elements: '),
    concurrency: 1,
    concurrentBrowsers: 3,
    browserStartTimeout: 120_000,
    testsStartTimeout: 120_000,
    testsFinishTimeout: fileLimit * 1000,
    // Longer than any wait of `until`, whose error names what it waited for.
    testFramework: { config: { ui: 'bdd', timeout: '120000' } },
    nodeResolve: { exportConditions: ['production'] },
    plugins: [
      patientServer,
      modulesPlugin(root, [...new Set(groups.flatMap(({ files }) => files))], before),
      serverRendering(),
      unlessBundled(esbuildPlugin({ ts: true, tsconfig: `${root}/tsconfig.json` })),
    ],
    middleware: [...Object.entries(mounts).map(mount), servePage],
    testRunnerHtml: (testModule) => `<!doctype html>
<html lang="en">
  <head><title>Component tests</title><script>
    const otherOrigin = 'http://127.0.0.1:${port}/';
    const seed = ${seed};
    ${clockScript()}
    // Some browsers keep one profile for all test files.
    localStorage.clear();
    sessionStorage.clear();
  </script></head>
  <body><script type="module" src="${testModule}"></script></body>
</html>`,
  };
}

/** A server may close an idle connection just when a browser sends a request, which then fails or is sent again. */
const patientServer: TestRunnerPlugin = {
  name: 'patient-server',
  serverStart({ server }) {
    if (server instanceof Server) server.keepAliveTimeout = 600_000;
  },
};

/** Shows progress on a terminal, and the files with failures and the URLs that they didn't find. */
function failuresOnly(): Reporter {
  const reporter = defaultReporter({ reportTestProgress: Boolean(process.stdout.isTTY) });
  return {
    ...reporter,
    reportTestFileResults(results) {
      if (results.sessionsForTestFile.some(({ passed }) => !passed))
        reporter.reportTestFileResults?.(results);
    },
  };
}

function mount([prefix, listener]: [string, (typeof mounts)[string]]): Middleware {
  return async (context, next) => {
    if (!context.path.startsWith(prefix)) return next();
    context.respond = false;
    context.req.url = context.url.slice(prefix.length - 1);
    await listener(context.req, context.res);
  };
}

/** Serves `test/pages/*.html`, with the response headers of a `<name>.headers.json` beside a page. */
const servePage: Middleware = async (context, next) => {
  const name = context.path.match(/^\/test\/pages\/([\w-]+)\.html$/)?.[1];
  if (!name) return next();
  const file = (suffix: string) => readFile(`test/pages/${name}${suffix}`, 'utf8');
  const clock = clockScript() && `<script>${clockScript()}</script>`;
  context.body = (await file('.html')).replace('<head>', `<head>${clock}`);
  context.set(JSON.parse(await file('.headers.json').catch(() => '{}')) as Record<string, string>);
};
