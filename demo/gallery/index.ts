/** One frame for each state: settings and the override apply to a whole page, so each state needs its own page. */
import { galleryStates } from './states.js';

document.documentElement.style.colorScheme = new URLSearchParams(location.search).get('scheme') ?? 'light';
for (const { name } of galleryStates) {
  const query = new URLSearchParams(location.search);
  query.set('state', name);
  if (!query.has('scheme')) query.set('scheme', 'light');
  const frame = document.createElement('iframe');
  frame.title = name;
  frame.loading = 'lazy';
  frame.src = `./sheet.html?${query}`;
  frame.addEventListener('load', () => {
    const { body } = frame.contentDocument ?? document;
    new ResizeObserver(() => {
      frame.style.blockSize = `${body.offsetHeight + 2}px`;
    }).observe(body);
  });
  document.body.append(frame);
}
