/**
 * Adds to User-Agent data what browsers leave out of the User-Agent: Windows 11 instead of 10, and the model of a phone or
 * tablet. The file only pushes items into the queue of extensions. It is built without imports, so that any kind of script
 * tag can load it.
 */
import { documentProperty } from './lookup/document.js';
import { extensionQueue } from './lookup/extensions.js';
import { deepMerge, fieldValue, isObject, toText } from './model/json.js';

/** What the browser returns. */
type Hints = Readonly<Record<string, unknown>>;

const kind = 'client-hints';
const queue = extensionQueue();

let isRequested = false;

/** What Chromium says of the page's permissions policy. */
interface FeaturePolicy {
  features?(): string[];
  allowsFeature(feature: string): boolean;
}

/** Whether the page's policy refuses client hints. Chromium reports a refused call on the console. */
function isRefused(): boolean {
  const feature = 'ch-ua-high-entropy-values';
  const policy = documentProperty('featurePolicy' as keyof Document) as FeaturePolicy | undefined;
  return policy?.features?.().includes(feature) === true && !policy.allowsFeature(feature);
}

async function requestHints(): Promise<void> {
  isRequested = true;
  if (isRefused()) return;
  try {
    const names = ['platformVersion', 'model'];
    const hints: Hints = Object(await Reflect.get(navigator, 'userAgentData').getHighEntropyValues(names));
    // The last item of a kind counts.
    queue.push([kind, 1, (data: object, lookup: string) => complete(data, lookup, hints)]);
  } catch {
    // The browser has no client hints, or refuses them.
  }
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

const complete = (data: object | undefined, lookup: string, hints: Hints): object | undefined =>
  data && (lookup === 'ip' ? completeIpData : completeUserAgent)(data, hints);

// Called when a lookup is under way. Nothing is requested before. A second tag of this file adds nothing.
if (!queue.some((item) => Array.isArray(item) && item[0] === kind))
  queue.push([
    kind,
    1,
    (data?: object) => {
      if (!isRequested) void requestHints();
      return data;
    },
  ]);
