import { readFileSync, writeFileSync } from 'node:fs';
import { describeElements } from './elements.js';
import { withReference } from './readme.js';

/** Writes into the README what is made from the source and the build: `npm run reference`. */
const file = new URL('../../README.md', import.meta.url);
writeFileSync(file, withReference(readFileSync(file, 'utf8'), describeElements()));
