/** The states in which an element can be shown, and how a page gets there. */
import { configure, override, type Settings } from '../../src/index.js';

interface State {
  name: string;
  /** The service's path prefix. */
  prefix?: string;
  settings?: Settings;
  /** Fallback content for elements that have some. */
  content?: string;
  /** Runs before the elements are defined. */
  prepare?: () => void;
  /** Runs once they have data. */
  after?: () => void;
}

/** Never responds. */
const silence = () => {
  globalThis.fetch = () => new Promise(() => {});
};

/** Keeps a state visible: without it the lookup would time out. */
const patient: Settings = { timeout: 120_000 };

/** A time zone that belongs to one country. The machine's own may belong to none. */
function moveToSaoPaulo(): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone: 'America/Sao_Paulo' };
  };
}

export const galleryStates: readonly State[] = [
  { name: 'ready', prefix: 'from/sample-office/' },
  { name: 'long values', prefix: 'from/sample-home/' },
  { name: 'badges', prefix: 'from/sample-tor/' },
  { name: 'little known', prefix: 'from/81.2.69.142/' },
  { name: 'pending', settings: patient, prepare: silence },
  { name: 'idle', settings: { consent: 'required' } },
  { name: 'error', prefix: 'fault/status-500/' },
  {
    name: 'guessed',
    prefix: 'fault/status-500/',
    settings: { guess: 'time-zone' },
    prepare: moveToSaoPaulo,
  },
  {
    name: 'chosen by the visitor',
    prefix: 'from/sample-vpn/',
    after: () => override({ location: { country: { code: 'NL' } } }),
  },
  {
    name: 'stale',
    prefix: 'from/sample-phone/',
    after: () => {
      silence();
      dispatchEvent(new Event('online'));
    },
  },
  { name: 'own content, pending', content: 'Welcome, whoever you are.', settings: patient, prepare: silence },
  { name: 'own content, error', prefix: 'fault/status-500/', content: 'Welcome, whoever you are.' },
];

/** Each element in each layout. */
export const galleryElements: Readonly<Record<string, (content: string) => string>> = {
  'visitor-info': (content) =>
    `<visitor-info>${content}<visitor-map slot="header"></visitor-map></visitor-info>`,
  'visitor-asn': (content) => `<visitor-asn>${content}</visitor-asn>`,
  'visitor-user-agent': (content) => `<visitor-user-agent>${content}</visitor-user-agent>`,
  compact: (content) => `<visitor-info layout="compact">${content}</visitor-info>`,
  inline: (content) => `You seem to be in <visitor-info layout="inline">${content}</visitor-info> today.`,
  'visitor-value': (content) =>
    `Hello, visitor from <visitor-value field="location.country.name">${content || 'somewhere'}</visitor-value>.`,
  'visitor-switch': (content) =>
    `<visitor-switch><template data-field="ip" data-value="!0">We know you.</template>${content || 'We don’t know you.'}</visitor-switch>`,
  'visitor-country-select': () =>
    '<visitor-country-select name="country">Deliver to</visitor-country-select>',
  'visitor-map': () => '<visitor-map label="Where you are"></visitor-map>',
};

/** Simulates a visitor in a state. */
export function enterState({ prefix = '', settings = {}, prepare }: State, service: string): void {
  prepare?.();
  configure({
    baseUrl: `${service}${prefix}`,
    apiKey: 'demo-page',
    flagsUrl: '/flags/',
    storage: 'none',
    skipBots: false,
    retries: 0,
    ...settings,
  });
}

/** Every element under its name, in boxes of a given width. */
export const sheet = (content = ''): string =>
  Object.entries(galleryElements)
    .map(([name, html]) => `<section><h3>${name}</h3><div class="specimen">${html(content)}</div></section>`)
    .join('');
