/** The languages of cards besides English. */
const languages = ['ar', 'de', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'tr', 'uk', 'zh'];

/** Loads the labels of cards in a language, once. English needs none. */
export function loadLabels(language: string, root: string | URL): void {
  if (!languages.includes(language)) return;
  const { href } = new URL(`dist/labels/${language}.js`, root);
  if (document.querySelector(`script[src="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: href }));
}
