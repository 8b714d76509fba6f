/** Messages of the library on the console. Each quotation is in the source word for word, which a test checks. */
export interface ConsoleMessage {
  /** The part that all messages of this kind have in common. */
  quote: string;
  /** The message as a reader sees it. */
  example: string;
  why: string;
  remedy: string;
}

export const consoleMessages: readonly ConsoleMessage[] = [
  {
    quote: 'The setting "',
    example: 'The setting "apiKey" is missing. Use an ASCII key, set together with baseUrl, or auth none.',
    why: 'A setting is missing or wrong. No request was sent.',
    remedy:
      'Set it on the script tag (data-api-key) or with configure({ apiKey }). The message names what is allowed. For a relay, set auth to none.',
  },
  {
    quote: 'There is no setting "',
    example: 'There is no setting "fallback". Use "guess".',
    why: 'The setting has another name. It is ignored.',
    remedy: 'Use the name in the message.',
  },
  {
    quote: 'offline, blocked, or refused by CORS',
    example:
      'https://lookup.my.example/ was not reached: offline, blocked, or refused by CORS for https://www.example.com.',
    why: 'The browser got no response. It doesn’t tell a page which of the three reasons it was.',
    remedy:
      'Check the URL. Check that the key allows the origin in the message. Check the page’s Content-Security-Policy (connect-src) and content blockers. A relay on your own origin needs no CORS and avoids most blocking.',
  },
  {
    quote: ' sent no response within ',
    example: 'https://lookup.my.example/ sent no response within 5000 ms. Raise "timeout".',
    why: 'The response took longer than the setting timeout.',
    remedy:
      'Check the service’s status page. If your visitors’ networks are slow, raise timeout. The page shows your own content meanwhile.',
  },
  {
    quote: ' was blocked by Content-Security-Policy.',
    example: 'https://lookup.my.example/ was blocked by Content-Security-Policy. Add it to connect-src.',
    why: 'The page’s own policy forbids the request.',
    remedy: 'Add the URL to the directive in the message.',
  },
  {
    quote: ' is a placeholder.',
    example: 'The API key is not known. YOUR_KEY is a placeholder.',
    why: 'The documentation’s examples have lookup.example for a URL and YOUR_KEY for a key.',
    remedy: 'Set the URL and the key of your lookup service, or the URL of your relay.',
  },
  {
    quote: 'no JSON object',
    example: 'https://www.example.com/origin/ sent no JSON object. Is the relay mounted there?',
    why: 'The response came from something else: a hotel’s sign-in page, an error page, or another server at that URL.',
    remedy: 'Open the URL of the request in a new tab.',
  },
  {
    quote: ' Is the relay mounted there?',
    example: 'https://www.example.com/origin/ sent status 404. Is the relay mounted there?',
    why: 'The service refused without a message of its own, or something else answered. 404: the relay is not there. 401 and 403: the key, its origins or IP addresses. 402: credits. 451: the key is disabled.',
    remedy: 'Check the key in the service’s dashboard: its spelling, whether it is enabled, and its origins.',
  },
  {
    quote: 'Rate limited by the lookup service (429)',
    example: 'Rate limited by the lookup service (429); see error.retryAfter.',
    why: 'Status 429: the key has used up its requests. Later pages wait, too.',
    remedy: 'Raise the key’s throttle, or use a relay: it makes one lookup for each visitor and half-hour.',
  },
  {
    quote: '<visitor-switch>: ',
    example:
      '<visitor-switch>: data-country="UK" never matches. Use two-letter codes such as GB (not UK) or groups such as @eea.',
    why: 'A condition is misspelt, or one of its values can never match, such as data-country="UK".',
    remedy: 'Write what the message suggests: GB for the United Kingdom, data-eu for the European Union.',
  },
  {
    quote: ' is ignored. ',
    example:
      '<visitor-country-select>: countries="UK" is ignored. Use two-letter codes such as GB (not UK) or groups such as @eea.',
    why: 'A code or group in countries or preferred is no country. It is ignored.',
    remedy: 'Write what the message suggests, such as GB or a group with a similar name.',
  },
  {
    quote: 'An <option> is shown as part of the label. ',
    example: '<visitor-country-select>: An <option> is shown as part of the label. Use countries="DE AT CH".',
    why: 'The select has its own list of countries. The content between its tags is its label.',
    remedy: 'Remove the <option>s, and name their countries in the attribute countries.',
  },
  {
    quote: 'The URL parameter "visitor-',
    example: 'The URL parameter "visitor-country" is "Germany". Use two letters such as DE (and GB, not UK).',
    why: 'With simulate, the URL sets the visitor, and this value has the wrong form.',
    remedy: 'Write a value as the message describes it, such as visitor-country=DE.',
  },
  {
    quote: 'The attribute "labels" is ',
    example: 'The attribute "labels" is {ip: Adresse}. Use a JSON object such as {"ip": "Address"}.',
    why: 'The attribute isn’t JSON: names and texts need double quotes.',
    remedy: 'Write labels=\'{"ip": "Adresse"}\', or set the property labels.',
  },
  {
    quote: 'The attribute "',
    example: 'The attribute "from" is "as". Use ip, asn, user-agent.',
    why: 'An attribute such as from, as or layout has an unknown value. The default is used.',
    remedy: 'Write one of the values in the message.',
  },
  {
    quote: 'Flag image not found in ',
    example:
      'Flag image not found in "https://www.example.com/js/flags/"; showing an emoji. Copy dist/flags there, set "flagsUrl", or check img-src.',
    why: 'A bundler moved the package’s modules away from the flag files, you host the script without its folder flags, or the page’s Content-Security-Policy forbids the images.',
    remedy:
      'Copy node_modules/visitor-elements/dist/flags to your site and set flagsUrl to the copy. Add it to img-src.',
  },
  {
    quote: ' is required, so its form can',
    example:
      '<visitor-switch>: The hidden field "vat" is required, so its form can’t be sent. Move the field into a <template>.',
    why: 'Hidden default content stays in its form. The visitor can’t fill in a required field in it.',
    remedy:
      'Put the form’s controls into a template of the switch, so that only visible ones are in the form.',
  },
  {
    quote: 'No <script type="module"> names ',
    example:
      'No <script type="module"> names visitor-elements.min.js, so its settings weren’t read. Remove type="module", or call visitorElements.configure().',
    why: 'Browsers don’t tell a module which tag loaded it. The script looks for tags with its file name, and yours has another.',
    remedy:
      'Use a classic script with defer, which runs at the same time and sees its tag. Or keep the file name.',
  },
  {
    quote: ' is an object. Use a text.',
    example: 'The property "field" is an object. Use a text.',
    why: 'A framework or script set an object on a text property. The default is used.',
    remedy: 'Set a text, such as the name of a field. A list may be an array.',
  },
];
