/** Adds what browsers leave out of the User-Agent: Windows 11 instead of 10, and models. A file for any script tag. */
import { documentProperty } from './lookup/document.js';
import { extensionQueue } from './lookup/extensions.js';
import { deepMerge, fieldValue, isObject, toText } from './model/json.js';

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

/** What the hints add to User-Agent data. */
function additions(userAgent: object, hints: Hints): object {
  const model = toText(hints.model);
  return {
    ...(isWindows11(userAgent, hints) && { os: { version: '11' } }),
    ...(model && model !== fieldValue(userAgent, 'device.name') && { device: { name: model } }),
  };
}

/** Data with what the hints add to its User-Agent data. The same object if they add nothing. */
function complete(data: object, lookup: string, hints: Hints): object {
  const isIp = lookup === 'ip';
  const userAgent = isIp ? fieldValue(data, 'user_agent') : data;
  const added = isObject(userAgent) ? additions(userAgent, hints) : {};
  return Object.keys(added).length ? deepMerge(data, isIp ? { user_agent: added } : added) : data;
}

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
