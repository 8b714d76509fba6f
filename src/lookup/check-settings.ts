import { LookupError } from './error.js';
import { type CheckedSettings, parseSettings, type Settings, textOf } from './settings.js';

const yesOrNo = 'true, false';
const amount = 'a number from 0 to 2147483647';

/** What each setting may be. */
const allowed: Record<keyof Settings, string> = {
  baseUrl: 'an http or https address without user name, query or fragment',
  apiKey: 'a key (printable ASCII without spaces) beside its baseUrl, unless auth is none',
  auth: 'query, header, none',
  params: 'a query string without key',
  maxAge: amount,
  storage: 'session, local, none',
  timeout: amount,
  retries: amount,
  consent: 'not-required, required',
  skipBots: yesOrNo,
  fallback: 'none, time-zone',
  flagsUrl: 'an address or a function',
  simulate: yesOrNo,
};

/**
 * Checks settings and fills in the defaults.
 *
 * @throws {LookupError} `misconfigured`, naming the setting, what was found and what is allowed.
 */
export function checkSettings(settings: Settings): CheckedSettings {
  const checked = parseSettings(settings);
  if (typeof checked !== 'string') return checked;
  const found = settings[checked];
  // It may hold a secret, which a message never repeats.
  const isTold = !/url|key|params/i.test(checked);
  const instead = isTold ? `is "${textOf(found)}"` : found ? 'is wrong' : 'is missing';
  throw new LookupError(
    'misconfigured',
    `The setting ${checked} ${instead}; it must be ${allowed[checked]}.`,
  );
}
