import { ReactiveElement } from '@lit/reactive-element';
import { html, LitElement } from 'lit';
import {
  configure,
  type ElementQuery,
  grantConsent,
  LookupController,
  revokeConsent,
} from '../../../src/index.js';
import { expect, markup, nextPage, place, put, ready, shown, until, visit } from './support.js';

/** A third-party element with templates. */
class OwnCity extends LitElement {
  static override properties = { service: {}, parse: {} };
  declare service: string | undefined;
  declare parse: string | undefined;
  readonly visitor = new LookupController(this, () => this.query);
  readonly renders: string[] = [];

  get query(): ElementQuery<'ip' | 'user-agent'> {
    const own = this.service ? { baseUrl: this.service, apiKey: 'demo-open' } : {};
    return this.parse ? { lookup: 'user-agent', ua: this.parse, ...own } : { lookup: 'ip', ...own };
  }

  override render() {
    const { data, error, snapshot } = this.visitor;
    const text = Reflect.get(data ?? {}, 'ip') ?? Reflect.get(data ?? {}, 'header') ?? error?.code;
    this.renders.push(text ?? (snapshot.pending ? 'pending' : 'idle'));
    return html`${text ?? html`<slot></slot>`}`;
  }
}
customElements.define('own-city', OwnCity);

/** A third-party element without templates. */
class OwnNetwork extends ReactiveElement {
  readonly visitor = new LookupController(this, () => ({ lookup: 'asn' }));

  protected override update(changed: Map<PropertyKey, unknown>): void {
    super.update(changed);
    this.renderRoot.textContent = String(this.visitor.data?.asn ?? '');
  }
}
customElements.define('own-network', OwnNetwork);

const own = (attributes = '') => put<OwnCity>(`<own-city ${attributes}>a city</own-city>`);
const shows = (element: Element, text: string) =>
  until(
    () => shown(element) === text,
    () => `"${text}" in place of "${shown(element)}"`,
  );

describe('a third-party element', () => {
  it('requests when it is connected, and is rendered at each change', async () => {
    const { requests } = visit();
    const element = new OwnCity();
    await Promise.resolve();
    expect(await requests()).to.equal(0);
    put<HTMLElement>('<main></main>').append(element);
    await shows(element, '81.2.69.142');
    expect(element.renders).to.deep.equal(['pending', '81.2.69.142']);
    expect(await requests()).to.equal(1);
    dispatchEvent(new Event('online'));
    expect(element.visitor.snapshot.stale).to.equal(true);
  });

  it('shares requests and data with the elements of the package', async () => {
    const { requests } = visit();
    const [element, value] = [own(), await ready(markup['visitor-value'])];
    await shows(element, '81.2.69.142');
    expect(element.visitor.data).to.equal(value.data);
    expect(await requests()).to.equal(1);
  });

  it('has fresh data in its first render, on the next page too', async () => {
    const { requests } = visit();
    await shows(own(), '81.2.69.142');
    nextPage();
    const element = own();
    await element.updateComplete;
    expect(element.renders).to.deep.equal(['81.2.69.142']);
    expect(await requests()).to.equal(1);
  });

  it('may be drawn without templates', async () => {
    visit();
    const element = put<OwnNetwork>('<own-network></own-network>');
    await until(() => element.visitor.data, 'the network');
    await element.updateComplete;
    expect(shown(element)).to.equal(String(element.visitor.data?.asn));
  });

  it('follows the lookup that its function returns', async () => {
    visit();
    const element = own();
    await shows(element, '81.2.69.142');
    element.service = place('from/133.242.0.1/').baseUrl;
    await shows(element, '133.242.0.1');
    element.parse = 'curl/8';
    await shows(element, 'curl/8');
  });

  it('looks up only with the properties that it has after the task that connected it', async () => {
    const page = visit();
    const { baseUrl, requests } = place('from/133.242.0.1/');
    const element = own();
    element.service = baseUrl;
    await shows(element, '133.242.0.1');
    expect([await page.requests(), await requests()]).to.deep.equal([0, 1]);
  });

  it('shows its content and has the error when the lookup fails, and data once a refresh has it', async () => {
    visit('fault/flaky-1/');
    const element = own();
    await shows(element, 'service');
    expect(element.visitor.error?.code).to.equal('service');
    await element.visitor.refresh();
    expect(shown(element)).to.equal('81.2.69.142');
    expect(element.visitor.error).to.equal(undefined);
  });

  it('waits for consent', async () => {
    const { requests } = visit('', { consent: 'required' });
    const element = own();
    await element.updateComplete;
    expect(shown(element)).to.equal('a city');
    expect(await requests()).to.equal(0);
    grantConsent();
    await shows(element, '81.2.69.142');
  });

  it('is not updated any more once it is removed, keeps what it showed, and follows again when it is back', async () => {
    visit();
    const element = own();
    const home = element.parentElement as HTMLElement;
    await shows(element, '81.2.69.142');
    element.remove();
    const { length } = element.renders;
    configure({ baseUrl: place('from/133.242.0.1/').baseUrl, apiKey: 'demo-open' });
    await element.updateComplete;
    expect(element.renders).to.have.lengthOf(length);
    expect(element.visitor.snapshot.pending).to.equal(false);
    home.append(element);
    await shows(element, '133.242.0.1');
  });

  it('may have a function that returns no lookup yet', async () => {
    const { requests } = visit();
    let wanted = false;
    class OwnLate extends LitElement {
      readonly visitor = new LookupController(this, () => (wanted ? { lookup: 'ip' } : undefined));
      override render = () => this.visitor.data?.ip ?? '';
    }
    customElements.define('own-late', OwnLate);
    const element = put<OwnLate>('<own-late></own-late>');
    await element.updateComplete;
    await element.visitor.refresh();
    expect(await requests()).to.equal(0);
    wanted = true;
    element.requestUpdate();
    await shows(element, '81.2.69.142');
  });

  it('may leave out the page’s parameters, which an empty attribute of our own elements doesn’t', async () => {
    visit('', { params: 'fields=ip' });
    class OwnWhole extends LitElement {
      readonly visitor = new LookupController(this, () => ({ lookup: 'ip', params: '' }));
      override render = () => this.visitor.data?.location?.country?.code ?? '';
    }
    customElements.define('own-whole', OwnWhole);
    await shows(put('<own-whole></own-whole>'), 'GB');
    const value = await ready('<visitor-value field="location.country.code" params=""></visitor-value>');
    expect(value.data).to.deep.equal({ ip: '81.2.69.142' });
  });

  it('that grants or revokes consent whenever it is updated is not updated for ever', async () => {
    let updates = 0;
    for (const [name, change] of Object.entries({ grants: grantConsent, revokes: revokeConsent })) {
      class Own extends LitElement {
        readonly visitor = new LookupController(this, () => ({ lookup: 'ip' }));
        override updated() {
          // Without an end, the page would freeze.
          if (++updates < 100) change();
        }
      }
      customElements.define(`own-${name}`, Own);
      visit('', { consent: 'required' });
      updates = 0;
      const element = put<LitElement>(`<own-${name}></own-${name}>`);
      await until(() => updates > 0, 'the update');
      await new Promise((resolve) => setTimeout(resolve));
      expect(updates, name).to.be.below(10);
      element.remove();
    }
  });
});
