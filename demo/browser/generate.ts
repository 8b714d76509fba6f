/** The code that the playground generates for a page, a module, a React component and a server. */
import { type CodeUrls, scriptTag } from './code-urls.js';
import type { Configuration } from './configuration.js';
import type { Framework } from './frameworks.js';
import { literal, type Markup, writeMarkup } from './markup.js';

export interface Generated extends Record<Framework, string> {
  /** The server's code. Empty if the key is in the page. */
  server: string;
}

export function generateCode(form: Configuration, markup: Markup, urls: CodeUrls): Generated {
  const service = form.serviceUrl || (form.connection === 'key' ? urls.service : '/origin/');
  const auth = form.auth === 'header' ? { auth: 'header' } : {};
  const settings: Record<string, string> = {
    key: { baseUrl: service, apiKey: form.key || urls.key, ...auth },
    ready: { service: form.ready },
    guess: { guess: 'time-zone' },
  }[form.connection] ?? { baseUrl: service, auth: 'none' };
  const translated = String(markup.attributes['lang'] ?? '');
  const tags = [
    ...new Set([markup, ...markup.children].flatMap((part) => (typeof part === 'object' ? [part.tag] : []))),
  ].filter((tag) => tag.startsWith('visitor-'));
  const files = [
    ...(form.connection === 'ready' ? ['services'] : []),
    // Without it, a map marks no country.
    ...(tags.includes('visitor-map') ? ['countries'] : []),
    ...(translated ? [`labels/${translated}`] : []),
  ];
  const imports = [
    ...[...tags, ...files].map((file) => `import 'visitor-elements/${file}.js';`),
    "import { configure } from 'visitor-elements';",
  ].join('\n');
  const members = Object.entries(settings).map(([name, value]) => `${name}: ${literal(value)}`);
  const configure = `configure({ ${members.join(', ')} });`;
  const data = Object.entries(settings).map(
    ([name, value]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value] as const,
  );
  const scripts = [
    scriptTag(urls, Object.fromEntries(data)),
    ...files.map((file) => scriptTag(urls, {}, { file: `${file}.js` })),
  ];
  const setup = `${imports}\n\n${configure}`;
  return {
    html: [...scripts, writeMarkup(markup)].join('\n'),
    esm: `${setup}\n\ndocument.body.insertAdjacentHTML('beforeend', \`\n${writeMarkup(markup).replaceAll(/[`\\]|\$\{/g, '\\$&')}\n\`);`,
    react: `${setup}\n\nexport function Visitor() {\n  return (\n${writeMarkup(markup, 'jsx', '    ')}\n  );\n}`,
    vue: `<script setup>\n${setup}\n</script>\n\n<template>\n${writeMarkup(markup, 'vue', '  ')}\n</template>`,
    svelte: `<script>\n  ${setup.replaceAll(/\n(?=.)/g, '\n  ')}\n</script>\n\n${writeMarkup(markup, 'svelte')}`,
    server: urls.servers[form.connection] ?? '',
  };
}
