/** Failures that the site can simulate. The service has more. */
export interface SiteFault {
  /** The service's name in `fault/…`. */
  name: string;
  /** The button's label. */
  label: string;
  /** What happens. */
  description: string;
  /** A response with an error status, which the static site replays. */
  refuses?: true;
}

export const siteFaults = {
  refused: {
    name: 'status-403',
    label: '403',
    description: 'The key, origin or address is refused.',
    refuses: true,
  },
  limited: {
    name: 'retry-after-30',
    label: '429',
    description: 'The key has used up its hour; again in 30 s.',
    refuses: true,
  },
  slow: { name: 'slow-3000', label: 'Slow', description: 'The answer comes after three seconds.' },
  offline: {
    name: 'drop',
    label: 'Offline',
    description: 'No answer comes: offline, blocked, or refused by CORS.',
  },
  hostile: {
    name: 'hostile',
    label: 'Hostile',
    description: 'Markup, script addresses and megabytes in every field.',
  },
  broken: { name: 'status-503', label: '503', description: 'The service is down.', refuses: true },
  endless: { name: 'slow-120000', label: 'Endless', description: 'No answer comes within two minutes.' },
} as const satisfies Record<string, SiteFault>;
