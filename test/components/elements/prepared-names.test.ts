import { expect, ready, settled, shown, until, visit } from './support.js';

/** Shows an element to a visitor, to whom the service responds when `isReady` is true. */
type Show = (html: string, visitor: string, isReady: () => unknown) => Promise<Element>;

/** Runs a task, and records when names are loaded. */
async function recording(task: (show: Show, events: string[]) => Promise<void>): Promise<void> {
  const events: string[] = [];
  const { fetch } = window;
  const { DisplayNames } = Intl;
  let isReady: () => unknown = () => true;
  window.fetch = async (...request) => {
    events.push('request');
    const response = await fetch(...request);
    await settled();
    await until(isReady, 'what the response waits for');
    events.push('response');
    return response;
  };
  const Counted = class extends DisplayNames {
    constructor(...options: ConstructorParameters<typeof DisplayNames>) {
      super(...options);
      events.push('names');
    }
  };
  Object.assign(Intl, { DisplayNames: Counted });
  try {
    await task((html, visitor, condition) => {
      isReady = condition;
      events.length = 0;
      visit(`from/${visitor}/`);
      return ready(html);
    }, events);
  } finally {
    window.fetch = fetch;
    Object.assign(Intl, { DisplayNames });
  }
}

it('the browser’s names are loaded while the request is under way: once for each kind, and never before it is sent', () =>
  recording(async (show, events) => {
    const haveNames = () => events.includes('names');
    const value = '<visitor-value field="ip">an address</visitor-value>';
    (await show(value, '1.1.1.1', () => true)).remove();
    expect(events, 'without a name').to.deep.equal(['request', 'response']);
    (await show('<visitor-user-agent></visitor-user-agent>', '1.1.1.1', () => true)).remove();
    expect(events, 'in a card of a browser').to.deep.equal(['request', 'response']);
    const card = '<visitor-info fields="ip"></visitor-info>';
    expect(shown(await show(card, '133.242.0.1', haveNames))).to.include('Japan');
    expect(events, 'of the country in a card').to.deep.equal(['request', 'names', 'response']);
    const languages = '<visitor-value field="location.language.name">a language</visitor-value>'.repeat(3);
    await show(languages, '133.242.0.1', haveNames);
    expect(events, 'of a language').to.deep.equal(['request', 'names', 'response']);
  }));

it('names are loaded in advance on a page without a language too, and are those that are shown', () =>
  recording(async (show, events) => {
    document.documentElement.lang = '';
    try {
      const currency = '<visitor-value field="currency.name">a currency</visitor-value>';
      await show(currency, '133.242.0.1', () => events.includes('names'));
      expect(events).to.deep.equal(['request', 'names', 'response']);
    } finally {
      document.documentElement.lang = 'en';
    }
  }));
