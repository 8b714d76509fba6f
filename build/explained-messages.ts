/** Reads `explained-messages.md`: what causes each message of the library, and what fixes it. */
import { textOf } from './documents.js';

/** One or more messages with the same reason. */
export interface Explanation {
  /**
   * Messages as `sourceMessages` has them. The values fill in an example for the documentation. `null` shows none: another
   * message says the same.
   */
  readonly messages: Readonly<Record<string, readonly string[] | null>>;
  readonly reason: string;
  readonly fix: string;
  /** The section of `docs/` that explains it. */
  readonly section: string;
}

const data = textOf('build/explained-messages.md').replaceAll(/<!--.*?-->\n\n/gs, '');
const [, ofPages = '', ofRelays = ''] = data.split(/^# Messages of .*$/m);

export const pageMessages = explanationsIn(ofPages);
export const relayMessages = explanationsIn(ofRelays);

function explanationsIn(part: string): readonly Explanation[] {
  const sections = part.split(/^## /m).slice(1);
  return sections.map((text) => {
    const [, section, lines, reason, fix] =
      /^(\S+)\n\n~~~text\n(.*?)\n~~~\n\nReason: (.*)\n\nFix: (.*)$/s.exec(text.trim()) ?? [];
    if (!(section && lines && reason && fix))
      throw new Error(
        `build/explained-messages.md: write a section, messages, reason and fix in this order:\n${text}`,
      );
    return { messages: Object.fromEntries(lines.split('\n').flatMap(messagesOf)), reason, fix, section };
  });
}

/** The one or two messages of a line, each with its values. */
function messagesOf(line: string): [text: string, values: readonly string[] | null][] {
  const shown = line.replace(/^\(not shown\) /, '');
  const values = shown === line ? Array.from(line.matchAll(/«(.*?)»/g), ([, value = '']) => value) : null;
  const text = shown.replaceAll(/«.*?»/g, '…');
  const both = '<visitor-switch> or matches()';
  if (!text.startsWith(both)) return [[text, values]];
  return [
    [text.replace(both, '<visitor-switch>'), values],
    [text.replace(both, 'matches()'), null],
  ];
}

/** A message with its values filled in. */
const exampleOf = (text: string, values: readonly string[]): string =>
  values
    .reduce((filled, value) => filled.replace('…', () => value.replaceAll('…', '\0')), text)
    .replaceAll('\0', '…');

/** The messages of explanations that the documentation shows, each with its explanation. */
export const examplesOf = (explanations: readonly Explanation[]) =>
  explanations.flatMap((explanation) =>
    Object.entries(explanation.messages).flatMap(([text, values]) =>
      values ? [{ ...explanation, text, example: exampleOf(text, values) }] : [],
    ),
  );
