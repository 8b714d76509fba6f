/** Each element in each layout. */
export const galleryElements: Readonly<Record<string, (content: string) => string>> = {
  'visitor-info': (content) =>
    `<visitor-info>${content}<visitor-map slot="header"></visitor-map></visitor-info>`,
  'visitor-asn': (content) => `<visitor-asn>${content}</visitor-asn>`,
  'visitor-user-agent': (content) => `<visitor-user-agent>${content}</visitor-user-agent>`,
  compact: (content) => `<visitor-info layout="compact">${content}</visitor-info>`,
  'visitor-value': () =>
    'Hello, visitor from <visitor-value field="location.country.name">somewhere</visitor-value>.',
  'visitor-switch': (content) =>
    `<visitor-switch><template data-country="DE">Guten Tag, Germany.</template><template data-country="FR">Bonjour, France.</template><template data-country="CA">Hello, Canada.</template>${content || 'Hello, world.'}</visitor-switch>`,
  'visitor-country-select': () =>
    '<visitor-country-select name="country">Deliver to</visitor-country-select>',
  'visitor-map': () => '<visitor-map label="Where you are"></visitor-map>',
};
