import { ERRORS } from '../demo/service/errors.js';
import { textOf } from '../demo/site/documents.js';
import { headingsOf } from '../demo/site/markdown.js';
import { RELAY_FAILED, type Reason } from '../src/relay/errors.js';
import { REQUEST_ERRORS } from '../src/relay/http/request-errors.js';
import { CUSTOM_LIMIT } from '../src/relay/limits/custom-limiter.js';
import { HOUR_LIMIT, VISITOR_LIMIT } from '../src/relay/limits/rate-limiter.js';
import { LOOKUP_ERRORS } from '../src/relay/upstream/lookups.js';
import { SERVICE_ERRORS } from '../src/relay/upstream/service-errors.js';
import { type Explanation, examplesOf } from './explained-messages.js';
import { cellText, markdownTable } from './markdown.js';

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
      ...[example, reason].map(cellText),
      `${cellText(fix)} See ${sectionLink(section)}.`,
    ]),
  );

/** A link to a section, with its heading. */
export function sectionLink(section: string): string {
  const [file = '', slug] = section.split('#');
  const heading = headingsOf(textOf(`docs/${file}`)).find((one) => one.slug === slug);
  if (!heading)
    throw new Error(`docs/${file} has no section #${slug}. Name another in build/explained-messages.md.`);
  return `[${cellText(heading.text)}](${section})`;
}

const isReason = (value: object): value is Reason => Array.isArray(value);

/** The errors that a relay sends, by their status. */
export const relayErrorTable = (): string =>
  errorTable(
    Object.values(relayReasons)
      .flatMap((group): Reason[] => (isReason(group) ? [group] : Object.values(group)))
      .map(([status, code, message, resolution]) => [status, code, message, resolution]),
  );

/** The errors of the development service, by their status. */
export const serviceErrorTable = (): string =>
  errorTable(
    Object.entries(ERRORS).map(([code, [status, message, resolution]]) => [
      status,
      code,
      message,
      resolution,
    ]),
  );

const errorTable = (errors: [status: number, code: string, message: string, resolution: string][]): string =>
  markdownTable(
    ['status', '`code`', '`message`', '`resolution`'],
    errors
      .sort(([one], [other]) => one - other)
      .map(([status, code, ...texts]) => [
        `${status}`,
        `\`${code}\``,
        ...texts.map((text) => cellText(text.replaceAll('%', '…'))),
      ]),
  );
