/** An element's page: starts its examples of failures when the reader clicks. */
// As on the home page: a map marks the country of a visitor without coordinates.
import '../../src/countries.js';

addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.matches('[data-start]')) return;
  const template = target.closest('.example')?.querySelector('template');
  if (template) target.replaceWith(template.content.cloneNode(true));
});
