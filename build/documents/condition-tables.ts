import { wordsOf } from '../../src/devtools/condition-values.js';
import { conditions } from '../../src/model/conditions.js';
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

/** The values that a URL parameter accepts, for conditions that accept any name. */
export const simulationList = (): string =>
  conditions
    .flatMap(({ name }) => {
      const { allowed, allowedInSimulation } = wordsOf(name);
      return allowed || !allowedInSimulation ? [] : [`- \`visitor-${name}\`: ${allowedInSimulation}`];
    })
    .join('\n');
