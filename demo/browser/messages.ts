/** Filters the messages by a word, or by a line pasted from the console. */
const input = document.querySelector<HTMLInputElement>('#search');
const entries = [...document.querySelectorAll<HTMLElement>('tbody tr')];
const found = document.querySelector('#found');
const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/**
 * How many of the wanted words an entry contains. Pasted messages contain other names and numbers, so not all words
 * need match.
 */
const score = (entry: HTMLElement, wanted: string[]) => {
  const own = entry.textContent?.toLowerCase() ?? '';
  return wanted.filter((word) => own.includes(word)).length;
};

input?.addEventListener('input', () => {
  const wanted = [...new Set(words(input.value))];
  const scores = entries.map((entry) => score(entry, wanted));
  const enough = wanted.length > 3 ? Math.max(...scores, 1) * 0.8 : wanted.length;
  const shown = entries.filter((entry, index) => {
    entry.hidden = (scores[index] ?? 0) < enough;
    return !entry.hidden;
  });
  if (found) found.textContent = wanted.length > 0 ? `${shown.length} of ${entries.length} messages` : '';
});
