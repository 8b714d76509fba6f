/** What an API key may do. All restrictions must be met. */
export interface Key {
  /** Credits of the account when the service starts. */
  credits: number;
  /** The IP addresses from which it may be used. Default: any. */
  addresses?: readonly string[];
  /** The origins whose pages may use it: a full origin, or a host name for any scheme and port. Default: any. */
  origins?: readonly string[];
  /** The maximum requests per hour. Default: no limit. */
  hourly?: number;
  disabled?: true;
}

const CREDITS = 1_000_000;

/** The service's keys. None of them is secret: they open fictional accounts on a local service. */
export const demoKeys: Readonly<Record<string, Key>> = {
  'demo-open': { credits: CREDITS },
  'demo-page': { credits: CREDITS, origins: ['localhost', '127.0.0.1', '[::1]'] },
  'demo-elsewhere': { credits: CREDITS, origins: ['https://example.com'] },
  'demo-address': { credits: CREDITS, addresses: ['192.0.2.1'] },
  'demo-throttled': { credits: CREDITS, hourly: 5 },
  'demo-empty': { credits: 0 },
  'demo-disabled': { credits: CREDITS, disabled: true },
};
