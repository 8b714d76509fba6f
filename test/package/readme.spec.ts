import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { cdn, integrityOf } from '../../demo/site/published.js';
import manifest from '../../package.json' with { type: 'json' };
import { describeElements } from './elements.js';
import { withReference } from './readme.js';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('what the README takes from the source and the build is fresh; if not, run npm run reference', () => {
  expect(readme).toBe(withReference(readme, describeElements()));
});

test('every tag of the README that names a file of ours says its version, and what it must be', () => {
  const tags = readme.match(/<(script|link)[^>]*unpkg\.com[^>]*>/g) ?? [];
  expect(tags.length).toBeGreaterThan(2);
  for (const tag of tags) {
    const file = /(?:src|href)="([^"]*)"/.exec(tag)?.[1] ?? '';
    const own = `${cdn}${manifest.name}@${manifest.version}/`;
    expect(file.startsWith(`${own}dist/`), tag).toBe(true);
    expect(tag).toContain(`integrity="${integrityOf(file.slice(own.length))}" crossorigin="anonymous"`);
  }
});
