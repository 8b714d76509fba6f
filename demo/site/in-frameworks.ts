import { type Framework, frameworks } from '../browser/frameworks.js';
import { codeBlock, dedent } from './code.js';
import { choiceField } from './fields.js';

/** An element's example in each framework. The reader's framework is shown, and selected once for the whole site. */
export const inFrameworks = (markup: string): string =>
  `${choiceField(
    'framework',
    '<span class="hidden">Framework</span>',
    Object.entries(frameworks).map(([name, { label }]) => [name, label] as const),
  ).replace('<fieldset class="segments"', '<fieldset class="segments" data-needs-js')}${Object.entries(
    frameworks,
  )
    .map(([name, { label, language }]) =>
      codeBlock(written(dedent(markup), name as Framework), language, {
        label: `Code, ${label}`,
        title: label,
        framework: name,
      }),
    )
    .join('')}`;

function written(markup: string, framework: Framework): string {
  const tags = [...new Set(markup.match(/(?<=<)visitor-[\w-]+/g))];
  const imports = tags.map((tag) => `import 'visitor-elements/${tag}.js';`).join('\n');
  const inside = (spaces: string, text: string) => text.replaceAll(/^(?=.)/gm, spaces);
  switch (framework) {
    case 'html':
      return markup;
    case 'esm':
      return `${imports} // its markup is in your page`;
    case 'react':
      return `${imports}\n\nexport const Visitor = () => (\n  <>\n${inside(
        '    ',
        cases(markup, (text) => `dangerouslySetInnerHTML={{ __html: '${text}' }}`, 'template'),
      )}\n  </>\n);`;
    case 'vue':
      return `<script setup>\n${imports}\n</script>\n\n<template>\n${inside(
        '  ',
        cases(markup, (text) => `v-html="'${text}'"`, 'component is="template"'),
      )}\n</template>`;
    default:
      return `<script>\n${inside('  ', imports)}\n</script>\n\n${markup}`;
  }
}

/** Cases of a switch. A framework would otherwise put their content beside the template. */
const cases = (markup: string, content: (text: string) => string, tag: string) =>
  markup.replaceAll(
    /<template([^>]*)>([^<]*)<\/template>/g,
    (_, attributes: string, text: string) => `<${tag}${attributes} ${content(text)} />`,
  );
