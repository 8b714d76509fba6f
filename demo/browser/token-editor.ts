import { themes } from './themes.js';

/** Whether a text is one colour, length, number or font list. It must add no declaration and load nothing. */
const isToken = (value: string) =>
  !/\b(url|var|env|attr)\(/i.test(value) &&
  ['color', 'inline-size', 'z-index', 'font-family'].some((property) => CSS.supports(property, value));

/** A form's fields for tokens, with their colour pickers and themes. */
export function tokenEditor(form: HTMLFormElement) {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-token]')];
  const theme = form.elements.namedItem('theme') as HTMLSelectElement;
  const themeOf = () => (Object.hasOwn(themes, theme.value) ? themes[theme.value] : undefined) ?? {};
  const picker = (name: string) => form.querySelector<HTMLInputElement>(`[data-colour-of="${name}"]`);

  /** Updates the pickers from the fields. */
  function restored(): void {
    for (const { name, value, placeholder } of fields) {
      const own = picker(name);
      if (own) own.value = /^#[\da-f]{6}$/i.test(value) ? value : placeholder;
    }
  }
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const field = fields.find(({ name }) => name === target.dataset.colourOf);
    if (field) field.value = target.value;
    restored();
  });
  theme.addEventListener('input', () => {
    for (const field of fields) field.value = themeOf()[field.name] ?? '';
    restored();
  });
  return {
    restored,
    /**
     * The declarations that have an effect: the fields' values, and the theme's tokens that have no field. An element
     * with a colour for text has text, and so the theme's font and scheme.
     */
    chosen(effective: ReadonlySet<string>): Record<string, string> {
      const written = fields.filter(({ value }) => isToken(value));
      const rest = Object.entries(themeOf()).filter(([name]) => !fields.some((field) => field.name === name));
      const all = [...written.map(({ name, value }) => [name, value] as const), ...rest];
      return Object.fromEntries(
        all.filter(([name]) => effective.has(name.startsWith('--') ? name : '--visitor-color')),
      );
    },
  };
}
