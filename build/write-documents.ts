import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.js';
import { path } from './path.js';

/** Updates the generated parts of the documentation and of `test/MEASUREMENTS.md`, and the skill: `npm run reference`. */
for await (const [file, text] of generatedFiles()) writeFileSync(path(file), text);
