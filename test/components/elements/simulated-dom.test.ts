import { answered, expect, parts, put, until, visit } from './support.js';

const response = { ip: '81.2.69.142', location: { country: { code: 'DE', name: 'Germany' } } };

/** A part of the browser's interfaces, and what is there instead of it; by default nothing. */
type Part = [object: object, name: string, instead?: PropertyDescriptor];

/** Runs with parts of the browser's interfaces missing, or broken. */
async function without<T>(missing: Part[], run: () => Promise<T>): Promise<T> {
  const before = missing.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name));
  for (const [object, name, instead] of missing) {
    Reflect.deleteProperty(object, name);
    if (instead) Object.defineProperty(object, name, { ...instead, configurable: true });
  }
  try {
    return await run();
  } finally {
    for (const [index, [object, name]] of missing.entries())
      Object.defineProperty(object, name, before[index] ?? {});
  }
}

const fail = () => {
  throw new TypeError('Cannot read properties of undefined');
};
const jsdom: Part[] = [
  [ElementInternals.prototype, 'states'],
  [ElementInternals.prototype, 'setFormValue'],
  [ElementInternals.prototype, 'setValidity'],
];

/** What the newest releases of these lack in November 2026; people's tests run in them. */
const simulations: Record<string, Part[]> = {
  'happy-dom': [[HTMLElement.prototype, 'attachInternals']],
  jsdom,
  // `jest-environment-jsdom` 30 brings it. Its ARIA properties of internals throw.
  'jsdom 26': [...jsdom, [ElementInternals.prototype, 'ariaLive', { get: fail, set: fail }]],
};

for (const [name, missing] of Object.entries(simulations))
  describe(`without what ${name} lacks`, () => {
    it('every element shows its data, and none throws', () =>
      without(missing, () =>
        answered(response, async () => {
          visit();
          const place = put(`<div>
            <visitor-value field="location.country.name">somewhere</visitor-value>
            <visitor-switch><template data-country="DE"><p>Versand</p></template>Shipping</visitor-switch>
            <visitor-map></visitor-map>
            <visitor-info></visitor-info>
            <form><visitor-country-select>Country</visitor-country-select></form>
          </div>`);
          const find = (tag: string) => place.querySelector(tag) as HTMLElement;
          await until(() => find('visitor-value').innerText === 'Germany');
          await until(() => parts(find('visitor-info'), 'title')[0]?.textContent?.includes('Germany'));
          await until(() => find('visitor-switch p').checkVisibility());
          await until(() => parts(find('visitor-map'), 'map').length === 1);
          const select = find('visitor-country-select').shadowRoot?.querySelector('select');
          await until(() => select?.value === 'DE');
          expect(find('visitor-country-select')).to.have.property('value', 'DE');
          place.remove();
        }),
      ));
  });
