/**
 * The name that differs from the misspelt one by one edit: one letter replaced, up to two added or removed, or two
 * neighbours swapped.
 */
export function nearest(misspelt: string, names: readonly string[]): string | undefined {
  return names.find((name) => {
    let [start, end] = [0, 0];
    while (start < name.length && name[start] === misspelt[start]) start++;
    const most = Math.min(name.length, misspelt.length) - start;
    while (end < most && name.at(-1 - end) === misspelt.at(-1 - end)) end++;
    const [x = '', y = ''] = [name, misspelt].map((word) => word.slice(start, word.length - end));
    const isSwap = x.length === 2 && x === `${y[1]}${y[0]}`;
    // Too many names are one edit away from a name of two letters.
    return name.length > 2 && (isSwap || x.length + y.length < 3);
  });
}
