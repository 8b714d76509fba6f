import { expect, ready, shown, visit } from './support.js';

/** Runs a task, and records when names are loaded. */
async function recording(task: (events: string[]) => Promise<void>): Promise<void> {
  const events: string[] = [];
  const { fetch } = window;
  const { DisplayNames } = Intl;
  window.fetch = async (...request) => {
    events.push('request');
    const response = await fetch(...request);
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
    await task(events);
  } finally {
    window.fetch = fetch;
    Object.assign(Intl, { DisplayNames });
  }
}

it('the browser’s names are loaded while the request is under way: once for each kind, and never before it is sent', () =>
  recording(async (events) => {
    visit('fault/slow-400/from/1.1.1.1/');
    await ready('<visitor-value field="ip">an address</visitor-value>');
    expect(events, 'without a name').to.deep.equal(['request', 'response']);
    events.length = 0;
    visit('fault/slow-400/from/133.242.0.1/');
    const value = await ready('<visitor-value field="location.country.name">a place</visitor-value>');
    expect(shown(value)).to.equal('Japan');
    expect(events).to.deep.equal(['request', 'names', 'response']);
    events.length = 0;
    visit('fault/slow-400/from/133.242.0.1/');
    const languages = '<visitor-value field="location.language.name">a language</visitor-value>'.repeat(3);
    await ready(languages);
    expect(events, 'of a language').to.deep.equal(['request', 'names', 'response']);
  }));

it('names are loaded in advance on a page without a language too, and are those that are shown', () =>
  recording(async (events) => {
    document.documentElement.lang = '';
    try {
      visit('fault/slow-400/from/133.242.0.1/');
      await ready('<visitor-value field="currency.name">a currency</visitor-value>');
      expect(events).to.deep.equal(['request', 'names', 'response']);
    } finally {
      document.documentElement.lang = 'en';
    }
  }));
