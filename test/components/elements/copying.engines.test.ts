import { sendKeys } from '@web/test-runner-commands';
import type { VisitorValue } from '../../../src/index.js';
import { expect, put, reaches, ready, visit } from './support.js';

const place = '<visitor-value field="location.country.name">a place</visitor-value>';

/** Presses Control and a key. WebDriver can't hold a key down, so one call sends both. */
async function press(key: string) {
  if (!/Chrome|Firefox/.test(navigator.userAgent)) return sendKeys({ press: `\uE009${key}` });
  await sendKeys({ down: 'Control' });
  await sendKeys({ press: key });
  await sendKeys({ up: 'Control' });
}

describe('a line with a value in it', () => {
  beforeEach(() => void visit());

  it('has the value when a visitor copies it', async () => {
    const box = put<HTMLElement>(
      `<div lang="en"><p>You are in ${place} today</p><textarea></textarea></div>`,
    );
    const [line, field] = box.children as unknown as [HTMLElement, HTMLTextAreaElement];
    await reaches(line.firstElementChild as VisitorValue, 'ready');
    getSelection()?.selectAllChildren(line);
    await press('c');
    field.focus();
    await press('v');
    expect(field.value.trim()).to.equal('You are in United Kingdom today');
  });

  it('has the shown text as the innerText of the value element', async () => {
    const value = put<VisitorValue>(`<p lang="en">${place}</p>`).firstElementChild as VisitorValue;
    await value.updateComplete;
    expect(value.innerText).to.equal('a place');
    await reaches(value, 'ready');
    expect(value.innerText).to.equal('United Kingdom');
    value.field = 'location.planet';
    await value.updateComplete;
    expect(value.innerText).to.equal('a place');
    value.innerText = 'some <place>';
    expect(value.innerHTML).to.equal('some &lt;place&gt;');
  });

  it('keeps its own content as it was', async () => {
    const value = await ready<VisitorValue>(place);
    expect(value.textContent).to.equal('a place');
  });

  it('keeps its text, which a visitor may have selected, when it renders again', async () => {
    const value = await ready<VisitorValue>(place);
    const text = value.shadowRoot?.firstChild;
    value.requestUpdate();
    await value.updateComplete;
    expect(text?.isConnected).to.equal(true);
  });
});
