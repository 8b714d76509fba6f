import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pageMessages, relayMessages } from '../../../build/documents/explained-messages.js';
import { sectionLink } from '../../../build/documents/message-tables.js';

/** The words of a message that are the same whatever its values. */
const fixedWords = (message: string): string[] =>
  message
    .split(/«.*?»|[.:;,"]/)
    .map((words) => words.trim())
    .filter((words) => words.includes(' '));

async function sources(folder: string): Promise<string[]> {
  const place = fileURLToPath(new URL(`../../../src/${folder}`, import.meta.url));
  const names = await readdir(place, { recursive: true });
  return Promise.all(
    names.filter((name) => name.endsWith('.ts')).map((name) => readFile(join(place, name), 'utf8')),
  );
}

test('every explained message is one that the source prints or throws', async () => {
  const texts = (await sources('')).join('\n');
  const source = texts.replaceAll(/['`]\s*\+\s*['`]/g, '').replaceAll(/\\(['`])/g, '$1');
  const unknown = [...pageMessages, ...relayMessages]
    .flatMap(({ messages }) => messages)
    .filter((message) => fixedWords(message).some((words) => !source.includes(words)));
  expect(unknown, 'change build/documents/explained-messages.md').toEqual([]);
});

test('every reason for an error of the relay is in the table of its errors', async () => {
  const texts = (await sources('relay')).join('\n');
  for (const [, reason] of texts.matchAll(/new RelayError\(\s*([\w.]+|[^\w\s])/g))
    expect(reason).toMatch(/^REASONS\.|^(reason|unknown)$/);
});

test('every section that the relay names is there', async () => {
  const sections = (await sources('relay')).join('\n').match(/\b[\w-]+\.md#[\w-]+/g) ?? [];
  expect(new Set(sections).size).toBeGreaterThan(5);
  for (const section of sections) expect(sectionLink(section)).toContain(section);
});
