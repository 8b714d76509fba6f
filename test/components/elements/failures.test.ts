import { failures } from '../support/failures.js';
import { recordRequests } from '../support/page.js';
import { type AnyElement, expect, hearConsole, place, put, reaches, shown, visit } from './support.js';

const own = 'our own words';
const cards = ['visitor-info', 'visitor-asn', 'visitor-user-agent'].map((tag) => `<${tag}>${own}</${tag}>`);
const page = `<main>
  ${cards.join('')}
  <visitor-value field="ip">${own}</visitor-value>
  <visitor-switch><template data-country="GB">other words</template>${own}</visitor-switch>
  <visitor-country-select>${own}</visitor-country-select>
</main>`;

describe('a page of elements, each way the service fails', () => {
  const said = hearConsole();

  for (const { fault, code, attempts = 1, settings, service = '/api/' } of failures) {
    const where = service === otherOrigin ? ' at another origin' : '';
    it(`${fault}${where}: keeps its own content, has the error, and prints one message`, async () => {
      const { baseUrl } = place(`fault/${fault}/`, service);
      const { sent, stop } = recordRequests();
      visit('', { baseUrl, retries: 2, ...settings });
      for (const element of put<HTMLElement>(page).children as HTMLCollectionOf<AnyElement>) {
        await reaches(element, 'error');
        expect(element.error?.code).to.equal(code);
        const words = element.localName === 'visitor-switch' ? element.innerText.trim() : shown(element);
        expect(words, element.localName).to.include(own).and.not.include('other words');
      }
      // Each message is reported once per page, so an earlier test may have caused the report already.
      expect(said).to.have.length.at.most(1);
      for (const line of said)
        expect(line)
          .to.match(/^visitor-elements: /)
          .and.not.include('demo-open');
      stop();
      // A request that times out may never have reached the service.
      expect(sent.filter(({ url }) => url.includes(baseUrl)).length).to.equal(3 * attempts);
    });
  }
});
