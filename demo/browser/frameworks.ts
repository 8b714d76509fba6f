import type { CodeLanguage } from './highlight.js';

/** What code can be written for: a page, a module, or a framework's component. */
export const frameworks = {
  html: { label: 'HTML', language: 'html' },
  esm: { label: 'JavaScript', language: 'js' },
  react: { label: 'React', language: 'js' },
  vue: { label: 'Vue', language: 'html' },
  svelte: { label: 'Svelte', language: 'html' },
} as const satisfies Record<string, { label: string; language: CodeLanguage }>;

export type Framework = keyof typeof frameworks;
