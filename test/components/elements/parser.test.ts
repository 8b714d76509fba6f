import { mayGrow } from '../../../src/elements/base/parser.js';
import { expect, put } from './support.js';

describe('an element whose content the parser may still bring', () => {
  it('is the last one of a document that loads, and what it stands in', () => {
    const { contentDocument: page } = put<HTMLIFrameElement>('<iframe></iframe>');
    const grows = (name: string) => {
      const element = page?.querySelector(name);
      return element && mayGrow(element);
    };
    page?.open();
    page?.write('<body><section><p><b>');
    expect(['b', 'p', 'section'].map(grows)).to.deep.equal([true, true, true]);
    page?.write('</b></p><i>');
    expect(['b', 'p', 'i', 'section'].map(grows)).to.deep.equal([false, false, true, true]);
    page?.close();
    expect(['b', 'i', 'section'].map(grows)).to.deep.equal([false, false, false]);
  });
});
