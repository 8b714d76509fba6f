import { expect } from 'vitest';
import { createMetrics } from '../../../demo/relay/metrics.js';
import { type startRelay, VISITOR } from '../../support/relay.js';
import { serveListener } from '../../support/service.js';
import { test } from './fixtures.js';

/** A relay with counters, and what Prometheus reads of them over a separate socket. */
async function watched(start: typeof startRelay, options: Parameters<typeof startRelay>[0] = {}) {
  const lines: string[] = [];
  const { onEvent, text } = createMetrics((line) => lines.push(line));
  const relay = await start({ onEvent, ...options });
  const scraped = await serveListener((_, res) => res.end(text()));
  return {
    ...relay,
    lines,
    async scrape(): Promise<Record<string, number>> {
      const answer = await (await fetch(scraped.base)).text();
      return Object.fromEntries(answer.trimEnd().split('\n').filter(isSample).map(readSample));
    },
    text: async () => (await fetch(scraped.base)).text(),
    end: () => scraped.close(),
  };
}

const isSample = (line: string) => !line.startsWith('#');

/** Parses a line of Prometheus's text format. */
function readSample(line: string): [string, number] {
  const [, name, value] =
    /^([a-z_]+\{(?:[a-z]+="[^"\\\n]*",?)*\}) (\d+(?:\.\d+)?(?:e-?\d+)?)$/.exec(line) ?? [];
  if (!name || !value) throw new Error(`no sample: ${line}`);
  return [name, Number(value)];
}

test.describe('what Prometheus reads', () => {
  test('counts responses by where their data comes from, calls, and credits', async ({ start }) => {
    const { ask, scrape, end } = await watched(start);
    for (let i = 0; i < 3; i++) await ask();
    await ask('AS');
    const counted = await scrape();
    expect(counted).toMatchObject({
      'visitor_relay_answers_total{lookup="ip",outcome="ok",from="service"}': 1,
      'visitor_relay_answers_total{lookup="ip",outcome="ok",from="memory"}': 2,
      'visitor_relay_answers_total{lookup="asn",outcome="ok",from="service"}': 1,
      'visitor_relay_calls_total{lookup="user-agent",outcome="ok",from="service"}': 1,
      'visitor_relay_credits_total{lookup="ip"}': 1,
      'visitor_relay_credits_total{lookup="asn"}': 1,
      'visitor_relay_credits_total{lookup="user-agent"}': 1,
    });
    expect(
      counted['visitor_relay_answer_seconds_total{lookup="ip",outcome="ok",from="service"}'],
    ).toBeGreaterThan(0);
    await end();
  });

  test('counts refusals by their reason, and results from a store', async ({ start, upstream }) => {
    const service = await upstream();
    const store = new Map<string, string>();
    const options = { baseUrl: service.base, parseUserAgent: false, store, hourlyLimitPerVisitor: 1 };
    const first = await start(options);
    await first.ask('', { visitor: VISITOR });
    const { ask, scrape, end } = await watched(start, options);
    await ask('', { visitor: VISITOR });
    for (const host of [1, 2, 3]) await ask('', { visitor: `2a00:1450:1::${host}` });
    await ask('', { headers: { Origin: 'https://evil.example' } });
    await ask('elsewhere');
    expect(await scrape()).toMatchObject({
      'visitor_relay_answers_total{lookup="ip",outcome="ok",from="store"}': 1,
      'visitor_relay_answers_total{lookup="ip",outcome="ok",from="service"}': 1,
      'visitor_relay_answers_total{lookup="ip",outcome="visitor-limit",from="store"}': 2,
      'visitor_relay_answers_total{lookup="none",outcome="forbidden_origin",from="none"}': 1,
      'visitor_relay_answers_total{lookup="none",outcome="not_found",from="none"}': 1,
    });
    await end();
  });

  test('is of the text format: each counter under its type, its samples together', async ({ start }) => {
    const { ask, text, end } = await watched(start);
    for (const path of ['', 'AS', '', 'user_agent', 'nowhere']) await ask(path);
    const blocks = (await text()).split(/^(?=# TYPE )/m);
    const names = blocks.map((block) => /^# TYPE ([a-z_]+_total) counter\n/.exec(block)?.[1]);
    expect(new Set(names).size).toBe(blocks.length);
    for (const [i, block] of blocks.entries()) {
      const [, ...samples] = block.trimEnd().split('\n');
      expect(samples.length).toBeGreaterThan(0);
      for (const sample of samples) expect(readSample(sample)[0].startsWith(`${names[i]}{`)).toBe(true);
    }
    await end();
  });

  test('has no label that grows with visitors, and nothing of theirs', async ({ start, upstream }) => {
    const service = await upstream();
    const { ask, scrape, text, end } = await watched(start, { baseUrl: service.base });
    await ask();
    const { length } = Object.keys(await scrape());
    for (let i = 0; i < 50; i++)
      await ask('', { visitor: `81.2.70.${i}`, headers: { 'User-Agent': `Browser/${i}` } });
    expect(Object.keys(await scrape())).toHaveLength(length);
    expect(await text()).not.toMatch(/81\.2\.70|Browser/);
    await end();
  });
});

test('the log has a line for each refusal and call, none for a success from memory, and nothing of the visitor', async ({
  start,
}) => {
  const { ask, lines, end } = await watched(start, { parseUserAgent: false });
  await ask();
  await ask();
  await ask('', { visitor: '10.0.0.1' });
  expect(lines).toEqual([
    expect.stringMatching(/^relay call lookup=ip outcome=ok status=200 from=service ms=\d+$/),
    expect.stringMatching(/^relay answer lookup=ip outcome=reserved_ip_address status=400 from=none ms=\d+$/),
  ]);
  await end();
});
