/** Follows what is selected in a `<select>` that the page's author wrote. */
export class AuthorSelect {
  /** The option that the last call of `show` left selected, and its value. */
  #last: { option?: HTMLOptionElement | undefined; value?: string } = {};

  /**
   * The value that the markup, a script or the browser selected since the last call of `show`. `undefined` if there is
   * none: the option shown is still selected, or it is gone and the select shows a placeholder or its first option.
   */
  selectedElsewhere(select: HTMLSelectElement): string | undefined {
    const { value } = select;
    const { option, value: shown } = this.#last;
    const isHere = option && select.contains(option);
    // A framework may put another value, such as another country's, into the same option.
    if (value === shown || (isHere && option.selected)) return undefined;
    const initial = initialOption(select);
    return isHere || !initial?.selected || (initial.defaultSelected && value) ? value : undefined;
  }

  /** Selects the option with this value, in upper or lower case. If there is none, the option that a reset selects. */
  show(select: HTMLSelectElement, value: string | undefined): void {
    const options = [...select.querySelectorAll<HTMLOptionElement>('option:enabled')];
    // The selected one first, because a country may be in the list twice.
    const option =
      [...select.selectedOptions, ...options].find((each) => each.value.toUpperCase() === value) ??
      initialOption(select);
    select.selectedIndex = option?.index ?? -1;
    this.#last = { option: select.selectedOptions[0], value: select.value };
  }
}

/** The option that a reset selects. A list that is always open needs none. */
const initialOption = (select: HTMLSelectElement): HTMLOptionElement | null =>
  select.querySelector<HTMLOptionElement>('option[selected]') ??
  (select.type === 'select-one' && select.size < 2 ? select.querySelector('option:enabled') : null);
