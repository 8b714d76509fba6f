/** The note under code: which of its names are placeholders, and which work as they are. */
import type { CodeUrls } from './code-urls.js';
import type { Configuration } from './configuration.js';
import { asMarkup } from './markup.js';

type Connection = Pick<Configuration, 'connection' | 'serviceUrl' | 'key'>;

const amounts = ['', 'One placeholder is', 'Two placeholders are'];
const list = new Intl.ListFormat('en-GB');

/** As markup. A value that the reader typed is no placeholder. */
export function noteOf(urls: CodeUrls, { connection, serviceUrl, key }: Connection): string {
  const direct = connection === 'key';
  const relay = /relay|source/.test(connection)
    ? `No key is in the page: <code>${asMarkup(serviceUrl || '/origin/')}</code> is a relay on your server. `
    : '';
  const left = {
    ...(direct && !serviceUrl ? { service: 'the URL of your lookup service' } : {}),
    ...(direct && !key ? { key: 'your key' } : {}),
  };
  const names = Object.entries(left);
  if (urls.isServer) {
    const own = list.format(['script', ...names.map(([name]) => name)]);
    const works = names.length > 1 ? 'paste it into a file and it works' : 'it is there';
    return `${relay}This server’s own ${own}: ${works}, as long as <code>npm start</code> runs.`;
  }
  const places = names.map(
    ([name, description]) => `<code>${urls[name as keyof typeof left]}</code>, ${description}`,
  );
  return `${relay}${places.length > 0 ? `${amounts[places.length]} yours to fill in: ${places.join(', and ')}.` : ''}`;
}
