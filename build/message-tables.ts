import { RELAY_FAILED, type Reason } from '../src/relay/errors.js';
import { REQUEST_ERRORS } from '../src/relay/http/request-errors.js';
import { CUSTOM_LIMIT } from '../src/relay/limits/custom-limiter.js';
import { HOUR_LIMIT, VISITOR_LIMIT } from '../src/relay/limits/rate-limiter.js';
import { LOOKUP_ERRORS } from '../src/relay/upstream/lookups.js';
import { SERVICE_ERRORS } from '../src/relay/upstream/service-errors.js';
import { textOf } from './documents.js';
import { type Explanation, examplesOf } from './explained-messages.js';
import { headingsOf, literalText, markdownTable } from './markdown.js';

/** The reasons of all errors that a relay sends, by the name of their constant. */
export const relayReasons: Readonly<Record<string, Reason | Readonly<Record<string, Reason>>>> = {
  REQUEST_ERRORS,
  VISITOR_LIMIT,
  HOUR_LIMIT,
  CUSTOM_LIMIT,
  LOOKUP_ERRORS,
  SERVICE_ERRORS,
  RELAY_FAILED,
};

/** Messages with their reason, and what fixes them with the section of `docs/` that explains it. */
export const messageTable = (explanations: readonly Explanation[]): string =>
  markdownTable(
    ['message', 'reason', 'fix'],
    examplesOf(explanations).map(({ example, reason, fix, section }) => [
      ...[example, reason].map(literalText),
      `${literalText(fix)} See ${sectionLink(section)}.`,
    ]),
  );

/** A link to a section, with its heading. */
export function sectionLink(section: string): string {
  const [file = '', slug] = section.split('#');
  const heading = headingsOf(textOf(`docs/${file}`)).find((one) => one.slug === slug);
  if (!heading)
    throw new Error(`docs/${file} has no section #${slug}. Name another in build/explained-messages.md.`);
  return `[${literalText(heading.text)}](${section})`;
}

/** Errors by their status. */
export const errorTable = (errors: readonly Reason[]): string =>
  markdownTable(
    ['status', '`code`', '`message`', '`resolution`'],
    errors
      .toSorted(([one], [other]) => one - other)
      .map(([status, code, message, resolution]) => [
        `${status}`,
        `\`${code}\``,
        ...[message, resolution].map((text) => literalText(text.replaceAll('%', '…'))),
      ]),
  );
