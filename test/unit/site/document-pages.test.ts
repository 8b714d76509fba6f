import { expect, test } from 'vitest';
import { pages } from '../../../demo/site/pages.js';

test('no page of a document shows Markdown, or a tag that a document has', () => {
  const shown = pages({ asset: (name) => name })
    .filter(({ markdown }) => markdown)
    .flatMap((page) => {
      const text = page.body().replaceAll(/<pre[\s\S]*?<\/pre>|<code>.*?<\/code>/g, '');
      const left = text.match(/&lt;\/?(br|b|i|a|p|td|picture)\b|\*\*|\]\(|\\&lt;|&lt;!--|`/g) ?? [];
      return left.map((what) => `${page.path}: ${what}`);
    });
  expect(shown).toEqual([]);
});

test('who reads that the package is not published is led to what to do', () => {
  const shown = new Map(pages({ asset: (name) => name }).map((page) => [page.path, page.body()]));
  const leading = [...shown].filter(([, body]) => body.includes('href="start.html#status"'));
  expect(leading.map(([path]) => path)).toContain('docs/static-site.html');
  expect(shown.get('docs/start.html')).toMatch(/<h2 id="status">[\s\S]*\.tgz/);
});
