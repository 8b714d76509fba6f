import { override, type VisitorSwitch } from '../../../src/index.js';
import type { OpenPage } from '../support/page.js';
import { until } from '../support/service.js';

/** The visible text of a switch. */
export const read = (element: Element): string => (element as HTMLElement).innerText.trim();

/** Waits until an element shows this text. */
export const reads = (element: Element, text: string): Promise<void> =>
  until(
    () => read(element) === text,
    () => `"${text}" instead of "${read(element)}"`,
  );

/** Overrides the visitor's country. */
export const moveTo = (code: string): void => override({ location: { country: { code } } });

/** The control in a `<visitor-country-select>`. */
export const selectIn = (element: Element): HTMLSelectElement =>
  element.shadowRoot?.querySelector('select') as HTMLSelectElement;

/** Selects a country as a visitor does: with the events that the browser fires. */
export function choose(element: Element, code: string): void {
  const select = selectIn(element);
  select.value = code;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

export const greeting = `
  <visitor-switch>
    <template data-country="FR"><p>Bonjour</p></template>
    <template data-country="GB"><p>Good day</p></template>
    <p>Hello</p>
  </visitor-switch>`;

/** Records what each frame of a page shows, from the first frame after the elements were registered. */
export function record({ window }: Pick<OpenPage, 'window'>, what: (document: Document) => string): string[] {
  const frames: string[] = [];
  const look = () => {
    if (window.customElements.get('visitor-switch')) frames.push(what(window.document));
    window.requestAnimationFrame(look);
  };
  window.requestAnimationFrame(look);
  return frames;
}

/** Records the cases that a switch shows: the template's conditions, or `null`. */
export function hearMatches(element: Element): (string | null)[] {
  const heard: (string | null)[] = [];
  element.addEventListener('visitor-match', (event) => {
    const { template } = event as Event & { template: HTMLTemplateElement | null };
    heard.push(template && Object.values({ ...template.dataset }).join());
  });
  return heard;
}

/** The switch's templates. */
export const casesOf = (element: Element): HTMLTemplateElement[] => [
  ...element.querySelectorAll<HTMLTemplateElement>(':scope > template'),
];

export type { VisitorSwitch };
