import { readdirSync, readFileSync } from 'node:fs';
import { textOf } from '../../build/documents/documents.js';
import type { CodeLanguage } from '../browser/highlight.js';
import { asMarkup, codeBlock, liveExample } from './code.js';
import { documentList, rendered } from './document-pages.js';
import { scriptSize } from './facts.js';
import type { Page, Site } from './layout.js';
import { readParts } from './parts.js';
import { seeAs } from './see-as.js';
import { keylessTag } from './snippets.js';

const folder = new URL('../pages/', import.meta.url);

/** Hand-written pages. A few custom elements in them are replaced by generated content. */
export const textPages = (site: Site): Page[] =>
  readdirSync(folder).map((file) => {
    const {
      title = '',
      path = '',
      description = '',
      code,
    } = readParts(readFileSync(new URL(file, folder), 'utf8'));
    return {
      path,
      title,
      description,
      ...(path.startsWith('docs/')
        ? { side: documentList(path), markdown: path.replace(/html$/, 'md') }
        : {}),
      body: () => `
      <div class="page prose">
        <h1>${asMarkup(title)}</h1>
        <p class="lead">${asMarkup(description)}</p>
        <page-contents></page-contents>
${expand(code, site)}
      </div>`,
    };
  });

const expand = (body: string, { server }: Site): string =>
  body
    .replace('<script-tag></script-tag>', () => codeBlock(keylessTag(server), 'html'))
    .replace('<script-size></script-size>', scriptSize)
    .replace('<readme-status></readme-status>', () =>
      rendered('README.md', /^## Status$[\s\S]*?(?=^## )/m.exec(textOf('README.md'))?.[0] ?? ''),
    )
    .replace('<see-as></see-as>', () => seeAs(['office', 'fr', 'gb', 'jp', 'unknown']))
    .replaceAll(
      /<code-block lang="(\w+)">([\s\S]*?)<\/code-block>/g,
      (_, language: CodeLanguage, code: string) => codeBlock(code, language),
    )
    .replaceAll(/<live-example>([\s\S]*?)<\/live-example>/g, (_, markup: string) => liveExample(markup));
