import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { isObject } from '../lookup/internal.js';
import { text } from '../visitor/index.js';
import { languageOf } from './language.js';

/** Words by their names: fields name rows, the service's own values are their own names. */
export type Labels = Readonly<Record<string, string>>;

/** What cards say by themselves in English, where it is not the name itself: `loading` is Loading. */
const english = {
  failed: 'The lookup didn’t come through.',
  retry: 'Try again',
  guessed: 'Guessed from your time zone',
  stale: 'This may be out of date',
  overridden: 'Chosen by you',
  unknown: 'Not known',
  ', ': ', ',
  ip: 'Address',
  'location.city': 'City',
  'location.region.name': 'Region',
  'location.country.name': 'Country',
  'location.language.name': 'Language',
  'time_zone.current_time': 'Local time',
  'currency.name': 'Currency',
  'connection.organization': 'Network',
  'connection.asn': 'AS number',
  'user_agent.name': 'Browser',
  'user_agent.os.name': 'System',
  'user_agent.engine.name': 'Engine',
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

/** A name as English: the last words of a field. */
const spelt = (name: string): string => {
  const words = name.split('.').slice(-2).join(' ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const place = Symbol.for('visitor-elements:labels');
const hosts = new Set<ReactiveControllerHost>();
let watches = false;

const loaded = (): unknown => Reflect.get(globalThis, place);

/** Words that a page loads later are noticed too: a labels file only writes, and tells nobody. */
function watch(): void {
  if (watches) return;
  watches = true;
  const words = loaded();
  const defineProperty: ProxyHandler<object>['defineProperty'] = (...change) => {
    for (const host of hosts) host.requestUpdate();
    return Reflect.defineProperty(...change);
  };
  Reflect.set(globalThis, place, new Proxy(isObject(words) ? words : {}, { defineProperty }));
}

const own = (words: unknown, name: string): unknown =>
  isObject(words) && Object.hasOwn(words, name) ? words[name] : undefined;

/** The words that were loaded for a language, or for it with subtags cut off; `zh` is written in simplified characters. */
function wordsFor(language: string): unknown {
  const traditional = /^zh(?!-hans).*-(hant|tw|hk|mo)\b/.test(language);
  for (let tag = language; tag && !(traditional && tag === 'zh'); tag = tag.replace(/-?[^-]*$/, '')) {
    const words = own(loaded(), tag);
    if (words) return words;
  }
  return undefined;
}

/** What a host says by itself: in the words that its page gave it, in those of its language, or in marked English. */
export class Speech implements ReactiveController {
  /** The page's own words for this host. */
  given: unknown;
  readonly #host: ReactiveControllerHost & Element;
  #loaded: unknown;
  #foreign = false;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    watch();
    hosts.add(this.#host);
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
  }

  hostUpdate(): void {
    const language = (languageOf(this.#host) ?? navigator.language).toLowerCase();
    this.#loaded = wordsFor(language);
    this.#foreign = !/^en\b/.test(language);
  }

  /**
   * @param names Names of one thing, the most telling first.
   * @param otherwise The English for what has no word here.
   */
  say(names: string | readonly string[], otherwise?: string): TemplateResult | string {
    const all = [names].flat();
    const find = (words: unknown) => all.map((name) => text(own(words, name))).find(Boolean);
    const found = find(this.given) ?? find(this.#loaded);
    if (found) return found;
    const word = find(english) ?? otherwise ?? spelt(all.at(-1) ?? '');
    return this.#foreign && word ? html`<span lang="en">${word}</span>` : word;
  }
}
