import { isStillParsing } from '../../../src/lookup/markup.js';
import { expect } from './support.js';

describe('an element to which the parser may still add content', () => {
  const grows = (markup: string) => {
    const box = document.createElement('section');
    box.innerHTML = markup;
    const element = box.querySelector('b');
    return element && isStillParsing(element);
  };
  const places = ['<b></b>', '<p><b></b></p>', '<b></b><i></i>', '<p><b></b></p><i></i>', '<i></i><b></b>'];

  it('is the last one, or in the last one, of a document that loads', () => {
    const native = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState') ?? {};
    Object.defineProperty(Document.prototype, 'readyState', { ...native, get: () => 'loading' });
    const growing = places.map(grows);
    const host = document.createElement('section');
    host.attachShadow({ mode: 'open' }).innerHTML = '<b></b>';
    const inside = host.shadowRoot?.querySelector('b') as Element;
    const ofLastHost = isStillParsing(inside);
    document.createElement('section').append(host, 'Text');
    growing.push(ofLastHost, isStillParsing(inside));
    Object.defineProperty(Document.prototype, 'readyState', native);
    expect(growing).to.deep.equal([true, true, false, false, true, true, false]);
  });

  it('is never in a loaded document', () => {
    expect(places.map(grows)).to.deep.equal(places.map(() => false));
  });
});
