import { answered, expect, parts, put, until, visit } from './support.js';

const response = { ip: '81.2.69.142', location: { country: { code: 'DE', name: 'Germany' } } };

/** Runs with parts of the browser's interfaces missing. */
async function without<T>(missing: [object: object, name: string][], run: () => Promise<T>): Promise<T> {
  const before = missing.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name));
  for (const [object, name] of missing) Reflect.deleteProperty(object, name);
  try {
    return await run();
  } finally {
    for (const [index, [object, name]] of missing.entries())
      Object.defineProperty(object, name, before[index] ?? {});
  }
}

/** What the newest releases of these lack in November 2026; people's tests run in them. */
const simulations: Record<string, [object, string][]> = {
  'happy-dom': [[HTMLElement.prototype, 'attachInternals']],
  jsdom: [
    [ElementInternals.prototype, 'states'],
    [ElementInternals.prototype, 'setFormValue'],
    [ElementInternals.prototype, 'setValidity'],
  ],
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
