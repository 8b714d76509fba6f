import { override, type VisitorValue } from '../../../src/index.js';
import { expect, markup, put, reaches, ready, settled, shown, statesOf, until, visit } from './support.js';

const far = '<div style="block-size: 5000px"></div>';
const lazy = (html: string) => html.replace('>', ' loading="lazy">');

/** Puts an element far below the viewport. */
const putFarBelow = (html: string) =>
  put(`<section>${far}${lazy(html)}</section>`).lastElementChild as VisitorValue;

for (const [tag, html] of Object.entries(markup))
  describe(`<${tag} loading="lazy">`, () => {
    it('sends no request until it nears the viewport', async () => {
      const { requests } = visit();
      const element = putFarBelow(html);
      await reaches(element, 'idle');
      await settled();
      expect(statesOf(element)).to.deep.equal(['idle']);
      expect(await requests()).to.equal(0);
      element.scrollIntoView();
      await reaches(element, 'ready');
      expect(await requests()).to.equal(1);
    });

    it('sends its request at once if it is in the viewport', async () => {
      visit();
      await ready(lazy(html));
    });
  });

describe('a lazy element', () => {
  const html = markup['visitor-value'];

  it('sends its request before it is in the viewport, so that the data is there in time', async () => {
    visit();
    const near = `<section><div style="block-size: ${innerHeight + 100}px"></div>${lazy(html)}</section>`;
    const element = put(near).lastElementChild as VisitorValue;
    await reaches(element, 'ready');
    expect(element.getBoundingClientRect().top).to.be.greaterThan(innerHeight);
  });

  it('in the viewport is not left waiting if the browser looks before a scrolled page has become shorter', async () => {
    const { IntersectionObserver, requestAnimationFrame } = globalThis;
    // As WebKit does at times: the first look finds the element outside, and the next one needs a frame.
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const tell = (isIntersecting: boolean) =>
          callback([{ isIntersecting } as IntersectionObserverEntry], this);
        super(() => {
          globalThis.requestAnimationFrame = (frame) => {
            setTimeout(tell, 0, true);
            return requestAnimationFrame(frame);
          };
          tell(false);
        }, options);
      }
    };
    visit();
    await reaches(put(lazy(html)), 'ready').finally(() =>
      Object.assign(globalThis, { IntersectionObserver, requestAnimationFrame }),
    );
  });

  it('sends no request while it is hidden', async () => {
    const { requests } = visit();
    const element = put<HTMLElement>(lazy(html));
    element.hidden = true;
    await settled();
    expect(await requests()).to.equal(0);
    element.hidden = false;
    await reaches(element, 'ready');
  });

  it('sends a request for a refresh, wherever it is', async () => {
    const { requests } = visit();
    const element = await reaches(putFarBelow(html), 'idle');
    await element.refresh();
    expect(shown(element)).to.equal('81.2.69.142');
    expect(await requests()).to.equal(1);
  });

  it('sends its request when it is no longer lazy', async () => {
    visit();
    const element = putFarBelow(html);
    await reaches(element, 'idle');
    element.loading = 'eager';
    await reaches(element, 'ready');
  });

  it('that had data before it became lazy is still updated', async () => {
    const { requests } = visit();
    const element = putFarBelow(html);
    element.loading = 'eager';
    await reaches(element, 'ready');
    element.loading = 'lazy';
    await element.updateComplete;
    override({ ip: '192.0.2.7' });
    await until(() => shown(element) === '192.0.2.7', 'what the visitor chose');
    expect(statesOf(element)).to.deep.equal(['ready']);
    expect(await requests()).to.equal(1);
  });

  it('that was near once and is moved sends no further request', async () => {
    const { requests } = visit();
    const element = await ready(lazy(html));
    put(`<section>${far}<p></p></section>`).lastElementChild?.append(element);
    await settled();
    expect(statesOf(element)).to.deep.equal(['ready']);
    expect(await requests()).to.equal(1);
  });

  it('sends no request after it was removed', async () => {
    const { requests } = visit();
    const element = put(lazy(html));
    element.remove();
    await settled();
    expect(await requests()).to.equal(0);
  });
});
