import { expect } from '@open-wc/testing';
import { clearOverride, revokeConsent, VisitorSwitch } from '../../../src/index.js';
import { put, reaches, ready, settled, until, visit } from '../elements/support.js';
import { holdRequests } from '../support/page.js';
import { casesOf, greeting, hearMatches, moveTo, read, reads } from './support.js';

const { requestAnimationFrame: nextFrame } = window;

/** Hides the document, so that it has no frames. */
function hide(): void {
  window.requestAnimationFrame = () => 0;
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
}

function unhide(): void {
  window.requestAnimationFrame = nextFrame;
  Reflect.deleteProperty(document, 'hidden');
}

describe('a change of case', () => {
  beforeEach(() => void visit());
  afterEach(() => {
    unhide();
    clearOverride();
  });

  it('happens at most once a frame, even if a listener of `visitor-match` undoes its condition', async () => {
    const element = put(greeting);
    let changes = 0;
    element.addEventListener('visitor-match', () => {
      changes++;
      moveTo(read(element) === 'Bonjour' ? 'GB' : 'FR');
    });
    await until(() => changes > 0, 'the first choice');
    const counts: number[] = [];
    for (let frame = 0; frame < 10; frame++) {
      const before = changes;
      await new Promise(requestAnimationFrame);
      counts.push(changes - before);
    }
    expect(Math.max(...counts)).to.equal(1);
    expect(changes).to.be.greaterThan(3);
    element.remove();
  });

  it('doesn’t block a hidden document if a listener undoes its condition', async () => {
    hide();
    const element = put(greeting);
    let changes = 0;
    element.addEventListener('visitor-match', () => {
      if (++changes < 1_000) moveTo(changes % 2 ? 'FR' : 'GB');
    });
    await until(() => changes > 5, 'changes');
    expect(changes).to.be.lessThan(1_000);
    element.remove();
  });

  it('happens at once in a hidden document, which has no frames', async () => {
    hide();
    const element = put(greeting);
    const heard = hearMatches(element);
    await reads(element, 'Good day');
    moveTo('FR');
    await reads(element, 'Bonjour');
    moveTo('JP');
    await reads(element, 'Hello');
    expect(heard).to.deep.equal(['GB', 'FR', null]);
  });

  it('does not wait for a frame if the document is hidden in the meantime', async () => {
    const element = put(greeting);
    await new Promise(requestAnimationFrame);
    await reads(element, 'Good day');
    await settled();
    // A frame that was requested before doesn't come any more.
    window.requestAnimationFrame = () => 0;
    moveTo('FR');
    await Promise.resolve();
    await Promise.resolve();
    expect(read(element)).to.equal('Bonjour');
    hide();
    moveTo('JP');
    await reads(element, 'Hello');
  });

  it('does not happen if the switch was removed before', async () => {
    const element = await ready(greeting);
    const heard = hearMatches(element);
    moveTo('FR');
    element.remove();
    await settled();
    await settled();
    expect(heard).to.deep.equal([]);
    put('<div></div>').append(element);
    await reads(element, 'Bonjour');
  });

  it('happens when a revoke takes the data away', async () => {
    const element = await ready(greeting);
    await reads(element, 'Good day');
    revokeConsent();
    await reads(element, 'Hello');
  });

  it('that is undone within a frame is not made', async () => {
    const element = await ready(greeting);
    await settled();
    const heard = hearMatches(element);
    moveTo('FR');
    moveTo('GB');
    await settled();
    expect(heard).to.deep.equal([]);
  });
});

describe('while the focus is in the shown content', () => {
  beforeEach(() => void visit('fault/slow-100/'));
  afterEach(() => clearOverride());

  const form = `
    <form>
      <visitor-switch>
        <template data-country="GB"><label>Postcode <input name="postcode"></label></template>
        <label>Code <input name="code"></label> <label>Town <input name="town"></label>
        <button>Send</button><button type="reset">Reset</button>
      </visitor-switch>
      <button type="button" id="elsewhere">Elsewhere</button>
    </form>`;

  /** A form in the default content, in which the visitor types when the response arrives. */
  async function typing() {
    const box = put<HTMLFormElement>(form);
    box.addEventListener('submit', (event) => event.preventDefault());
    const element = box.querySelector('visitor-switch') as VisitorSwitch;
    const heard = hearMatches(element);
    const [, code, town] = [
      null,
      ...element.querySelectorAll(':scope > label > input'),
    ] as HTMLInputElement[];
    const postcode = () => element.querySelector<HTMLInputElement>('template input');
    if (!code || !town) throw new Error('no fields');
    await element.updateComplete;
    code.focus();
    await reaches(element, 'ready');
    await settled();
    return { box, element, heard, code, town, postcode };
  }

  it('an SVG <slot> beside the fields, which has nothing slotted, doesn’t end the updates', async () => {
    const { element, code, postcode } = await typing();
    element.insertAdjacentHTML('afterbegin', '<svg><slot></slot></svg>');
    code.blur();
    await until(postcode, 'the change');
  });

  it('a field loses neither text nor focus when the data arrives', async () => {
    const { element, heard, code, postcode } = await typing();
    code.value = '12345';
    await settled();
    expect([code.value, document.activeElement === code, postcode() === null]).to.deep.equal([
      '12345',
      true,
      true,
    ]);
    expect(heard).to.deep.equal([]);
    element.remove();
  });

  it('the change waits until the focus has moved elsewhere, not between two fields inside', async () => {
    const { box, element, heard, code, town, postcode } = await typing();
    town.focus();
    await settled();
    code.focus();
    await settled();
    expect(postcode() === null).to.equal(true);
    box.querySelector<HTMLElement>('#elsewhere')?.focus();
    await until(postcode, 'the change');
    expect(heard).to.deep.equal(['GB']);
    expect(document.activeElement?.id).to.equal('elsewhere');
    expect(read(element)).to.equal('Postcode');
  });

  it('the change is made when nothing has the focus', async () => {
    const { code, postcode } = await typing();
    code.blur();
    await until(postcode, 'the change');
  });

  it('the change is not made when the window loses the focus', async () => {
    const { element, code, postcode } = await typing();
    // When a window loses the focus, the browser fires `blur` but keeps the active element.
    code.dispatchEvent(new FocusEvent('blur'));
    code.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
    window.dispatchEvent(new FocusEvent('blur'));
    await settled();
    await settled();
    expect([document.activeElement === code, postcode() === null]).to.deep.equal([true, true]);
    element.remove();
  });

  // In WebKit, a script can't take the focus from a frame without giving it to another element.
  const targets = /Chrome|Firefox/.test(navigator.userAgent)
    ? ['another element', 'nothing']
    : ['another element'];
  for (const target of targets)
    it(`the change is made when the focus goes from a frame inside to ${target}, which fires no \`focusout\` in the page`, async () => {
      const send = holdRequests();
      const page = put(`<main>
        <visitor-switch><template data-country="GB">Hello</template><iframe srcdoc="<input>"></iframe></visitor-switch>
        <button>Elsewhere</button>
      </main>`);
      const element = page.querySelector('visitor-switch') as VisitorSwitch;
      const frame = page.querySelector('iframe') as HTMLIFrameElement;
      const field = () => frame.contentDocument?.querySelector('input');
      await until(field, 'the field');
      field()?.focus();
      send();
      await reaches(element, 'ready');
      await settled();
      expect([document.activeElement, read(element)]).to.deep.equal([frame, '']);
      if (target === 'another element') page.querySelector('button')?.focus();
      else {
        frame.blur();
        // Fired when a visitor clicks the page around the frame.
        window.dispatchEvent(new FocusEvent('focus'));
      }
      await reads(element, 'Hello');
    });

  for (const type of ['submit', 'reset'] as const)
    it(`the change comes once the form around it is ${type === 'submit' ? 'submitted' : 'reset'}, after the page’s listeners`, async () => {
      const { box, code, postcode } = await typing();
      code.value = '12345';
      let sent: unknown;
      box.addEventListener(type, async () => {
        await Promise.resolve();
        sent = [new FormData(box).get('code'), code.checkVisibility()];
      });
      if (type === 'submit') box.requestSubmit();
      else box.reset();
      await until(postcode, 'the change');
      expect(sent).to.deep.equal([type === 'submit' ? '12345' : '', true]);
    });

  it('the change comes once the form that a field names is reset, wherever that form is, and not with the form around it', async () => {
    const { box, element, code, postcode } = await typing();
    const other = put<HTMLFormElement>('<form id="other"></form>');
    code.setAttribute('form', 'other');
    // The form is found in the next frame.
    await settled();
    box.reset();
    await settled();
    expect(postcode() === null).to.equal(true);
    other.reset();
    await until(postcode, 'the change');
    element.remove();
  });

  it('another form does not count, and a later change waits again', async () => {
    const { element, code, postcode } = await typing();
    const other = put<HTMLFormElement>('<form></form>');
    other.addEventListener('submit', (event) => event.preventDefault());
    other.requestSubmit();
    other.reset();
    await settled();
    expect(postcode() === null).to.equal(true);
    (code.form as HTMLFormElement).requestSubmit();
    await until(postcode, 'the change');
    postcode()?.focus();
    moveTo('JP');
    await settled();
    expect(document.activeElement === postcode()).to.equal(true);
    (document.activeElement as HTMLElement).blur();
    await until(() => !postcode(), 'the default');
    expect(code.checkVisibility()).to.equal(true);
    expect(element.querySelectorAll('input').length).to.equal(2);
  });

  it('the change is made when the focused element is removed', async () => {
    const { code, postcode } = await typing();
    code.remove();
    await until(postcode, 'the change');
  });

  it('each frame looks for the focus once, however often the switch was updated', async () => {
    const { element } = await typing();
    for (let i = 0; i < 20; i++) {
      element.requestUpdate();
      await element.updateComplete;
    }
    let looks = 0;
    window.requestAnimationFrame = (run) => {
      looks++;
      return nextFrame(run);
    };
    await new Promise(nextFrame);
    unhide();
    expect(looks).to.be.greaterThan(0).and.lessThan(5);
    element.remove();
  });

  it('a change that is no longer due is not made', async () => {
    const { element, heard, code, postcode } = await typing();
    moveTo('JP');
    await settled();
    code.blur();
    await settled();
    expect(heard).to.deep.equal([null]);
    expect(postcode() === null).to.equal(true);
    expect(element.querySelectorAll('input').length).to.equal(2);
  });

  it('edited content of the case waits too', async () => {
    const { element, code, postcode } = await typing();
    code.blur();
    await until(postcode, 'the change');
    const field = postcode();
    field?.focus();
    const [template] = casesOf(element);
    if (template) template.innerHTML = 'Good day';
    await settled();
    expect(document.activeElement === field).to.equal(true);
    field?.blur();
    await reads(element, 'Good day');
  });

  it('a switch in a shadow root waits as well', async () => {
    const host = put('<div></div>');
    host.attachShadow({ mode: 'open' }).innerHTML = form;
    const element = host.shadowRoot?.querySelector('visitor-switch') as VisitorSwitch;
    const code = element.querySelector('input') as HTMLInputElement;
    await element.updateComplete;
    code.focus();
    await reaches(element, 'ready');
    await settled();
    expect(element.querySelector('template')?.childNodes.length).to.equal(0);
    code.blur();
    await until(() => element.querySelector('template input'), 'the change');
  });

  /** A form whose field is slotted through two shadow roots into the default content of a switch. */
  async function slottedField() {
    const box = put<HTMLFormElement>(
      '<form><div><input name="code"><input name="town" slot="town"></div><button type="button">Elsewhere</button></form>',
    );
    box.addEventListener('submit', (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    });
    const [code, town] = box.querySelectorAll('input');
    const outer = box.querySelector('div')?.attachShadow({ mode: 'closed' });
    if (!outer || !code || !town) throw new Error('no fields');
    outer.innerHTML = '<section><p><slot></slot></p><slot name="town"></slot></section>';
    const inner = outer.querySelector('section')?.attachShadow({ mode: 'closed' });
    if (!inner) throw new Error('no shadow root');
    inner.innerHTML =
      '<visitor-switch><slot></slot><template data-country="GB"><p>Good day</p></template></visitor-switch>';
    const element = inner.querySelector('visitor-switch') as VisitorSwitch;
    await element.updateComplete;
    code.focus();
    await reaches(element, 'ready');
    await settled();
    expect([document.activeElement === code, code.checkVisibility()]).to.deep.equal([true, true]);
    return { box, code, town, greets: () => until(() => element.querySelector('template p'), 'the change') };
  }

  it('a field that is slotted into the default content keeps the focus until it is elsewhere', async () => {
    const { box, code, town, greets } = await slottedField();
    town.focus();
    await settled();
    expect([document.activeElement === town, code.checkVisibility()]).to.deep.equal([true, true]);
    box.querySelector('button')?.focus();
    await greets();
  });

  it('the change comes once the form of a slotted field is submitted, though the page stops the event', async () => {
    const { box, greets } = await slottedField();
    box.requestSubmit();
    await greets();
  });

  it('the change is made when a slotted field that has the focus is removed', async () => {
    const { box, greets } = await slottedField();
    box.querySelector('div')?.replaceChildren();
    await greets();
  });

  it('an element that is defined late, with a stored answer, waits too', async () => {
    await ready('<visitor-value field="ip"></visitor-value>');
    const box = put(form.replaceAll('visitor-switch', 'late-switch'));
    const code = box.querySelector<HTMLInputElement>('late-switch > label > input');
    code?.focus();
    VisitorSwitch.define('late-switch');
    await settled();
    expect(document.activeElement === code).to.equal(true);
    code?.blur();
    await until(() => box.querySelector('template input'), 'the change');
  });

  it('a switch that is removed in the meantime, and put elsewhere, still works', async () => {
    const { element, postcode } = await typing();
    element.remove();
    put('<div></div>').append(element);
    await until(postcode, 'the change');
  });
});
