import { html, type TemplateResult } from 'lit';

/** Drawings of 24 by 24 in lines. */
export const icons = {
  place: 'M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM12 10v.1',
  network: 'M12 8a3 3 0 1 0-.1 0zM5 21a3 3 0 1 0-.1 0zM19 21a3 3 0 1 0-.1 0zM11 8l-5 7M13 8l5 7M8 18h8',
  browser: 'M3 7a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3zM3 9h18',
  copy: 'M9 9h11v11H9zM5 15V5h10',
  done: 'M5 13l4 4L19 7',
};

export const icon = (name: keyof typeof icons): TemplateResult =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${icons[name]} /></svg>`;
