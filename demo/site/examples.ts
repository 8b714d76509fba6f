/** Live examples for the elements' pages, which the manifest can't contain. A test requires one for each attribute. */

export interface ElementExamples {
  /** The element's main example. */
  main: string;
  /** A shorter example for a small preview. Default: the main one. */
  small?: string;
  /** Examples by attribute. */
  attributes: Record<string, readonly string[]>;
  /** Content by slot. */
  slots: Record<string, string>;
  /** The element's accessibility, in sentences. */
  accessibility: readonly string[];
}

const service = '{{root}}api/from/81.2.69.142/';
const failing = '{{root}}api/fault/status-403/';

/** Examples of the attributes that all elements have. `make` writes the element with these attributes. */
const sharedExamples = (make: (attributes: string) => string) => ({
  'base-url': [make(` base-url="${service}"`)],
  'api-key': [make(' api-key="demo-page"')],
  auth: [make(' auth="query"'), make(' auth="header"')],
  params: [make(' params="fields=ip,location,user_agent,name,asn"')],
  loading: [make(' loading="lazy"')],
});

const card = (tag: string, fields: string, labels: string): ElementExamples => ({
  main: `<${tag}></${tag}>`,
  attributes: {
    ...sharedExamples((attributes) => `<${tag} layout="compact"${attributes}></${tag}>`),
    'heading-level': [`<${tag} heading-level="3"></${tag}>`],
    layout: ['card', 'compact', 'inline'].map((layout) => `<${tag} layout="${layout}"></${tag}>`),
    fields: [`<${tag} fields="${fields}"></${tag}>`],
    labels: [`<${tag} labels='${labels}'></${tag}>`],
  },
  slots: {
    '': `<${tag} base-url="${failing}">Your own words until, and unless, it is known.</${tag}>`,
    header: `<${tag}><b slot="header">Hello</b></${tag}>`,
    footer: `<${tag}><small slot="footer">Looked up just now.</small></${tag}>`,
    error: `<${tag} base-url="${failing}"><p slot="error">Sorry, not today.</p></${tag}>`,
    consent: `<${tag}><button type="button" slot="consent">Show my details</button></${tag}>`,
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
    main: `
      Hello from
      <visitor-value field="location.country.name">somewhere</visitor-value>
      <visitor-value field="location.country.code" as="flag"></visitor-value>`,
    small: 'Hello from <visitor-value field="location.country.name">somewhere</visitor-value>',
    attributes: {
      ...sharedExamples(
        (more) => `<visitor-value field="location.country.name"${more}>somewhere</visitor-value>`,
      ),
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
      '': `<visitor-value field="location.city" base-url="${failing}">your own words</visitor-value>`,
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
    attributes: {
      ...sharedExamples(
        (more) => `
        <visitor-switch${more}>
          <template data-country="GB">For Britain</template>
          <template data-country="!GB">For others</template>
          For everybody
        </visitor-switch>`,
      ),
      announce: [
        `
        <visitor-switch announce>
          <template data-eu="true">Prices in euros</template>
          Prices in dollars
        </visitor-switch>`,
      ],
    },
    slots: {
      '': `
        <visitor-switch>
          <template data-field="security.is_vpn" data-value="true">You use a VPN.</template>
          What everybody sees
        </visitor-switch>`,
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
      ...sharedExamples((more) => `<visitor-country-select${more}>Ship to</visitor-country-select>`),
      countries: [
        '<visitor-country-select countries="DE AT CH @eea !LI" required>Ship to</visitor-country-select>',
        '<visitor-country-select countries="!KP">Ship to</visitor-country-select>',
      ],
      preferred: ['<visitor-country-select preferred="DE AT CH">Bill to</visitor-country-select>'],
      name: ['<visitor-country-select name="country">Ship to</visitor-country-select>'],
      value: ['<visitor-country-select value="FR">Bill to</visitor-country-select>'],
      required: ['<visitor-country-select required>Ship to</visitor-country-select>'],
      disabled: ['<visitor-country-select disabled>Ship to</visitor-country-select>'],
      autocomplete: [
        '<visitor-country-select autocomplete="shipping country">Ship to</visitor-country-select>',
      ],
    },
    slots: { '': '<visitor-country-select>Where are you?</visitor-country-select>' },
    accessibility: [
      'A native select inside: keyboard, typing ahead and the phone’s own picker work as everywhere.',
      'Named by its content, by an outer label, or by aria-label.',
      'A control of its form: validity, reset and disabled fieldsets reach it.',
    ],
  },
  'visitor-map': {
    main: '<visitor-map></visitor-map>',
    attributes: {
      ...sharedExamples((more) => `<visitor-map${more}></visitor-map>`),
      label: ['<visitor-map label="Where you seem to be"></visitor-map>'],
    },
    slots: { '': '<visitor-map>A map of the world</visitor-map>' },
    accessibility: [
      'Decorative, and silent, unless label makes it an image with that name: the place is in words elsewhere.',
      'Drawn in colours of the page; the mark has a ring that shows in forced colours.',
    ],
  },
};

/** Example values for a token, guessed from its name. */
export const tokenExample = (token: string): string =>
  /accent|ring/.test(token)
    ? '#d6336c'
    : /background/.test(token)
      ? '#fff4e0'
      : /label-color/.test(token)
        ? '#8a4b08'
        : /color$/.test(token)
          ? '#5b1a8b'
          : /border|skeleton/.test(token)
            ? '#d9a441'
            : /mono/.test(token)
              ? 'serif'
              : /rows/.test(token)
                ? '6'
                : /radius/.test(token)
                  ? '2em'
                  : /inline-size/.test(token)
                    ? '15em'
                    : /flag-size/.test(token)
                      ? '3em'
                      : /title-size/.test(token)
                        ? '1.6em'
                        : /shadow/.test(token)
                          ? '0 8px 24px #0004'
                          : '2em';
