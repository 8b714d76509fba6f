import type { TestRunnerPlugin } from '@web/test-runner';

/** `/rendered?markup=…`: elements in the markup that a server renders. */
export function serverRendering(): TestRunnerPlugin {
  return {
    name: 'server-rendering',
    async serve({ path, query }) {
      return path === '/rendered'
        ? { body: await renderOnServer(String(query.markup)), type: 'html' }
        : undefined;
    },
  };
}

export async function renderOnServer(markup: string): Promise<string> {
  const { render } = await import('@lit-labs/ssr');
  const { collectResult } = await import('@lit-labs/ssr/lib/render-result.js');
  const { html } = await import('lit');
  await import('../../src/define.js');
  return collectResult(render(html(Object.assign([markup], { raw: [markup] }))));
}
