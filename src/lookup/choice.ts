import { consents } from './gate.js';
import { announce, page } from './page.js';
import { setting } from './settings.js';
import { CHOICE, readStored, writeStored } from './storage.js';
import type { IpData } from './types.js';

/** Has every reader see what the visitor says of themselves; `null` takes it back. */
export function choose(choice: IpData | null): void {
  page.choice = choice;
  page.unsaved = true;
  announce();
}

/** What is stored is read once: another tab's choice is for the pages to come. */
export function currentChoice(): IpData | undefined {
  if (page.choice === undefined && mayStore()) page.choice = readStored(storage(), CHOICE) ?? null;
  return page.choice ?? undefined;
}

/** Stores a choice once; one made before consent was given, as soon as it is. It may be taken back without. */
export function saveChoice(): void {
  if (!page.unsaved || (page.choice && !mayStore())) return;
  page.unsaved = false;
  writeStored(storage(), CHOICE, page.choice ?? undefined);
}

const storage = () => setting(page.settings, 'storage');

/** A value that is no setting is no consent. */
const mayStore = () => consents(page.settings.consent ?? 'not-required');
