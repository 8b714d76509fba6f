/** Live examples for the elements' pages, which the manifest can't contain. */

export interface ElementExamples {
  /** The element's main example. */
  main: string;
  /** Another, if the element has two uses. */
  second?: string;
  /** Examples by attribute, for those that change what a reader sees. */
  attributes: Record<string, readonly string[]>;
  /** Examples by slot, for those that a reader sees. */
  slots: Record<string, readonly string[]>;
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
  },
  'visitor-map': {
    main: '<visitor-map></visitor-map>',
    second: '<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>',
    attributes: {},
    slots: {},
  },
};
