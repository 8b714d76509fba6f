/** Whatever throws while an element renders: it is reported once, ends that render, and leaves the element's own content. */
import { LookupController } from '../../../src/index.js';
import { expect, place, put, reaches, shown, statesOf, until, visit } from './support.js';

const boom = (): never => {
  throw new Error('boom');
};
/** A list whose member throws. */
const brokenList = Object.defineProperty([''], 0, { get: boom });
const broken = { toString: boom, [Symbol.toPrimitive]: boom };
/** An object each property of which throws. */
const traps = new Proxy({}, { get: boom, getOwnPropertyDescriptor: boom, has: boom, ownKeys: boom });

/** Replaces a method until the returned function is called. */
function replace(owner: object, name: string, by: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value: by, writable: true, configurable: true });
  return () => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  };
}

interface Trial {
  markup: string;
  /** Breaks an element that is rendered already. Returns what mends it. */
  breakIt: (element: HTMLElement) => () => void;
}

const set =
  (name: string, value: unknown) =>
  (element: HTMLElement): (() => void) => {
    const before = Reflect.get(element, name);
    Reflect.set(element, name, value);
    return () => Reflect.set(element, name, before);
  };
const frame = () => new Promise(requestAnimationFrame);
const trials: Record<string, Trial> = {
  'a value with a field that throws': {
    markup: '<visitor-value field="location.country.name"><b>own</b> words</visitor-value>',
    breakIt: set('field', brokenList),
  },
  'a card whose labels throw': {
    markup: '<visitor-info><b>own</b> words</visitor-info>',
    breakIt: set('labels', traps),
  },
  'a card with fields that throw': {
    markup: '<visitor-info><b>own</b> words</visitor-info>',
    breakIt: set('fields', brokenList),
  },
  'a select with countries that throw': {
    markup: '<visitor-country-select><b>own</b> words</visitor-country-select>',
    breakIt: set('countries', brokenList),
  },
  'a map with a label that throws': {
    markup: '<visitor-map><b>own</b> words</visitor-map>',
    breakIt: set('label', broken),
  },
};

describe('an exception while an element renders', () => {
  let errors: string[] = [];
  const hear = (event: ErrorEvent | PromiseRejectionEvent) => {
    errors.push('error' in event ? String(event.error?.message) : `rejected: ${event.reason}`);
    event.preventDefault();
  };
  const { onerror } = globalThis;
  before(() => {
    globalThis.onerror = null;
    addEventListener('error', hear);
    addEventListener('unhandledrejection', hear);
  });
  after(() => {
    removeEventListener('error', hear);
    removeEventListener('unhandledrejection', hear);
    globalThis.onerror = onerror;
  });
  beforeEach(() => {
    errors = [];
    visit();
  });

  for (const [what, { markup, breakIt }] of Object.entries(trials))
    it(`is reported once, and the element's own content stays: ${what}`, async () => {
      const element = put<HTMLElement>(markup);
      await reaches(element, 'ready');
      const mend = breakIt(element);
      Reflect.apply(Reflect.get(element, 'requestUpdate'), element, []);
      await Reflect.get(element, 'updateComplete');
      expect(shown(element)).to.equal('own words');
      expect(element.innerText.trim(), 'in one line').to.equal('own words');
      Reflect.apply(Reflect.get(element, 'requestUpdate'), element, []);
      await frame();
      await frame();
      expect(errors).to.deep.equal(['boom']);
      mend();
      await until(
        () => element.shadowRoot?.querySelector('select') ?? shown(element) !== 'own words',
        'its data again',
      );
      breakIt(element);
      Reflect.apply(Reflect.get(element, 'requestUpdate'), element, []);
      await Reflect.get(element, 'updateComplete');
      expect(errors, 'a later exception').to.deep.equal(['boom', 'boom']);
    });

  for (const [what, { markup, breakIt }] of Object.entries(trials))
    it(`in the first render leaves no blank: ${what}`, async () => {
      const box = put<HTMLElement>('<div></div>');
      const [element] = new DOMParser().parseFromString(markup, 'text/html').body.children;
      const made = document.importNode(element as HTMLElement, true);
      breakIt(made);
      box.append(made);
      await Reflect.get(made, 'updateComplete');
      await frame();
      expect(shown(made)).to.equal('own words');
      await until(() => !statesOf(made).includes('pending'), 'the end of the lookup');
      await frame();
      expect([shown(made), errors]).to.deep.equal(['own words', ['boom']]);
    });

  const lastingly: [string, object, string][] = [
    ['<visitor-info>own words</visitor-info>', Document.prototype, 'importNode'],
    ['<visitor-country-select>own words</visitor-country-select>', Node.prototype, 'insertBefore'],
    ['<visitor-switch>own words</visitor-switch>', Element.prototype, 'append'],
  ];
  for (const [markup, owner, name] of lastingly)
    it(`of each render leaves no blank, such as without ${name}: ${markup}`, async () => {
      const box = put<HTMLElement>('<div></div>');
      const mend = replace(owner, name, boom);
      box.innerHTML = markup;
      const element = box.firstElementChild as HTMLElement;
      await Reflect.get(element, 'updateComplete');
      await frame();
      mend();
      expect([shown(element), errors]).to.deep.equal(['own words', ['boom']]);
    });

  const afterRender: [string, string, object, 'ready' | 'error'][] = [
    [
      'setFormValue',
      '<visitor-country-select>own words</visitor-country-select>',
      ElementInternals.prototype,
      'ready',
    ],
    ['warn', '<visitor-info base-url="data:x" layout="wide">own words</visitor-info>', console, 'error'],
  ];
  for (const [name, markup, owner, state] of afterRender)
    it(`of what follows a render doesn’t repeat it, such as in ${name}: ${markup}`, async () => {
      let calls = 0;
      const mend = replace(owner, name, () => {
        calls++;
        // Without an end, a page that renders again and again would hang.
        if (calls < 100) boom();
      });
      const element = put<HTMLElement>(markup);
      await reaches(element, state);
      for (let i = 0; i < 5; i++) await frame();
      mend();
      expect(calls).to.be.at.most(5);
      expect([shown(element), errors]).to.deep.equal(['own words', ['boom']]);
    });

  it('without a text is reported once, too', async () => {
    const element = put<HTMLElement>('<visitor-info>own words</visitor-info>');
    await reaches(element, 'ready');
    Reflect.set(element, 'labels', {
      get ip() {
        throw Object.create(null);
      },
    });
    for (let i = 0; i < 3; i++) {
      Reflect.apply(Reflect.get(element, 'requestUpdate'), element, []);
      await Reflect.get(element, 'updateComplete');
    }
    expect([shown(element), errors.length]).to.deep.equal(['own words', 1]);
  });

  it('is reported once, even if the page broke what fallback content needs', async () => {
    const element = put<HTMLElement>('<visitor-value field="ip">own words</visitor-value>');
    await reaches(element, 'ready');
    const mend = replace(Document.prototype, 'createElement', boom);
    Reflect.set(element, 'field', brokenList);
    try {
      for (let i = 0; i < 3; i++) {
        Reflect.apply(Reflect.get(element, 'requestUpdate'), element, []);
        await Reflect.get(element, 'updateComplete');
        await frame();
      }
    } finally {
      mend();
    }
    expect(errors).to.deep.equal(['boom']);
    Reflect.set(element, 'field', 'ip');
    await until(() => shown(element) === '81.2.69.142', 'its data again');
  });

  it('of a switch leaves its default, and doesn’t repeat', async () => {
    let copies = 0;
    const mend = replace(Document.prototype, 'importNode', () => {
      copies++;
      boom();
    });
    const element = put<HTMLElement>(
      '<visitor-switch><template data-country="GB">case</template>default</visitor-switch>',
    );
    await reaches(element, 'ready');
    await until(() => copies > 0, 'the case');
    for (let i = 0; i < 5; i++) await frame();
    expect([element.innerText.trim(), errors]).to.deep.equal(['default', ['boom']]);
    expect(copies).to.be.at.most(4);
    mend();
    Reflect.apply(Reflect.get(element, 'requestUpdate'), element, []);
    await until(() => element.innerText.trim() === 'case', 'the case');
  });

  it('when a switch changes its case leaves the default, and doesn’t repeat', async () => {
    const element = put<HTMLElement>(
      '<visitor-switch><template data-country="FR">Bonjour</template><template data-country="GB">Hello</template>default</visitor-switch>',
    );
    await until(() => element.innerText.trim() === 'Hello', 'the case');
    let copies = 0;
    const mend = replace(Document.prototype, 'importNode', () => {
      copies++;
      boom();
    });
    element.querySelector('[data-country="FR"]')?.setAttribute('data-country', 'FR GB');
    await until(() => copies > 0, 'the other case');
    for (let i = 0; i < 5; i++) await frame();
    mend();
    expect([element.innerText.trim(), errors]).to.deep.equal(['default', ['boom']]);
    expect(copies).to.be.at.most(4);
  });

  it('of a switch that shows a case leaves the default alone, and doesn’t repeat', async () => {
    const element = put<HTMLElement>(
      '<visitor-switch><template data-country="GB">Hello</template>default</visitor-switch>',
    );
    await until(() => element.innerText.trim() === 'Hello', 'the case');
    // A change of case is followed by an update in the next frame.
    await frame();
    await frame();
    let warnings = 0;
    const mend = replace(console, 'warn', () => {
      warnings++;
      boom();
    });
    element.firstElementChild?.setAttribute('data-contry', 'FR');
    await until(() => warnings > 0, 'the warning');
    for (let i = 0; i < 5; i++) await frame();
    mend();
    expect([element.innerText.trim(), errors, warnings]).to.deep.equal(['default', ['boom'], 1]);
  });

  it('of the page’s own host stops no other host', async () => {
    const { baseUrl } = place();
    let updates = 0;
    const host = (requestUpdate: () => void) => ({
      addController: () => undefined,
      removeController: () => undefined,
      requestUpdate,
      updateComplete: Promise.resolve(true),
    });
    const query = () => ({ lookup: 'ip' as const, baseUrl, apiKey: 'demo-open' });
    let isLater = false;
    const bad = new LookupController(
      host(() => isLater && boom()),
      query,
    );
    const good = new LookupController(
      host(() => updates++),
      query,
    );
    for (const each of [bad, good]) {
      each.hostConnected();
      each.hostUpdate();
    }
    isLater = true;
    await until(() => good.data, 'its data');
    expect(updates).to.be.at.least(2);
    expect(new Set(errors)).to.deep.equal(new Set(['boom']));
    isLater = false;
    for (const each of [bad, good]) each.hostDisconnected();
  });
});
