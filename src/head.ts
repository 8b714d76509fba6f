/**
 * The classic script for the head. It owns nothing: it sends lookups, and leaves them with settings and consent for the
 * script that brings the elements. What is stored is in hooks for CSS before the first paint; what comes, once it comes.
 */
import { configure, grantConsent, type LookupName, revokeConsent, type Settings } from './lookup/index.js';
import {
  circumstances,
  currentChoice,
  mayAsk,
  mayHold,
  ofDocument,
  page,
  parseObject,
  parseSettings,
  placeOf,
  questionOf,
  recallAnswer,
  recallPause,
  report,
  type Sent,
  send,
  setting,
} from './lookup/internal.js';
import { withOverride } from './visitor/override.js';
import { writeHooks } from './write-hooks.js';

declare const __VERSION__: string;

const names = ['ip', 'asn', 'user-agent'] as const;
const script = ofDocument('currentScript');
const { expose, lookup = 'ip', ...settings } = script instanceof HTMLScriptElement ? script.dataset : {};
const wanted: readonly string[] = lookup.match(/[^\s,]+/g) ?? [];
const asked = new Set<string>();
/** The question whose answer is shown, and the answer. */
let shown = '';
let known: object | undefined;

page.head = __VERSION__;
page.exposed = expose !== 'false';
ofDocument('addEventListener')?.('prerenderingchange', look);
for (const name of wanted)
  if (![...names, 'none'].some((known) => known === name))
    report(`The attribute data-lookup has "${name}", but must be ${names.join(', ')} or none.`);
configure(settings as Settings);
page.listeners.add(look);
look();
Reflect.set(globalThis, 'visitorElements', {
  configure,
  grantConsent,
  revokeConsent,
  ...Reflect.get(globalThis, 'visitorElements'),
});

/** Asks what may be asked now, once, until the script is there that goes on with it. */
function look(): void {
  if (page.isRead) return;
  for (const name of names) if (wanted.includes(name)) start(name);
  show();
}

function start(name: LookupName): void {
  // What is wrong with them is for the other script to say.
  const settings = parseSettings(page.settings);
  if (typeof settings === 'string' || mayAsk(settings, circumstances()) !== 'now') return;
  const question = questionOf(name, settings);
  if (name === 'ip') shown = question.name;
  if (asked.has(question.name)) return;
  asked.add(question.name);
  const answer = recallAnswer(question, settings);
  if (name === 'ip') known = answer?.data;
  // Tabs that share what is stored ask once, together: that takes the other script.
  const together = settings.storage === 'local' && settings.maxAge > 0;
  if (answer || together || placeOf(question) >= 0 || recallPause(question, settings)) return;
  const sent = send(question, settings.timeout, page.revokes > 0 || !settings.maxAge);
  page.sent.push(sent);
  if (name === 'ip') receive(question.name, sent).catch(() => undefined);
}

async function receive(name: string, { apiKey, response }: Sent): Promise<void> {
  const { revokes } = page;
  const { status, body } = await response;
  const text = new TextDecoder().decode(await body);
  // What the service says of the key is for the other script to strike out.
  if (status !== 200 || mayHold(text, apiKey) || revokes !== page.revokes || name !== shown) return;
  known = parseObject(text);
  show();
}

function show(): void {
  if (page.consent === false) known = undefined;
  if (!page.exposed || setting(page.settings, 'simulate')) return;
  const choice = currentChoice();
  writeHooks(choice ? withOverride(known, choice) : known);
}
