/** Live examples for the elements' pages, which the manifest can't contain. */

export interface ElementExamples {
  /** The element's main example. */
  main: string;
  /** Examples by attribute, for those that change what a reader sees. */
  attributes: Record<string, readonly string[]>;
  /** Examples by slot, for those that a reader sees. */
  slots: Record<string, readonly string[]>;
  /** The element's accessibility, in sentences. */
  accessibility: readonly string[];
}

const failing = '{{root}}api/fault/status-403/';

const card = (tag: string, fields: string, labels: string): ElementExamples => ({
  main: `<${tag}></${tag}>`,
  attributes: {
    layout: ['card', 'compact'].map((layout) => `<${tag} layout="${layout}"></${tag}>`),
    fields: [`<${tag} fields="${fields}"></${tag}>`],
    labels: [`<${tag} labels='${labels}'></${tag}>`],
  },
  slots: {
    '': [`<${tag} base-url="${failing}">Your own words until, and unless, it is known.</${tag}>`],
    header: [`<${tag}><b slot="header">Hello</b></${tag}>`],
    footer: [`<${tag}><small slot="footer">Looked up just now.</small></${tag}>`],
    error: [`<${tag} base-url="${failing}"><p slot="error">Sorry, not today.</p></${tag}>`],
  },
  accessibility: [
    'A group, named by its title. Rows are a list of terms and values.',
    'A flag has the country’s name beside it, and is silent itself.',
    'Busy while pending; changes are not announced.',
    'Copy buttons say what they copy. All text has a contrast of 4.5 to 1 or more in both schemes, with the default tokens.',
    'Animation stops where reduced motion is wanted; borders stay in forced colours.',
  ],
});

export const elementExamples: Record<string, ElementExamples> = {
  'visitor-info': {
    ...card('visitor-info', 'ip connection.asn currency.code', '{"ip": "You are at"}'),
    main: '<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>',
  },
  'visitor-asn': card('visitor-asn', 'asn name registry', '{"registry": "Registered with"}'),
  'visitor-user-agent': (() => {
    const base = card('visitor-user-agent', 'name os.name device.type', '{"os.name": "Runs on"}');
    const ua =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';
    return {
      ...base,
      attributes: { ...base.attributes, ua: [`<visitor-user-agent ua="${ua}"></visitor-user-agent>`] },
    };
  })(),
  'visitor-value': {
    main: 'Hello from <visitor-value field="location.country.name">somewhere</visitor-value>',
    attributes: {
      field: [
        '<visitor-value field="location.city">a place</visitor-value>',
        '<visitor-value field="connection.organization">a network</visitor-value>',
      ],
      from: [
        '<visitor-value from="asn" field="name">a network</visitor-value>',
        '<visitor-value from="user-agent" field="name">a browser</visitor-value>',
      ],
      as: [
        '<visitor-value field="location.country.code" as="flag"></visitor-value>',
        '<visitor-value field="location.country.code" as="region">a country</visitor-value>',
        '<visitor-value field="location.country.code" as="text">a code</visitor-value>',
        '<visitor-value field="location.language.code" as="language">a language</visitor-value>',
        '<visitor-value field="currency.code" as="currency">a currency</visitor-value>',
        '<visitor-value field="connection.asn" as="number">a number</visitor-value>',
        '<visitor-value field="time_zone.id" as="time">some time</visitor-value>',
      ],
    },
    slots: {
      '': [`<visitor-value field="location.city" base-url="${failing}">your own words</visitor-value>`],
    },
    accessibility: [
      'Text in your sentence, in the language of the nearest lang; a value of another direction is isolated.',
      'A flag is an image with the country’s name as its text; hide it with aria-hidden where the name stands beside it.',
      'A clock changes once a minute and is not announced.',
    ],
  },
  'visitor-switch': {
    main: `
      <visitor-switch>
        <template data-eu="true">Free shipping within the EU</template>
        <template data-country="GB EG">We deliver to your door</template>
        International shipping
      </visitor-switch>`,
    attributes: {},
    slots: {
      '': [
        `
        <visitor-switch>
          <template data-field="security.is_vpn" data-value="true">You use a VPN.</template>
          What everybody sees
        </visitor-switch>`,
      ],
    },
    accessibility: [
      'What is shown is ordinary content of your page: headings, links and controls in it are where readers expect them.',
      'A change waits while the focus is inside what is shown, so that nobody loses their place.',
      'With announce, screen readers announce changes after the first.',
    ],
  },
  'visitor-country-select': {
    main: '<visitor-country-select name="country">Ship to</visitor-country-select>',
    attributes: {
      countries: ['<visitor-country-select countries="DE AT CH @eea !LI">Ship to</visitor-country-select>'],
      preferred: ['<visitor-country-select preferred="DE AT CH">Bill to</visitor-country-select>'],
      value: ['<visitor-country-select value="FR">Bill to</visitor-country-select>'],
      disabled: ['<visitor-country-select disabled>Ship to</visitor-country-select>'],
    },
    slots: { '': ['<visitor-country-select>Where are you?</visitor-country-select>'] },
    accessibility: [
      'A native select inside: keyboard, typing ahead and the phone’s own picker work as everywhere.',
      'Named by its content, by an outer label, or by aria-label.',
      'A control of its form: validity, reset and disabled fieldsets reach it.',
    ],
  },
  'visitor-map': {
    main: '<visitor-map></visitor-map>',
    attributes: {},
    slots: {},
    accessibility: [
      'Decorative, and silent, unless label makes it an image with that name: the place is in words elsewhere.',
      'Drawn in colours of the page; the mark has a ring that shows in forced colours.',
    ],
  },
};
