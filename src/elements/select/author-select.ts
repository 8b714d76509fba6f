/** Follows what is selected in a `<select>` that the page's author wrote. */
export class AuthorSelect {
  /** The select as the last call left it. */
  #last: { select?: HTMLSelectElement; length?: number; value?: string } = {};

  /**
   * The value that the markup, a script or the browser selected since the last call. `undefined` if there is none: the
   * select shows what `show` selected, or it is new and shows a placeholder or its first option.
   */
  selectedElsewhere(select: HTMLSelectElement): string | undefined {
    const { value, length } = select;
    const last = this.#last;
    if (value === last.value) return undefined;
    // If options were added or the select was replaced, another value isn't necessarily a selection.
    const isSame = select === last.select && length === last.length;
    const initial = initialOption(select);
    return isSame || !initial?.selected || (initial.defaultSelected && value) ? value : undefined;
  }

  /** Selects the option with this value, in upper or lower case. If there is none, the option that a reset selects. */
  show(select: HTMLSelectElement, value: string | undefined): void {
    const options = [...select.querySelectorAll<HTMLOptionElement>('option:enabled')];
    const option = options.find((each) => each.value.toUpperCase() === value) ?? initialOption(select);
    if (option) option.selected = true;
    this.#last = { select, length: select.length, value: select.value };
  }
}

/** The option that a reset selects. */
const initialOption = (select: HTMLSelectElement): HTMLOptionElement | null =>
  select.querySelector<HTMLOptionElement>('option[selected]') ?? select.querySelector('option:enabled');
