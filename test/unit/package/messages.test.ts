import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Explanation,
  examplesOf,
  pageMessages,
  relayMessages,
} from '../../../build/explained-messages.js';
import { relayReasons, sectionLink } from '../../../build/message-tables.js';
import { sourceMessages } from '../../../build/source-messages.js';

const explainedTexts = (explanations: readonly Explanation[]) =>
  explanations.flatMap(({ messages }) => Object.keys(messages)).sort();

const hint = 'Explain new messages in build/explained-messages.md.';

test('every message of the page and of the relay is explained, and no other', () => {
  const messages = sourceMessages('src/**/*.ts');
  const textsOf = (isRelay: boolean) =>
    messages.flatMap(({ file, text }) => (file.startsWith('src/relay/') === isRelay ? text : [])).sort();
  expect(textsOf(false), hint).toEqual(explainedTexts(pageMessages));
  expect(textsOf(true), hint).toEqual(explainedTexts(relayMessages));
});

test('no way of a message to the console hides it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'messages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, 'sample.ts'),
    `class LookupError extends Error { constructor(readonly code: string, message: string) { super(message); } }
    const constant = 'This is a constant.';
    const print = (text: string) => console.warn(\`visitor-elements: \${text}\`);
    const pass = (code: string, text: string, hint = '') => new LookupError(code, text + hint);
    const sentence = (value: unknown) => { if (value) return \`A function returned \${value}.\`; return undefined; };
    export const problems = (value: string, other?: string) => {
      console.error('This is printed.');
      print(constant);
      print(value ? \`One way is \${value}.\` : 'The other way is this.');
      const problem = sentence(value);
      if (problem) print(\`Value: \${problem}\`);
      throw pass('code', other ?? 'This is passed on.', 'no');
    };`,
  );
  expect(sourceMessages(join(folder, '*.ts')).map(({ text }) => text)).toEqual([
    'This is printed.',
    'This is a constant.',
    'One way is ….',
    'The other way is this.',
    'Value: A function returned ….',
    'This is passed on.',
  ]);
});

const relaySources = async () => {
  const folder = fileURLToPath(new URL('../../../src/relay/', import.meta.url));
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.filter((name) => name.endsWith('.ts')).map((name) => readFile(join(folder, name), 'utf8')),
  );
};

test('every reason for an error of the relay is in the table of its errors', async () => {
  const texts = await relaySources();
  const constants = texts.flatMap((text) =>
    text
      .split(/^(?=export const|const)/m)
      .filter((statement) => /satisfies (Reason|Record<string, Reason>);/.test(statement))
      .map((statement) => /const (\w+)/.exec(statement)?.[1]),
  );
  expect(constants.sort()).toEqual(Object.keys(relayReasons).sort());
  expect(texts.join('\n')).not.toMatch(/new RelayError\(\s*\[/);
});

test('every section that the relay names is there', async () => {
  const sections = (await relaySources()).join('\n').match(/\b[\w-]+\.md#[\w-]+/g) ?? [];
  expect(new Set(sections).size).toBeGreaterThan(5);
  for (const section of sections) expect(sectionLink(section)).toContain(section);
});

test('an example of a message has all its values', () => {
  for (const { text, messages } of examplesOf([...pageMessages, ...relayMessages]))
    expect(messages[text]?.length, text).toBe(text.split('…').length - 1);
});
