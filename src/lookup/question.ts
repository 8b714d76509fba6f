/** What a reader wants to know, and whom to ask. */
import { isLookupError, type LookupError } from './error.js';
import { announceChange } from './page.js';
import { lookupAddress } from './request.js';
import { type CheckedSettings, checkSettings, type Settings } from './settings.js';
import type { LookupName } from './types.js';

/** Readers whose questions have the same `id` share one answer. */
export interface Question {
  readonly id: string;
  readonly lookup: LookupName;
  /** Where to ask; empty while settings are missing or wrong. */
  readonly address: string;
  readonly settings?: CheckedSettings;
  /** What is wrong with the settings. */
  readonly error?: LookupError;
}

export function question(lookup: LookupName, settings: Settings, ua: string): Question {
  if (!settings.baseUrl && willBeConfigured()) return { id: lookup, lookup, address: '' };
  try {
    const checked = checkSettings(settings);
    const address = lookupAddress(lookup, checked, ua);
    return { id: digest(`${checked.apiKey} ${address}`), lookup, address, settings: checked };
  } catch (error) {
    if (!isLookupError(error)) throw error;
    return { id: `${lookup} ${error.message}`, lookup, address: '', error };
  }
}

/** While the page still loads, a later script may configure it; an element that came first waits for that. */
function willBeConfigured(): boolean {
  const loading = globalThis.document !== undefined && document.readyState !== 'complete';
  if (loading) addEventListener('load', announceChange, { once: true });
  return loading;
}

/** A short name for a text that must not be readable where the name is stored, since it holds the key (FNV-1a). */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}
