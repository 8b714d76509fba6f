import { html, type TemplateResult } from 'lit';

/** Line drawings of 24 by 24 units. */
export const icons = {
  place: 'M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM12 10v.1',
  network: 'M12 8a3 3 0 1 0-.1 0zM5 21a3 3 0 1 0-.1 0zM19 21a3 3 0 1 0-.1 0zM11 8l-5 7M13 8l5 7M8 18h8',
  browser: 'M3 7a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3zM3 9h18',
  lost: 'M3 3l18 18M12 19v.1M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 5-2.7M19 12a10 10 0 0 0-3-2M2 8.5a15 15 0 0 1 4-2.6M22 8.5A15 15 0 0 0 10.5 5',
  guessed: 'M12 21a9 9 0 1 0-.1 0zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .9-1 1.7M12 17v.1',
  stale: 'M12 21a9 9 0 1 0-.1 0zM12 7v5l3 2',
  overridden: 'M5 13l4 4L19 7',
  copy: 'M9 9h11v11H9zM5 15V5h10',
};

export const icon = (name: keyof typeof icons): TemplateResult =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${icons[name]} /></svg>`;
