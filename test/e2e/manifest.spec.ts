import { readFileSync } from 'node:fs';
import type { Package } from 'custom-elements-manifest';
import type { Element } from '../../build/elements.js';
import type { Settings } from '../../src/lookup/index.js';
import { uniqueSorted } from '../support/source.js';
import { expect, test } from './site.js';

const text = readFileSync(new URL('../../dist/custom-elements.json', import.meta.url), 'utf8');
const manifest: Package = JSON.parse(text);
const elements = manifest.modules.flatMap(({ declarations = [] }) => declarations as Element[]);
const tags = elements.map(({ tagName }) => tagName);
const namesOf = (things: { name: string }[] = []) => uniqueSorted(things.map(({ name }) => name));

// A guess requires the time zone of a single country.
test.use({ timezoneId: 'Europe/Paris' });

test('attributes and states of the running elements are in the manifest, and no others', async ({
  page,
  site,
}) => {
  await page.addInitScript(recordStates);
  await page.goto(site.address('consent=required&storage=none&retries=0'));
  const ask = (settings: Settings) =>
    page.evaluate(
      async ([tags, settings]) => {
        const { visitorElements } = globalThis as unknown as {
          visitorElements: typeof import('../../src/index.js');
        };
        visitorElements.configure(settings);
        if (!document.querySelector(tags[0] ?? ''))
          document.body.append(...tags.map((tag) => document.createElement(tag)));
        else visitorElements.grantConsent();
        const all = document.querySelectorAll<HTMLElement & { refresh(): Promise<void> }>(tags.join());
        await new Promise(requestAnimationFrame);
        if ('apiKey' in settings) await Promise.all([...all].map((element) => element.refresh()));
      },
      [tags, settings] as const,
    );
  await ask({});
  await ask({ apiKey: 'demo-open' });
  await page.context().setOffline(true);
  await ask({ apiKey: 'demo-open' });
  await page.context().setOffline(false);
  await ask({ apiKey: 'demo-open', guess: 'time-zone', baseUrl: failing });
  await page.locator(':state(guessed)').first().waitFor({ state: 'attached' });
  const [seen, observed] = await page.evaluate(
    (tags) =>
      [
        (globalThis as unknown as { seen: Record<string, string[]> }).seen,
        tags.map(
          (tag) => (customElements.get(tag) as unknown as typeof HTMLElement & Observing).observedAttributes,
        ),
      ] as const,
    tags,
  );
  for (const [index, { tagName, attributes, cssStates }] of elements.entries()) {
    expect(namesOf(attributes), `attributes of ${tagName}`).toEqual(uniqueSorted(observed[index] ?? []));
    expect(namesOf(cssStates), `states of ${tagName}`).toEqual(
      expect.arrayContaining(uniqueSorted(seen[tagName] ?? [])),
    );
  }
  // A form that was sent sets `user-invalid`: the tests of forms try it.
  const states = elements
    .flatMap(({ cssStates }) => namesOf(cssStates))
    .filter((name) => name !== 'user-invalid');
  expect(uniqueSorted(Object.values(seen).flat())).toEqual(uniqueSorted(states));
});

const failing = '/api/fault/status-404/';

interface Observing {
  observedAttributes: string[];
}

/** Records each custom state by the element's name. */
function recordStates() {
  const seen: Record<string, string[]> = {};
  Object.assign(globalThis, { seen });
  const owners = new WeakMap<object, string>();
  const { attachInternals } = HTMLElement.prototype;
  HTMLElement.prototype.attachInternals = function () {
    const internals = attachInternals.call(this);
    owners.set(internals.states, this.localName);
    return internals;
  };
  const { add } = CustomStateSet.prototype;
  CustomStateSet.prototype.add = function (state) {
    const tag = owners.get(this) ?? '';
    seen[tag] = [...(seen[tag] ?? []), state];
    return add.call(this, state);
  };
}
