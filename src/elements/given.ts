import { parseObject, report } from '../lookup/internal.js';
import { text } from '../visitor/index.js';
import type { Labels } from './words.js';

/** What an element was given as one of several words; another word is told to the page's author, and counts as none. */
export function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[]): T | undefined {
  if (!value) return undefined;
  const found = allowed.find((word) => word === value);
  if (!found) report(`The attribute ${name} is "${text(value)}", but must be one of ${allowed.join(', ')}.`);
  return found;
}

/** What an element was given as text, a list joined; what is no text is told to the page's author, and counts as none. */
export function textGiven(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(' ');
  if (value && typeof value === 'object') report(`The property ${name} is an object, but must be text.`);
  return text(value);
}

/** The labels an element was given as JSON; what is no object of them is told to the page's author, and counts as none. */
export function labelsGiven(json: string | null): Labels | undefined {
  if (!json) return undefined;
  const words = parseObject(json);
  if (!words) report(`The attribute labels is ${json}, but must be a JSON object such as {"ip": "Address"}.`);
  return words as Labels | undefined;
}
