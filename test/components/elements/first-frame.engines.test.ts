import { expect, markup, nextPage, put, ready, shown, statesOf, visit } from './support.js';

/** Records what an element shows and its states, in each microtask until the first frame and in that frame. */
async function recordUntilFirstFrame(html: string) {
  const element = put(html);
  const seen: string[] = [];
  const look = () => seen.push(`${statesOf(element)}: ${shown(element)}`);
  let framed = false;
  requestAnimationFrame(() => {
    framed = true;
  });
  for (let task = 0; task < 50; task++) {
    await Promise.resolve();
    look();
  }
  while (!framed) {
    await new Promise((resolve) => setTimeout(resolve));
    look();
  }
  return seen;
}

const data = {
  'visitor-info': '81.2.69.142',
  'visitor-asn': 'AS20712',
  'visitor-user-agent': 'Engine',
  'visitor-value': '81.2.69.142',
};

for (const [tag, html] of Object.entries(markup))
  describe(`<${tag}>, with a fresh stored result`, () => {
    const expected = data[tag as keyof typeof data];
    const shows = (seen: string | undefined) => seen?.startsWith('ready: ') && seen.includes(expected);

    for (const storage of ['session', 'local'] as const)
      it(`shows it in its first render, from ${storage} storage`, async () => {
        const { requests } = visit('', { storage });
        await ready(html);
        nextPage();
        const seen = await recordUntilFirstFrame(html);
        expect(seen.at(-1)).to.satisfy(shows);
        const first = seen.findIndex((look) => !look.startsWith(': '));
        expect(seen.slice(0, first).filter((look) => look !== ': ')).to.deep.equal([]);
        expect(seen.slice(first)).to.satisfy((looks: string[]) => looks.every(shows));
        expect(await requests()).to.equal(1);
      });

    it('shows it in its first render, if the page has read it already', async () => {
      visit();
      await ready(html);
      const seen = await recordUntilFirstFrame(html);
      expect(seen.at(-1)).to.satisfy(shows);
      expect(seen.filter((look) => look.startsWith('pending'))).to.deep.equal([]);
    });

    it('shows a pending state without one', async () => {
      visit('fault/slow-200/');
      const seen = await recordUntilFirstFrame(html);
      expect(seen.filter((look) => look.startsWith('pending'))).not.to.deep.equal([]);
    });
  });
