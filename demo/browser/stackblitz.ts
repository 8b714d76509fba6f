/** The files of a StackBlitz project, for the form that opens it. */
import type { Framework } from './frameworks.js';
import type { Generated } from './generate.js';

export interface StackblitzProject {
  title: string;
  description: string;
  /** How the project runs: as a served file, or by `npm start`. */
  template: 'html' | 'node';
  files: Record<string, string>;
}

const page = (content: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>visitor-elements</title>
  </head>
  <body>
${content}
  </body>
</html>
`;

/** The files that a project needs besides the component. */
interface Kit {
  file: string;
  main?: string;
  config?: string;
  packages: Record<string, string>;
}

const kits: Record<Exclude<Framework, 'html'>, Kit> = {
  esm: { file: 'main.js', packages: {} },
  react: {
    file: 'Visitor.jsx',
    main: "import { createElement } from 'react';\nimport { createRoot } from 'react-dom/client';\nimport { Visitor } from './Visitor.jsx';\n\ncreateRoot(document.querySelector('main')).render(createElement(Visitor));\n",
    config: "import react from '@vitejs/plugin-react';\n\nexport default { plugins: [react()] };\n",
    packages: { react: '^19.0.0', 'react-dom': '^19.0.0', '@vitejs/plugin-react': '^5.0.0' },
  },
  vue: {
    file: 'Visitor.vue',
    main: "import { createApp } from 'vue';\nimport Visitor from './Visitor.vue';\n\ncreateApp(Visitor).mount('main');\n",
    config:
      "import vue from '@vitejs/plugin-vue';\n\nconst isCustomElement = (tag) => tag.startsWith('visitor-');\nexport default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };\n",
    packages: { vue: '^3.5.0', '@vitejs/plugin-vue': '^6.0.0' },
  },
  svelte: {
    file: 'Visitor.svelte',
    main: "import { mount } from 'svelte';\nimport Visitor from './Visitor.svelte';\n\nmount(Visitor, { target: document.querySelector('main') });\n",
    config:
      "import { svelte } from '@sveltejs/vite-plugin-svelte';\n\nexport default { plugins: [svelte()] };\n",
    packages: { svelte: '^5.0.0', '@sveltejs/vite-plugin-svelte': '^6.0.0' },
  },
};

/** A project that shows the generated code in its framework. */
export function createStackblitzProject(
  framework: Framework,
  code: Generated,
  version: string,
): StackblitzProject {
  const named = {
    title: 'visitor-elements',
    description: `Made in the playground of visitor-elements. ${code.server ? 'It needs a relay at /origin/, which is yours to run.' : 'Put your service’s URL and key in.'}`,
  };
  if (framework === 'html')
    return {
      ...named,
      template: 'html',
      files: { 'index.html': page(code.html.replaceAll(/^(?=.)/gm, '    ')) },
    };
  const { file, main, config, packages } = kits[framework];
  const manifest = {
    name: 'visitor-elements-example',
    private: true,
    type: 'module',
    scripts: { start: 'vite' },
    dependencies: { 'visitor-elements': `^${version}`, vite: '^7.0.0', ...packages },
  };
  return {
    ...named,
    template: 'node',
    files: {
      'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
      'index.html': page('    <main></main>\n    <script type="module" src="/main.js"></script>'),
      [file]: `${code[framework]}\n`,
      ...(main ? { 'main.js': main } : {}),
      ...(config ? { 'vite.config.js': config } : {}),
    },
  };
}

/** The fields of the form that opens the project. */
export const formFieldsOf = ({ files, ...named }: StackblitzProject): [name: string, value: string][] => [
  ...Object.entries(named).map(([name, value]): [string, string] => [`project[${name}]`, value]),
  ...Object.entries(files).map(([name, text]): [string, string] => [`project[files][${name}]`, text]),
];
