import type { VisitorValue } from '../../../src/index.js';
import { expect, put, ready, visit } from './support.js';

describe('elements that are removed for good', () => {
  const markup: Record<string, string> = {
    'after they showed a clock': '<visitor-value field="time_zone.current_time"></visitor-value>',
    'after they showed a card': '<visitor-info></visitor-info>',
    'while they wait to come near': '<visitor-info loading="lazy" style="margin-top: 999em"></visitor-info>',
  };
  for (const [when, html] of Object.entries(markup))
    it(`${when} are collected`, async () => {
      visit('from/133.242.0.1/');
      await ready('<visitor-value field="ip"></visitor-value>');
      const home = put('<div></div>');
      const refs = await addAndRemove(home, html.repeat(50));
      await collected(refs);
    });

  it('in the task they were added are collected', async () => {
    visit('from/133.242.0.1/');
    await ready('<visitor-value field="ip"></visitor-value>');
    const home = put('<div></div>');
    const html = '<visitor-value field="time_zone.current_time"></visitor-value>';
    const refs = Array.from({ length: 50 }, () => {
      home.innerHTML = html;
      const ref = new WeakRef(home.firstElementChild as Element);
      home.innerHTML = '';
      return ref;
    });
    await collected(refs);
  });
});

async function addAndRemove(home: Element, html: string): Promise<WeakRef<Element>[]> {
  home.innerHTML = html;
  const elements = [...home.children] as VisitorValue[];
  await Promise.all(elements.map((element) => element.updateComplete));
  home.innerHTML = '';
  return elements.map((element) => new WeakRef(element));
}

const alive = (refs: WeakRef<object>[]): number => refs.filter((ref) => ref.deref()).length;

/** Fails if elements are still in memory after a hundred garbage collections. Old objects are collected last. */
async function collected(refs: WeakRef<object>[]): Promise<void> {
  for (let time = 0; time < 100 && alive(refs) > refs.length / 10; time++) await collection();
  expect(alive(refs), `of ${refs.length} elements are kept`).to.be.at.most(refs.length / 10);
}

/**
 * Makes garbage until the browser has collected most of some bare elements, since a page can't request a collection.
 * Checks seldom: an object that is read during a collection survives it.
 */
async function collection(): Promise<void> {
  const refs = await addAndRemove(put('<div></div>'), '<p></p>'.repeat(50));
  let garbage: unknown[] = [];
  while (alive(refs) > refs.length / 10)
    for (let round = 0; round < 10; round++) {
      garbage = Array.from({ length: 8 }, () => new Uint8Array(4 << 20).fill(garbage.length));
      await new Promise((resolve) => setTimeout(resolve));
    }
}
