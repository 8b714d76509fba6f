/** What causes each message of the library, and what fixes it. `test/unit/package/messages.test.ts` finds missing ones. */

/** One or more messages with the same reason. */
export interface Explanation {
  /**
   * Messages as `sourceMessages` has them. The values fill in an example for the documentation. `null` shows none: another
   * message here says the same.
   */
  readonly messages: Readonly<Record<string, readonly string[] | null>>;
  readonly reason: string;
  readonly fix: string;
  /** The section of `docs/` that explains it. */
  readonly section: string;
}

const service = 'https://lookup.my.example/';
const countryForms = 'two-letter codes such as GB (not UK) or groups such as @eea';

/** The same messages of a switch, and of `matches()`, which the documentation doesn't repeat. */
const ofConditions = (messages: Explanation['messages']): Explanation['messages'] =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([text, values]) => [
      [`<visitor-switch>: ${text}`, values],
      [`matches(): ${text}`, null],
    ]),
  );

export const pageMessages: readonly Explanation[] = [
  {
    messages: {
      'The setting "…" is missing. Use ….': [
        'apiKey',
        'an ASCII key, set together with baseUrl, or auth none',
      ],
    },
    reason: 'A required setting is missing. No request was sent.',
    fix: 'Set it on the script tag (data-api-key) or with configure({ apiKey }). For a relay, set auth to none.',
    section: 'settings.md#the-service',
  },
  {
    messages: {
      'The setting "…" is "…". Use ….': ['timeout', 'fast', 'a number of milliseconds, such as 5000'],
      'The setting "…" is invalid. Use ….': [
        'baseUrl',
        'an http or https URL without user name, query or fragment',
      ],
    },
    reason:
      'A setting has a value that is not allowed. No request was sent. A value that may hold a key is not shown.',
    fix: 'Use a value as the message describes it.',
    section: 'settings.md#wrong-values',
  },
  {
    messages: {
      'The setting "initialData" is invalid. Use an IP data object, or server-timing and its header.': [],
    },
    reason: 'The data that came with the page is no JSON object. It is ignored.',
    fix: 'Write the object that relay.lookup() returned, as JSON.',
    section: 'server-data.md#look-the-visitor-up',
  },
  {
    messages: { 'There is no setting "fallback". Use "guess".': [] },
    reason: 'The setting has another name. It is ignored.',
    fix: 'Use the name in the message.',
    section: 'settings.md#data',
  },
  {
    messages: {
      '… was not reached: offline, blocked, or refused by CORS for ….': [service, 'https://www.example.com'],
      '… was not reached: offline, blocked, or refused by CORS.': null,
    },
    reason: 'The browser got no response. It doesn’t tell a page which of the three reasons it was.',
    fix: 'Check the URL. Check that the key allows the origin in the message. Check content blockers. A relay on your own origin needs no CORS and avoids most blocking.',
    section: 'private-key.md#point-the-page-at-a-relay',
  },
  {
    messages: { '… was blocked by Content-Security-Policy.': [service] },
    reason:
      'The page’s own policy forbids the request, so it is not sent again. The message goes on with the directive, such as connect-src.',
    fix: 'Add the URL to that directive.',
    section: 'script-tag.md#allow-it-in-a-content-security-policy',
  },
  {
    messages: { '… … is a placeholder.': ['The API key is not known.', 'YOUR_KEY'] },
    reason: 'The documentation’s examples have lookup.example for a URL and YOUR_KEY for a key.',
    fix: 'Set the URL and the key of your lookup service, or the URL of your relay.',
    section: 'settings.md#the-service',
  },
  {
    messages: { '… sent no response within … ms. Raise "timeout".': [service, '5000'] },
    reason: 'The response took longer than the setting timeout.',
    fix: 'Check the service’s status page. If your visitors’ networks are slow, raise timeout. The page shows your own content meanwhile.',
    section: 'settings.md#the-service',
  },
  {
    messages: { 'The setting "adapt" threw or returned no object.': [] },
    reason: 'Your function adapt failed for this response, for example because a field was missing.',
    fix: 'Return an object for every response. The cause is in error.cause.',
    section: 'other-services.md#write-an-adapter',
  },
  {
    messages: { '… sent no JSON object. Is the relay mounted there?': ['https://www.example.com/origin/'] },
    reason:
      'The response came from something else: your site’s own pages, a hotel’s sign-in page, or another server at that URL.',
    fix: 'Open the URL of the request in a new tab. Mount the relay at the path of baseUrl.',
    section: 'server.md#add-the-relay-to-your-framework',
  },
  {
    messages: { '… sent status …. Is the relay mounted there?': ['https://www.example.com/origin/', '404'] },
    reason:
      'The response is an error without a message. 404: nothing is there. 401 and 403: the key, its origins or IP addresses. 402: credits. 451: the key is disabled. 5xx: the server fails.',
    fix: 'For a relay, mount it at the path of baseUrl. For a service, check the key in its dashboard.',
    section: 'server.md#add-the-relay-to-your-framework',
  },
  {
    messages: { 'Rate limited by the lookup service (429); see error.retryAfter.': [] },
    reason: 'The key has used up its requests. Later pages wait, too.',
    fix: 'Raise the key’s throttle, or use a relay: it makes one lookup for each visitor and half-hour.',
    section: 'lookup.md#handle-a-failure',
  },
  {
    messages: { 'No request was sent: the visitor is a crawler. See the setting "skipBots".': [] },
    reason: 'The browser calls itself a crawler. Only the error has this message, not the console.',
    fix: 'To make lookups for crawlers, set skipBots to false.',
    section: 'settings.md#data',
  },
  {
    messages: { 'Your signal aborted the lookup.': [] },
    reason:
      'The signal that you passed was aborted. Only the error has this message; its cause is the signal’s reason.',
    fix: 'Nothing: ignore errors with the code aborted.',
    section: 'lookup.md#handle-a-failure',
  },
  {
    messages: ofConditions({
      '…="…" never matches. Use ….': ['data-country', 'UK', countryForms],
      '…="…" never matches. Use a name.': null,
      '…="…" never matches. Use …="@…".': ['data-country', 'eea', 'data-country', 'eea'],
      '…="…" never matches. Use …="@…" or ….': ['data-country', 'eu', 'data-country', 'eu', 'data-eu'],
      '…="…" never matches. There is no group …. Did you mean …="@…"?': [
        'data-country',
        '@nordic',
        'nordic',
        'data-country',
        'nordics',
      ],
      '…="…" never matches. There is no group …. Use one of @….': [
        'data-country',
        '@benelux',
        'benelux',
        'eu, @eea',
      ],
    }),
    reason: 'A value of the condition is no country, group or code. The condition never matches.',
    fix: 'Write what the message suggests. Name your own groups in the setting groups.',
    section: 'conditions.md#how-values-are-compared',
  },
  {
    messages: ofConditions({
      '…country="…" can\'t match the group\'s regions. Use …region="…".': [
        'data-',
        '@opt-out',
        'data-',
        '@opt-out',
      ],
    }),
    reason: 'A group in data-country stands for its countries. Its regions don’t match.',
    fix: 'Use the group in data-region.',
    section: 'settings.md#country-groups',
  },
  {
    messages: ofConditions({
      '… is not a condition. Did you mean …?': ['data-contry', 'data-country'],
      '… is not a condition. Did you mean …country="@…"?': ['data-eea', 'data-', 'eea'],
      '… is not a condition. Use one of ….': null,
    }),
    reason: 'The name of a condition or group is misspelt. The condition never matches.',
    fix: 'Write the name that the message suggests.',
    section: 'conditions.md#all-conditions',
  },
  {
    messages: ofConditions({
      'A <template> has no condition. Add one of ….': ['data-country, data-continent, …'],
      'There is no condition. Add one of ….': null,
      'Use …field and …value together.': ['data-', 'data-'],
    }),
    reason: 'A template has no data-* attribute that is a condition, or half of one. It is never shown.',
    fix: 'Add a condition. What is shown without one stands outside of the templates.',
    section: 'personalise.md#write-the-cases',
  },
  {
    messages: { 'matches(): "gpc" is "…". Use true or false.': ['yes'] },
    reason: 'The third argument of matches() has a signal that is no boolean. The condition never matches.',
    fix: 'Pass { gpc: true } or { gpc: false }.',
    section: 'conditions.md#in-javascript',
  },
  {
    messages: {
      '<visitor-switch>: The hidden field "…" is required, so its form can\'t be sent. Move the field into a <template>.':
        ['vat'],
    },
    reason: 'Hidden default content stays in its form. The visitor can’t fill in a required field in it.',
    fix: 'Put the form’s controls into a template of the switch, so that only visible ones are in the form.',
    section: 'personalise.md#use-a-switch-in-a-form',
  },
  {
    messages: {
      '…="…" is ignored. Use ….': ['countries', 'UK', countryForms],
      '…="…" is ignored. Use a name.': null,
      '…="…" is ignored. Use …="@…".': ['countries', 'eea', 'countries', 'eea'],
      // A select never adds data-eu, as test/components/model/groups.test.ts says.
      '…="…" is ignored. Use …="@…" or ….': null,
      '…="…" is ignored. There is no group …. Did you mean …="@…"?': [
        'preferred',
        '@nordic',
        'nordic',
        'preferred',
        'nordics',
      ],
      '…="…" is ignored. There is no group …. Use one of @….': [
        'countries',
        '@benelux',
        'benelux',
        'eu, @eea',
      ],
      '…="…" is ignored. Use the code of a country.': ['countries', 'ZZ'],
    },
    reason: 'A code or group in an attribute of <visitor-country-select> is no country. It is ignored.',
    fix: 'Write what the message suggests. Name your own groups in the setting groups.',
    section: 'country-choice.md#limit-and-order-the-countries',
  },
  {
    messages: {
      '<…>: An <option> is shown as part of the label. Use countries="DE AT CH".': ['visitor-country-select'],
    },
    reason: 'The select has its own list of countries. The content between its tags is its label.',
    fix: 'Name the countries in the attribute countries, or put the <option>s into a <select> of your own.',
    section: 'country-choice.md#limit-and-order-the-countries',
  },
  {
    messages: {
      'The URL parameter "visitor-…" is "…". Use ….': [
        'country',
        'Germany',
        'two letters such as DE (and GB, not UK)',
      ],
    },
    reason: 'With simulate, the URL sets the visitor, and this value has the wrong form. It is ignored.',
    fix: 'Write a value as the message describes it, such as visitor-country=DE.',
    section: 'testing.md#simulate-a-visitor-in-the-url',
  },
  {
    messages: {
      'The attribute "labels" is …. Use a JSON object such as {"ip": "Address"}.': ['{ip: Adresse}'],
    },
    reason: 'The attribute isn’t JSON: names and texts need double quotes.',
    fix: 'Write labels=\'{"ip": "Adresse"}\', or set the property labels.',
    section: 'translation.md#change-a-text-of-one-card',
  },
  {
    messages: { 'The attribute "…" is "…". Use ….': ['from', 'as', 'ip, asn, user-agent'] },
    reason: 'An attribute such as from, as or layout has an unknown value. The default is used.',
    fix: 'Write one of the values in the message.',
    section: 'reference.md#all-elements',
  },
  {
    messages: { 'The property "…" is an object. Use a text.': ['field'] },
    reason: 'A framework or script set an object on a text property. The default is used.',
    fix: 'Set a text, such as the name of a field. A list may be an array.',
    section: 'frameworks.md#use-your-frameworks-syntax',
  },
  {
    messages: {
      'Flag image not found in "…"; showing an emoji. Set "flagsUrl" to a copy of dist/flags, or check img-src.':
        ['https://www.example.com/js/flags/'],
      'Flag image not found in "flags/"; showing an emoji. Set "flagsUrl" to a copy of dist/flags, or check img-src.':
        [],
    },
    reason:
      'A bundler moved the package’s modules away from the flag files, you host the script without its folder flags, or the page’s Content-Security-Policy forbids the images.',
    fix: 'Copy node_modules/visitor-elements/dist/flags to your site and set flagsUrl to the copy. Add its origin to img-src.',
    section: 'script-tag.md#host-the-script-yourself',
  },
  {
    messages: {
      'No <script type="module"> names …, so its settings weren\'t read. Remove type="module", or call visitorElements.configure().':
        ['visitor-elements.min.js'],
    },
    reason:
      'Browsers don’t tell a module which tag loaded it. The script looks for tags with its file name, and yours has another.',
    fix: 'Use a classic script with defer, which runs at the same time and sees its tag. Or keep the file name.',
    section: 'script-tag.md#choose-when-the-script-loads',
  },
  {
    messages: {
      'respondWith() got "…". Use a data object, pending, or one of ….': [
        'offline',
        'unauthorized, rate-limited, …',
      ],
    },
    reason: 'A test named a response that visitor-elements/testing.js doesn’t have.',
    fix: 'Use a value from the message.',
    section: 'testing.md#write-unit-tests',
  },
  {
    messages: { 'The test responds with "…".': ['rate-limited'] },
    reason: 'Your test made the lookup fail with respondWith(). No request was sent.',
    fix: 'Nothing: the test asked for this failure.',
    section: 'testing.md#write-unit-tests',
  },
  {
    messages: { 'The panel simulates "…".': ['rate-limited'] },
    reason: 'You chose this fault in the panel. No request was sent.',
    fix: 'Choose “as it is”, or remove the panel.',
    section: 'testing.md#open-the-panel',
  },
];

export const relayMessages: readonly Explanation[] = [
  {
    messages: {
      'The relay has no options. Use an object such as { baseUrl, apiKey }.': [],
      // What each of these messages ends with.
      '… See visitor-elements/docs/….': null,
    },
    reason: 'The relay was made without an object of options.',
    fix: 'Pass the URL and the key of your lookup service, or a source.',
    section: 'relay.md#options',
  },
  {
    messages: {
      'The relay has no option "…". Use ….': ['hosts', 'allowedHosts'],
      'The relay has no option "…". Use one of ….': ['hots', 'baseUrl, apiKey, path, …'],
    },
    reason: 'An option has another name.',
    fix: 'Use the name in the message.',
    section: 'relay.md#options',
  },
  {
    messages: {
      'The relay\'s option "…" is missing. Use ….': ['apiKey', 'the API key: printable ASCII without spaces'],
      'The relay\'s option "…" is invalid. Use ….': [
        'baseUrl',
        'the http or https URL of the lookup service, without user name, query or fragment',
      ],
      'The relay\'s option "…" is …. Use ….': ['maxAge', "'1800'", 'a number from 0 to 2147483647'],
    },
    reason: 'An option is missing or wrong. A value that may hold a key is not shown.',
    fix: 'Use a value as the message describes it.',
    section: 'relay.md#options',
  },
  {
    messages: {
      'The relay\'s option "…" has no use beside "source". Remove one of them.': ['apiKey'],
      'The relay\'s option "cache" has no use beside "store". Remove one of them.': [],
    },
    reason: 'One of the two options would be ignored.',
    fix: 'Remove the one that you don’t need. To use a source when the service fails, set fallbackSource.',
    section: 'relay.md#options',
  },
  {
    messages: {
      'The source … has no options. Use an object with ….': ['maxmind', 'city, country, asn, anonymous'],
      'The source … has no options. Use one of ….': null,
      'The source … has no option "…". Use one of ….': ['headers', 'land', 'country, city, …'],
      'The source … has an invalid "…". Use ….': ['maxmind', 'city', 'an open database, with a function get'],
      'An argument of firstAvailable() is no data source. Use objects with a function ip, such as cloudflare().source.':
        [],
    },
    reason: 'A data source was made with wrong options.',
    fix: 'Use what the message names.',
    section: 'sources.md#all-sources',
  },
  {
    messages: {
      "The relay's … returned no plain object for …. Return an object or null. See visitor-elements/docs/sources.md#your-own-source.":
        ['source', 'ip'],
      'A source of firstAvailable() returned no plain object. Return an object or null. See visitor-elements/docs/sources.md#your-own-source.':
        [],
    },
    reason:
      'A function of your source returned something else. The relay’s log has this message; the visitor gets 500.',
    fix: 'Return a data object, a promise of one, or null.',
    section: 'sources.md#your-own-source',
  },
  {
    messages: {
      'The package undici is missing. Run "npm install undici@7", or set the option "fetch". See visitor-elements/docs/server.md#start-a-server.':
        [],
    },
    reason: 'relayListener calls the lookup service with undici. The process stops as it starts.',
    fix: 'Install the package, or pass a fetch of your own.',
    section: 'server.md#start-a-server',
  },
  {
    messages: {
      'The relay failed with an error that cannot be printed. Throw instances of Error. See visitor-elements/docs/production.md#monitor-it.':
        [],
    },
    reason: 'A function that you passed in threw an object without a text. The visitor gets 500.',
    fix: 'Throw instances of Error.',
    section: 'production.md#monitor-it',
  },
];

/** A message with its values filled in. */
const exampleOf = (text: string, values: readonly string[]): string =>
  values
    .reduce((filled, value) => filled.replace('…', () => value.replaceAll('…', '\0')), text)
    .replaceAll('\0', '…');

/** The messages of explanations that the documentation shows, each with its explanation. */
export const examplesOf = (explanations: readonly Explanation[]) =>
  explanations.flatMap((explanation) =>
    Object.entries(explanation.messages).flatMap(([text, values]) =>
      values ? [{ ...explanation, text, example: exampleOf(text, values) }] : [],
    ),
  );
