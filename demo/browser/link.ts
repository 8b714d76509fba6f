/** Stores a form's state in a link's query and restores it. Secret fields are left out. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields that a link must not fill in: it could send a reader's key to the link's author. */
const unlinked = ['key', 'serviceUrl'];

const isButton = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /radio|checkbox/.test(field.type);
const fieldsOf = (form: HTMLFormElement) =>
  ([...form.elements] as Field[]).filter(
    ({ name, localName }) => name && /input|select|textarea/.test(localName),
  );
const initial = (field: Field) =>
  field instanceof HTMLSelectElement ? (field.options[0]?.value ?? '') : field.defaultValue;

/** A form's controls by name: a single control, or a group of buttons. */
function groupsOf(form: HTMLFormElement): Map<string, Field[]> {
  const groups = new Map<string, Field[]>();
  for (const field of fieldsOf(form)) groups.set(field.name, [...(groups.get(field.name) ?? []), field]);
  return groups;
}

/** The page's URL with every field that differs from the form's default: `?layout=compact&-map=yes`. */
export function linkOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, fields] of groupsOf(form)) {
    if (unlinked.includes(name) || fields.every(isInitial)) continue;
    const chosen = fields.filter((field) => !isButton(field) || field.checked);
    for (const { value } of chosen) query.append(name, value);
    if (chosen.length === 0) for (const { value } of fields) query.append(`-${name}`, value);
  }
  return query.size > 0 ? `?${query}` : location.pathname;
}

const isInitial = (field: Field) =>
  isButton(field) ? field.checked === field.defaultChecked : field.value === initial(field);

/** Sets the form from the page's URL, whatever the browser restored. */
export function restoreForm(form: HTMLFormElement, query: URLSearchParams): void {
  resetForm(form);
  for (const [name, fields] of groupsOf(form)) {
    if (unlinked.includes(name)) for (const field of fields) field.value = initial(field);
    else if (query.has(name)) choose(fields, query.getAll(name));
    else if (query.has(`-${name}`)) for (const field of fields) if (isButton(field)) field.checked = false;
  }
}

/** Sets a control or a group of buttons. Unknown values are ignored. */
function choose(fields: Field[], values: string[]): void {
  const known = fields.some((field) => isButton(field) && values.includes(field.value));
  for (const field of fields) {
    if (isButton(field)) field.checked = known ? values.includes(field.value) : field.checked;
    else field.value = values[0] ?? '';
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = initial(field);
  }
}

/** Resets the form, except its key. */
export function resetForm(form: HTMLFormElement): void {
  for (const field of fieldsOf(form)) {
    if (unlinked.includes(field.name)) continue;
    if (isButton(field)) field.checked = field.defaultChecked;
    else field.value = initial(field);
  }
}
