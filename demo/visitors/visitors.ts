/** The visitors that the site can simulate. */
export interface SimulatedVisitor {
  /** The path of the lookup: an address or name in `from/…`, or a fault in `fault/…`. */
  path: `from/${string}/` | `fault/${string}/`;
  /** The button's label. */
  name: string;
  /** An upper-case country code, if the visitor has a flag. */
  country?: string;
  /** `recorded`: real data about a real address; `invented`: sample data, with addresses reserved for documentation. */
  kind: 'recorded' | 'invented' | 'fault';
  /** The User-Agent of a recorded visitor. The static site's recording contains its data. */
  userAgent?: string;
}

/** The User-Agents of the recorded visitors. */
export const userAgents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
  android:
    'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
};

const recorded = (address: string, name: string, country: string, browser: keyof typeof userAgents) =>
  ({ path: `from/${address}/`, name, country, kind: 'recorded', userAgent: userAgents[browser] }) as const;
const invented = (name: string, label: string, country: string) =>
  ({ path: `from/sample-${name}/`, name: label, country, kind: 'invented' }) as const;

export const simulatedVisitors = {
  office: invented('office', 'Office in Berlin', 'DE'),
  home: invented('home', 'Home on IPv6', 'GB'),
  phone: invented('phone', 'Phone, Cairo', 'EG'),
  vpn: invented('vpn', 'VPN, Amsterdam', 'NL'),
  tor: invented('tor', 'Tor, Iceland', 'IS'),
  gb: recorded('81.2.69.142', 'United Kingdom', 'GB', 'chrome'),
  de: recorded('2003:de:2710:1::1', 'Germany', 'DE', 'firefox'),
  fr: recorded('2a01:cb00::1', 'France', 'FR', 'safari'),
  jp: recorded('210.130.1.1', 'Japan', 'JP', 'edge'),
  br: recorded('200.147.3.157', 'Brazil', 'BR', 'android'),
  in: recorded('49.36.0.1', 'India', 'IN', 'iphone'),
  us: recorded('2607:f8b0:4009:800::200e', 'United States', 'US', 'chrome'),
  unknown: {
    path: 'from/2620:0:1::1/',
    name: 'Unknown place',
    kind: 'recorded',
    userAgent: userAgents.firefox,
  },
  blocked: { path: 'fault/drop/', name: 'Blocked', kind: 'fault' },
} as const satisfies Record<string, SimulatedVisitor>;

export type VisitorId = keyof typeof simulatedVisitors;

/** The visitor that a page shows first. */
export const firstVisitor: VisitorId = 'office';
