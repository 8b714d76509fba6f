/** The languages of cards besides English. */
const languages = ['ar', 'de', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'tr', 'uk', 'zh'];

/** Loads the labels of cards in a language, once. English needs none. */
export function loadLabels(language: string, root: string | URL): void {
  if (!languages.includes(language)) return;
  loadFile(`dist/labels/${language}.js`, root);
}

/** Loads one of the package's files, once. */
export function loadFile(path: string, root: string | URL): void {
  const { href } = new URL(path, root);
  if (document.querySelector(`script[src="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: href }));
}
