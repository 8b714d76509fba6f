/** Failures that the site can simulate. The service has more. */
export interface Fault {
  /** The service's name in `fault/…`. */
  name: string;
  /** The button's label. */
  label: string;
  /** What happens. */
  says: string;
  /** A response with an error status, which the static site replays. */
  refuses?: true;
}

export const faults = {
  refused: {
    name: 'status-403',
    label: '403',
    says: 'The key, origin or address is refused.',
    refuses: true,
  },
  limited: {
    name: 'retry-after-30',
    label: '429',
    says: 'The key has used up its hour; again in 30 s.',
    refuses: true,
  },
  slow: { name: 'slow-3000', label: 'Slow', says: 'The answer comes after three seconds.' },
  offline: { name: 'drop', label: 'Offline', says: 'No answer comes: offline, blocked, or refused by CORS.' },
  hostile: {
    name: 'hostile',
    label: 'Hostile',
    says: 'Markup, script addresses and megabytes in every field.',
  },
  broken: { name: 'status-503', label: '503', says: 'The service is down.', refuses: true },
  endless: { name: 'slow-120000', label: 'Endless', says: 'No answer comes within two minutes.' },
} as const satisfies Record<string, Fault>;
