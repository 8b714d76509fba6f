import { html, type TemplateResult } from 'lit';
import { extensions } from '../../lookup/extensions.js';
import { report } from '../../lookup/page.js';
import { isObject, parseObject, toText } from '../../model/json.js';
import { languageOf } from './language.js';

/** Texts by name. The name of a row's label is its field, and that of a translated word of the service the word. */
export type Labels = Readonly<Record<string, string>>;

/** English texts that can't be derived from their names, as `Loading` can be from `loading`. */
const english = {
  failed: 'Couldn’t load your details',
  retry: 'Try again',
  consent: 'Shown once you consent',
  guess: 'Guessed',
  guessed: 'Guessed from your time zone',
  stale: 'May be out of date',
  overridden: 'Chosen by you',
  choose: 'Choose a country',
  ', ': ', ',
  ip: 'Address',
  'location.in_eu': 'In the EU',
  'time_zone.current_time': 'Local time',
  'connection.organization': 'Network',
  'connection.asn': 'AS number',
  'user_agent.name': 'Browser',
  'user_agent.os.name': 'System',
  'user_agent.device.name': 'Model',
  'user_agent.device.brand': 'Brand',
  'user_agent.device.type': 'Device',
  country_code: 'Country',
  'prefixes.ipv4_count': 'IPv4 prefixes',
  'prefixes.ipv6_count': 'IPv6 prefixes',
  vpn: 'VPN',
  isp: 'Internet provider',
  mobile: 'Phone',
  tv: 'TV',
  ripencc: 'RIPE NCC',
};

/** English text derived from a name: the last two parts of a field's path, without `location` and `name`. */
const textFromName = (name: string): string => {
  const parts = name.split('.').slice(-2).join(' ');
  const words = parts.replace(/^location | name$/g, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const labelIn = (labels: unknown, name: string): unknown =>
  isObject(labels) && Object.hasOwn(labels, name) ? labels[name] : undefined;

/** The labels in an attribute's JSON. Anything but an object is reported on the console and ignored. */
export function parseLabels(json: string | null): Labels | undefined {
  const labels = parseObject(json);
  if (json && !labels)
    report(`The attribute "labels" is "${json.slice(0, 100)}". Use a JSON object such as {"ip": "Address"}.`);
  return labels as Labels | undefined;
}

/** The labels loaded for a language tag, or for a shorter form of it. Traditional Chinese never falls back to `zh`. */
function labelsFor(language: string): unknown {
  const traditional = /^zh(?!-hans).*-(hant|tw|hk|mo)\b/.test(language);
  for (let tag = language; tag && !(traditional && tag === 'zh'); tag = tag.replace(/-?[^-]*$/, '')) {
    const labels = extensions('labels')
      .map((all) => labelIn(all, tag))
      .findLast(Boolean);
    if (labels) return labels;
  }
  return undefined;
}

/**
 * The first label that is found by these names: the element's own, one loaded for its language, or the English one, marked
 * as English if the language is another.
 */
export function labelOf(
  element: Element,
  names: string | readonly string[],
  otherwise?: string,
  own?: unknown,
): TemplateResult | string {
  // No language is longer. Labels are looked for by each shorter form of it.
  const language = (languageOf(element) ?? navigator.language).toLowerCase().slice(0, 100);
  const all = [names].flat();
  const find = (labels: unknown) => all.map((name) => toText(labelIn(labels, name))).find(Boolean);
  const found = find(own) ?? find(labelsFor(language));
  if (found) return found;
  const label = find(english) ?? otherwise ?? textFromName(all.at(-1) ?? '');
  return /^en\b/.test(language) || !label ? label : html`<span lang="en">${label}</span>`;
}
