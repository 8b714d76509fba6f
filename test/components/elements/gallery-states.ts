/** The states in which an element can be shown, and how a page gets there. */
import { configure, override, type Settings } from '../../../src/index.js';

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
