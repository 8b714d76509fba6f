import { readFileSync } from 'node:fs';
import type { Package } from 'custom-elements-manifest';
import type { Element } from '../../../build/elements.js';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Settings } from '../../../src/lookup/index.js';
import { expect, test } from '../../e2e/site.js';
import { unique, usesOf } from '../../support/source.js';

const text = readFileSync(new URL('../../../dist/custom-elements.json', import.meta.url), 'utf8');
const manifest: Package = JSON.parse(text);
const elements = manifest.modules.flatMap(({ declarations = [] }) => declarations as Element[]);
const tags = elements.map(({ tagName }) => tagName);
const namesOf = (items: readonly { name: string }[]) => unique(items.map(({ name }) => name));

test('the manifest has every element that can be imported, and defines it', () => {
  const offered = Object.keys(packageJson.exports).flatMap(
    (name) => /^\.\/(visitor-.+)\.js$/.exec(name)?.[1] ?? [],
  );
  expect(tags).toEqual(offered);
  const defined = manifest.modules.flatMap(({ exports = [] }) =>
    exports.filter(({ kind }) => kind === 'custom-element-definition').map(({ name }) => name),
  );
  expect(defined).toEqual(offered);
});

test('the manifest is compact: no private members, no inner modules, no aliases of a few words', () => {
  const members = elements.flatMap((element) => element.members.map(({ name }) => name));
  expect(members.filter((name) => /^[#_]|Callback$/.test(name))).toEqual([]);
  expect(text).not.toMatch(/\n|"privacy"|LookupName|Settings\[/);
  const value = elements.find(({ tagName }) => tagName === 'visitor-value');
  const from = value?.attributes.find(({ name }) => name === 'from');
  expect(from?.type?.text).toBe("'ip' | 'asn' | 'user-agent'");
});

test('events have the types that listeners get', () => {
  const types = elements.map(({ tagName, events }) => [
    tagName,
    events.find(({ name }) => name === 'visitor-load')?.type.text,
  ]);
  expect(Object.fromEntries(types)).toMatchObject({
    'visitor-info': 'VisitorLoadEvent<IpData>',
    'visitor-asn': 'VisitorLoadEvent<AsData>',
    'visitor-user-agent': 'VisitorLoadEvent<UserAgentData>',
  });
});

test('each thing in the manifest has a description', () => {
  const bare = elements.flatMap(({ tagName, name, description, ...element }) => {
    const { attributes, members, events, slots, cssParts, cssProperties, cssStates } = element;
    const parts = [attributes, members, events, slots, cssParts, cssProperties, cssStates].flat();
    return [{ name, description }, ...parts]
      .filter((part) => !part.description)
      .map((part) => `${tagName} ${part.name}`);
  });
  expect(bare).toEqual([]);
});

test('editors complete in CSS what the manifest says, each name once', () => {
  const css = JSON.parse(
    readFileSync(new URL('../../../dist/vscode.css-custom-data.json', import.meta.url), 'utf8'),
  ) as Record<'properties' | 'pseudoClasses' | 'pseudoElements', { name: string }[]>;
  const names = (of: (element: Element) => readonly { name: string }[], spelt = (name: string) => name) =>
    unique(elements.flatMap((element) => of(element).map(({ name }) => spelt(name))));
  const completed = (kind: keyof typeof css) => css[kind].map(({ name }) => name).sort();
  expect(completed('properties')).toEqual(names(({ cssProperties }) => cssProperties));
  expect(completed('pseudoClasses')).toEqual(
    names(
      ({ cssStates }) => cssStates,
      (name) => `:state(${name})`,
    ),
  );
  expect(completed('pseudoElements')).toEqual(
    names(
      ({ cssParts }) => cssParts,
      (name) => `::part(${name})`,
    ),
  );
});

const uses = usesOf(tags);
for (const { tagName, events, slots, cssParts, cssProperties } of elements)
  test(`${tagName}: events, slots, parts and custom properties of the source are in the manifest, and no others`, () => {
    const used = uses.get(tagName);
    expect({ events: namesOf(events), slots: namesOf(slots), parts: namesOf(cssParts) }).toEqual({
      events: unique(used?.events ?? []),
      slots: unique(used?.slots ?? []),
      parts: unique(used?.parts ?? []),
    });
    const properties = namesOf(cssProperties);
    expect(properties).toEqual(expect.arrayContaining(used?.properties ?? []));
    expect(properties.filter((name) => !used?.sharedProperties.includes(name))).toEqual([]);
  });

test.describe('of the running elements', () => {
  // The guess needs a zone of one country.
  test.use({ timezoneId: 'Europe/Paris' });

  test('attributes and states are in the manifest, and no others', async ({ page, site }) => {
    await page.addInitScript(recordStates);
    await page.goto(site.address('consent=required&storage=none&retries=0'));
    const ask = (settings: Settings) =>
      page.evaluate(
        async ([tags, settings]) => {
          const { visitorElements } = globalThis as unknown as {
            visitorElements: typeof import('../../../src/index.js');
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
    await ask({ apiKey: 'demo-open', fallback: 'time-zone', baseUrl: failing });
    await page.locator(':state(guessed)').first().waitFor({ state: 'attached' });
    const [seen, observed] = await page.evaluate(
      (tags) =>
        [
          (globalThis as unknown as { seen: Record<string, string[]> }).seen,
          tags.map(
            (tag) =>
              (customElements.get(tag) as unknown as typeof HTMLElement & Observing).observedAttributes,
          ),
        ] as const,
      tags,
    );
    for (const [index, { tagName, attributes, cssStates }] of elements.entries()) {
      expect(namesOf(attributes), `attributes of ${tagName}`).toEqual(unique(observed[index] ?? []));
      expect(namesOf(cssStates), `states of ${tagName}`).toEqual(
        expect.arrayContaining(unique(seen[tagName] ?? [])),
      );
    }
    const states = elements.flatMap(({ cssStates }) => namesOf(cssStates));
    expect(unique(Object.values(seen).flat())).toEqual(unique(states));
  });
});

const failing = '/api/fault/status-404/';

interface Observing {
  observedAttributes: string[];
}

/** Notes each custom state that an element takes, by the element's name. */
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
