/** Reads `explained-messages.md`: what causes a message of the library, and what fixes it. */
import { textOf } from './documents.js';

/** One or more messages with the same reason. */
export interface Explanation {
  /** Each message, with examples of its values in `«…»`. */
  readonly messages: readonly string[];
  readonly reason: string;
  readonly fix: string;
  /** The section of `docs/` that explains it. */
  readonly section: string;
}

const [, ofPages = '', ofRelays = ''] = textOf('build/documents/explained-messages.md').split(
  /^# Messages of .*$/m,
);

export const pageMessages = explanationsIn(ofPages);
export const relayMessages = explanationsIn(ofRelays);

function explanationsIn(part: string): readonly Explanation[] {
  const sections = part.split(/^## /m).slice(1);
  return sections.map((text) => {
    const [, section, lines, reason, fix] =
      /^(\S+)\n\n~~~text\n(.*?)\n~~~\n\nReason: (.*)\n\nFix: (.*)$/s.exec(text.trim()) ?? [];
    if (!(section && lines && reason && fix))
      throw new Error(
        `build/documents/explained-messages.md: write a section, messages, reason and fix in this order:\n${text}`,
      );
    return { messages: lines.split('\n'), reason, fix, section };
  });
}

/** Each message as a reader may see it, with its explanation. */
export const examplesOf = (explanations: readonly Explanation[]) =>
  explanations.flatMap((explanation) =>
    explanation.messages.map((message) => ({ ...explanation, example: message.replaceAll(/[«»]/g, '') })),
  );
