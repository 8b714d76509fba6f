/**
 * Adds to User-Agent data what browsers leave out of the User-Agent: Windows 11 instead of 10, and the model of a phone or
 * tablet. The file only assigns a function to a global, which lookups call with their snapshots. It is built without
 * imports, so that any kind of script tag can load it.
 */
import { type SnapshotCompletion, snapshotCompletion } from './lookup/observer.js';
import { isObject } from './model/json.js';
import { deepMerge, fieldValue, toText } from './model/paths.js';

/** What the browser returns. */
type Hints = Readonly<Record<string, unknown>>;

let hints: Hints | undefined;
let isRequested = false;

/** Completed data and snapshots of each lookup. The same object gives the same completed object. */
const completed = { ip: new WeakMap<object, object>(), 'user-agent': new WeakMap<object, object>() };

/** What Chromium says of the page's permissions policy. */
interface FeaturePolicy {
  features?(): string[];
  allowsFeature(feature: string): boolean;
}

/** Whether the page's policy refuses client hints. Chromium reports a refused call on the console. */
function isRefused(): boolean {
  const feature = 'ch-ua-high-entropy-values';
  const policy: FeaturePolicy | undefined = Reflect.get(globalThis.document ?? {}, 'featurePolicy');
  return policy?.features?.().includes(feature) === true && !policy.allowsFeature(feature);
}

async function requestHints(): Promise<void> {
  isRequested = true;
  if (isRefused()) return;
  try {
    const names = ['platformVersion', 'model'];
    hints = Object(await Reflect.get(navigator, 'userAgentData').getHighEntropyValues(names));
    notify();
  } catch {
    // The browser has no client hints, or refuses them.
  }
}

/** Has every lookup on the page call the function again. */
function notify(): void {
  const state: unknown = Reflect.get(globalThis, Symbol.for('visitor-elements'));
  const listeners: unknown = isObject(state) && state.listeners;
  if (listeners instanceof Set) for (const listener of [...listeners]) listener();
}

/** Windows 10 and 11 send the same User-Agent. */
const isWindows11 = (data: object, { platform = 'Windows', platformVersion }: Hints): boolean =>
  platform === 'Windows' &&
  Number.parseInt(toText(platformVersion), 10) >= 13 &&
  fieldValue(data, 'os.name') === 'Windows' &&
  /^((NT )?10\b.*)?$/.test(toText(fieldValue(data, 'os.version')));

/** User-Agent data with what the hints add. The same object if they add nothing. */
function completeUserAgent(data: object, known: Hints): object {
  const model = toText(known.model);
  const isNewModel = model && model !== fieldValue(data, 'device.name');
  const changes = {
    ...(isWindows11(data, known) && { os: { version: '11' } }),
    ...(isNewModel && { device: { name: model } }),
  };
  return Object.keys(changes).length ? deepMerge(data, changes) : data;
}

function completeIpData(data: object, known: Hints): object {
  const before: unknown = Reflect.get(data, 'user_agent');
  const after = isObject(before) ? completeUserAgent(before, known) : before;
  return after === before ? data : Object.freeze({ ...data, user_agent: after });
}

const complete: SnapshotCompletion = (snapshot, { lookup, ua, settings, client }) => {
  const { data, pending } = snapshot;
  const params = toText(settings.params ?? client.settings.params);
  const isOwn = lookup && lookup !== 'asn' && !ua && !/(^|[?&])ua=/.test(params);
  // Without data or a request: before consent, on a prerendered page, or for a crawler.
  if (!isOwn || !(data || pending)) return snapshot;
  if (!isRequested) void requestHints();
  const known = hints;
  if (!data || !known) return snapshot;
  const memoised = <Key extends object>(key: Key, make: () => object): Key => {
    const made = completed[lookup].get(key) ?? make();
    completed[lookup].set(key, made);
    return made as Key;
  };
  const more = memoised(data, () => (lookup === 'ip' ? completeIpData : completeUserAgent)(data, known));
  return more === data ? snapshot : memoised(snapshot, () => Object.freeze({ ...snapshot, data: more }));
};

if (!Reflect.has(globalThis, snapshotCompletion)) {
  Reflect.set(globalThis, snapshotCompletion, complete);
  notify();
}
