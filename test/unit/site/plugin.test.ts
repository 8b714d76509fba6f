import { expect, test } from 'vitest';
import { createSiteFiles } from '../../../demo/site/plugin.js';

test('a page is made when it is first asked for, no other with it, and anew after its sources changed', () => {
  const made: string[] = [];
  const page = (path: string) => ({
    path,
    title: path,
    description: '',
    bare: { head: '' },
    body: () => {
      made.push(path);
      return `${path} ${made.length}`;
    },
  });
  const site = createSiteFiles(new Map(), () => [page('one.html'), page('two.html')]);
  const first = site.get('one.html', 'http://localhost');
  expect(site.get('one.html', 'http://localhost')).toBe(first);
  expect(made).toEqual(['one.html']);
  site.forget();
  expect(site.get('one.html', 'http://localhost')).not.toBe(first);
  // Its code to copy names the server.
  site.get('one.html', 'http://localhost:81');
  expect(made).toEqual(['one.html', 'one.html', 'one.html']);
  expect(site.get('none.html', 'http://localhost')).toBeUndefined();
});
