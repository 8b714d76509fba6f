/** A form's state as the query of a link, and back. What only its reader may type is not in it. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a link can't fill in: it would send a reader's key to whoever made it. */
const unlinked = ['key', 'address'];

const isButton = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /radio|checkbox/.test(field.type);
const fieldsOf = (form: HTMLFormElement) =>
  ([...form.elements] as Field[]).filter(
    ({ name, localName }) => name && /input|select|textarea/.test(localName),
  );
const initial = (field: Field) =>
  field instanceof HTMLSelectElement ? (field.options[0]?.value ?? '') : field.defaultValue;

/** A form's controls by name: a single one, or the buttons of a group. */
function groupsOf(form: HTMLFormElement): Map<string, Field[]> {
  const groups = new Map<string, Field[]>();
  for (const field of fieldsOf(form)) groups.set(field.name, [...(groups.get(field.name) ?? []), field]);
  return groups;
}

/** The page's address with what differs from the form's start: `?layout=compact&-map=yes`. */
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

/** Puts the form into the state of the page's address, whatever the browser restored. */
export function restoreForm(form: HTMLFormElement, query: URLSearchParams): void {
  resetForm(form);
  for (const [name, fields] of groupsOf(form)) {
    if (unlinked.includes(name)) for (const field of fields) field.value = initial(field);
    else if (query.has(name)) choose(fields, query.getAll(name));
    else if (query.has(`-${name}`)) for (const field of fields) if (isButton(field)) field.checked = false;
  }
}

/** Sets a control, or the buttons of a group; what is no choice of theirs changes nothing. */
function choose(fields: Field[], values: string[]): void {
  const known = fields.some((field) => isButton(field) && values.includes(field.value));
  for (const field of fields) {
    if (isButton(field)) field.checked = known ? values.includes(field.value) : field.checked;
    else field.value = values[0] ?? '';
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = initial(field);
  }
}

/** The form as it is when the page is new, its key left alone. */
export function resetForm(form: HTMLFormElement): void {
  for (const field of fieldsOf(form)) {
    if (unlinked.includes(field.name)) continue;
    if (isButton(field)) field.checked = field.defaultChecked;
    else field.value = initial(field);
  }
}
