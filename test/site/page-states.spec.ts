import { findings, findingsInFrames, settled, switches } from './accessible.js';
import { expect, test } from './static-site.js';

// Any worker takes the next page, so that no worker is left with a long file at the end.
test.describe.configure({ mode: 'parallel' });

for (const [path, controls] of Object.entries(switches))
  test(`${path}: accessible in every state and with every fault, frames too`, async ({ site, walk }) => {
    test.slow(); // runs axe for every control
    const walker = await walk('chromium');
    await walker.resize(1280);
    await walker.goto(`${site.home}${path}`);
    await walker.evaluate(settled);
    const all = `document.querySelectorAll(${JSON.stringify(controls)})`;
    const count = await walker.evaluate<number>(`${all}.length`);
    expect(count).toBeGreaterThan(1);
    expect(await walker.evaluate(findings)).toEqual([]);
    for (let index = 0; index < count; index++) {
      const { markup, inFrame } = await walker.evaluate<{ markup: string; inFrame: boolean }>(`(() => {
        const control = ${all}[${index}];
        control?.click();
        const inFrame = control?.matches('[name=state], [name=fault], [name=layout]') && Boolean(frames.length);
        return { markup: control?.outerHTML ?? 'gone', inFrame };
      })()`);
      expect(await walker.evaluate(inFrame ? findingsInFrames : findings), markup).toEqual([]);
    }
  });
