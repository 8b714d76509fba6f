/** What the library says on the console. Each quotation is in its source word for word, which a test holds. */
export interface Trouble {
  /** What is always in the message. */
  quote: string;
  /** The message as a reader meets it. */
  example: string;
  why: string;
  remedy: string;
}

export const troubles: readonly Trouble[] = [
  {
    quote: 'The setting "',
    example:
      'The setting "apiKey" is missing. Use your key (ASCII without spaces), set together with baseUrl; for a relay, set auth to none.',
    why: 'A setting is missing, or has a value that is not allowed. Nothing was requested.',
    remedy:
      'Set it on the script tag (data-api-key) or with configure({ apiKey }). The message names what is allowed. For a relay, say auth: none.',
  },
  {
    quote: 'offline, blocked, or refused by CORS',
    example:
      'https://lookup.example/ was not reached: offline, blocked, or refused by CORS for https://www.example.com.',
    why: 'The browser gave no answer, and does not tell a page which of the three it was.',
    remedy:
      'Is the address right? Does the key allow the origin that the message names? Does a blocker stop the request, or the page’s own Content-Security-Policy (connect-src)? A relay on your own origin ends CORS and most blocking.',
  },
  {
    quote: 'The lookup service did not answer within ',
    example: 'The lookup service did not answer within 5000 ms.',
    why: 'The answer took longer than the setting timeout allows.',
    remedy:
      'Ask the service about its state. Raise timeout where your visitors’ networks are slow; the page shows your own words meanwhile.',
  },
  {
    quote: 'The lookup service did not answer with a JSON object.',
    example: 'The lookup service did not answer with a JSON object.',
    why: 'Something else answered: a sign-in page of a hotel network, an error page, or another server at that address.',
    remedy: 'Open the address of the request in a new tab and look at what is there.',
  },
  {
    quote: 'The lookup service answered with status ',
    example: 'The lookup service answered with status 403.',
    why: 'The service refused, and gave no message of its own. 401 and 403 are about the key, its origins or addresses; 402 about credits; 451 is a disabled key.',
    remedy:
      'Look at the key in the service’s dashboard: is it spelt so, enabled, and allowed for this origin?',
  },
  {
    quote: 'The lookup service asked for a pause.',
    example: 'The lookup service asked for a pause.',
    why: 'Status 429: the key has used up its requests. Later pages wait as well.',
    remedy: 'Raise the key’s throttle, or use a relay, which asks once for each visitor and half-hour.',
  },
  {
    quote: '<visitor-switch>: ',
    example:
      '<visitor-switch>: data-country="UK" never matches. Use two-letter codes such as GB (not UK) or groups such as @eea.',
    why: 'A condition is misspelt, or one of its tokens can never match, such as data-country="UK".',
    remedy: 'The message says what is right: GB for the United Kingdom, data-eu for the European Union.',
  },
  {
    quote: ' is ignored. ',
    example:
      '<visitor-country-select>: countries="UK" is ignored. Use two-letter codes such as GB (not UK) or groups such as @eea.',
    why: 'A code or group in countries or first stands for no country. It counts as not written.',
    remedy: 'The message says what is right, such as GB, or the nearest group that there is.',
  },
  {
    quote: 'An <option> is shown as part of the label. ',
    example: '<visitor-country-select>: An <option> is shown as part of the label. Use countries="DE AT CH".',
    why: 'The select has its own list of countries. What you write between its tags is its label.',
    remedy: 'Take the <option>s out, and name their countries in the attribute countries.',
  },
  {
    quote: 'The URL parameter "visitor-',
    example: 'The URL parameter "visitor-country" is "Germany". Use two letters such as DE (and GB, not UK).',
    why: 'With simulate, the address says who the visitor is, and this value has not the form of one.',
    remedy: 'Write what the message names, such as visitor-country=DE.',
  },
  {
    quote: 'The attribute "labels" is ',
    example: 'The attribute "labels" is {ip: Adresse}. Use a JSON object such as {"ip": "Address"}.',
    why: 'The attribute is not JSON: names and words need double quotes.',
    remedy:
      'Put the attribute in single quotes and write {"ip": "Adresse"} in it, or set the property labels.',
  },
  {
    quote: 'The attribute "',
    example: 'The attribute "from" is "as". Use ip, asn, user-agent.',
    why: 'An attribute such as from, as or layout has a value that it doesn’t know. The default takes its place.',
    remedy: 'Write one of those that the message names.',
  },
  {
    quote: 'A flag’s file can’t be had, so an emoji takes its place',
    example:
      'A flag’s file can’t be had, so an emoji takes its place: the setting flagsUrl says where the files are.',
    why: 'A bundler moved the library’s modules away from the flag files.',
    remedy: 'Copy node_modules/visitor-elements/dist/flags to your site and set flagsUrl to where they are.',
  },
  {
    quote: ' is required, so its form can',
    example:
      '<visitor-switch>: The hidden field "vat" is required, so its form can’t be sent. Move the field into a <template>.',
    why: 'A default that is hidden stays in its form, and a required field in it can’t be filled in.',
    remedy:
      'Put the controls of the form into a template of the switch, so that only what is shown is in the form.',
  },
  {
    quote: 'No <script type="module"> names ',
    example:
      'No <script type="module"> names visitor-elements.min.js, so its settings weren’t read. Remove type="module", or call visitorElements.configure().',
    why: 'Browsers don’t tell a module which tag brought it. The script looks for tags with its file’s name, and yours has another.',
    remedy: 'A plain script with defer runs at the same time and sees its tag. Or keep the file’s name.',
  },
  {
    quote: ' is an object. Use a text.',
    example: 'The property "field" is an object. Use a text.',
    why: 'A framework or script gave an object where a text belongs. The default takes its place.',
    remedy: 'Give the text, such as the name of a field; a list may be an array.',
  },
];
