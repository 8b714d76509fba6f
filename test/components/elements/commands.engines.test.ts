import { clearOverride, type VisitorCountrySelect } from '../../../src/index.js';
import { choose, selectIn } from '../personal/support.js';
import { expect, markup, put, reaches, until, visit } from './support.js';

/** Invoker commands are in Chromium 135, Firefox 144, Safari 26.2 and later. */
const hasCommands = 'commandForElement' in HTMLButtonElement.prototype;

/** Presses a button that sends a command to an element. */
function press(element: Element, command: string): void {
  element.id = 'commanded';
  put<HTMLButtonElement>(`<button commandfor="commanded" command="${command}">Go</button>`).click();
}

describe(`a button with a command, in an engine that ${hasCommands ? 'has' : 'lacks'} commands`, () => {
  before(function () {
    if (!hasCommands) this.skip();
  });
  afterEach(clearOverride);

  for (const [tag, html] of Object.entries(markup))
    it(`--refresh sends a request for <${tag}>`, async () => {
      const { requests } = visit();
      const element = put(html);
      await reaches(element, 'ready');
      press(element, '--refresh');
      await until(async () => (await requests()) > 1, 'a second request');
    });

  it('--refresh sends one request for an element in a shadow tree, and none for another’s element', async () => {
    const { requests } = visit();
    const host = put('<div></div>');
    const root = host.attachShadow({ mode: 'closed' });
    root.innerHTML = `${markup['visitor-value']}<p id="other"></p><button commandfor="commanded" command="--refresh"></button>`;
    const [value, other, button] = root.children as unknown as [HTMLElement, HTMLElement, HTMLButtonElement];
    let calls = 0;
    Object.assign(other, { refresh: () => calls++ });
    await reaches(value, 'ready');
    other.id = 'commanded';
    button.click();
    [value.id, other.id] = ['commanded', 'other'];
    button.click();
    await until(async () => (await requests()) > 1, 'a second request');
    expect([await requests(), calls]).to.deep.equal([2, 0]);
  });

  it('another command does nothing', async () => {
    visit();
    const element = put(markup['visitor-value']);
    await reaches(element, 'ready');
    const calls: string[] = [];
    // A request of its own would be shared with the next one, and so not be noticed.
    Object.assign(element, { refresh: () => calls.push(command) });
    let command = '--renew';
    press(element, command);
    command = '--refresh';
    press(element, command);
    await until(() => calls.length > 0, 'a refresh');
    expect(calls).to.deep.equal(['--refresh']);
  });

  it('--clear removes the visitor’s choice, which <visitor-country-select> shows', async () => {
    visit();
    const select = put<VisitorCountrySelect>('<visitor-country-select></visitor-country-select>');
    await reaches(select, 'ready');
    choose(select, 'JP');
    await until(() => select.data?.location?.country?.code === 'JP', 'the choice');
    press(select, '--close');
    expect(select.value).to.equal('JP');
    press(select, '--clear');
    await until(() => select.data?.location?.country?.code === 'GB', 'the visitor’s country');
    await select.updateComplete;
    expect([select.value, selectIn(select).value]).to.deep.equal(['GB', 'GB']);
  });
});
