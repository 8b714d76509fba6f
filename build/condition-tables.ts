import { wordsOf } from '../src/devtools/condition-words.js';
import { conditions } from '../src/model/conditions.js';
import { markdownTable } from './markdown.js';

/** The field and the values of each condition of a `<template>`. */
export const conditionTable = (): string =>
  markdownTable(
    ['condition', 'field', 'values'],
    [
      ...conditions.map(({ name, path, isSignal }) => [
        `\`data-${name}\``,
        isSignal ? 'none: the browser’s own signal' : `\`${path}\``,
        wordsOf(name).allowed ?? 'names; write `_` or `-` for a space',
      ]),
      ['`data-field` with `data-value`', 'the one that `data-field` names', 'values of that field'],
    ],
  );

/** The values of each URL parameter that simulates a visitor. */
export const simulationTable = (): string =>
  markdownTable(
    ['parameter', 'value'],
    conditions.flatMap(({ name }) => {
      const { allowed, allowedInSimulation = allowed } = wordsOf(name);
      return allowedInSimulation ? [[`\`visitor-${name}\``, allowedInSimulation]] : [];
    }),
  );
