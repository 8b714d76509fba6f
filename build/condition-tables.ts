import { conditions } from '../src/model/conditions.js';
import { markdownTable } from './markdown.js';

/** The field and the values of each condition of a `<template>`. */
export const conditionTable = (): string =>
  markdownTable(
    ['condition', 'field', 'values'],
    [
      ...conditions.map(({ name, path, isSignal, allowed = 'names; write `_` or `-` for a space' }) => [
        `\`data-${name}\``,
        isSignal ? 'none: the browser’s own signal' : `\`${path}\``,
        allowed,
      ]),
      ['`data-field` with `data-value`', 'the one that `data-field` names', 'values of that field'],
    ],
  );

/** The values of each URL parameter that simulates a visitor. */
export const simulationTable = (): string =>
  markdownTable(
    ['parameter', 'value'],
    conditions.flatMap(({ name, allowed, allowedInSimulation = allowed }) =>
      allowedInSimulation ? [[`\`visitor-${name}\``, allowedInSimulation]] : [],
    ),
  );
