import { expect } from '@open-wc/testing';
import React, { type ReactNode } from 'react';
import ReactDom from 'react-dom';
import Client, { type Root, type RootOptions } from 'react-dom/client';
import Server from 'react-dom/server';
import { nextPage, put, reaches, settled, until, visit } from '../elements/support.js';
import { casesOf, hearMatches, moveTo, read } from './support.js';

const { createElement: h } = React;
const { flushSync } = ReactDom;
/** A case as React renders it, whose content must stay inert until it is shown. */
const inert = (country: string, __html: string) =>
  h('template', { key: country, 'data-country': country, dangerouslySetInnerHTML: { __html } });
const greeting = (...content: ReactNode[]) =>
  h('visitor-switch', null, inert('FR', '<p>Bonjour</p>'), inert('GB', '<p>Good day</p>'), ...content);

describe('a switch whose default content React renders', () => {
  let box: HTMLElement;
  let root: Root | undefined;
  let errors: unknown[];
  const options: RootOptions = {
    onUncaughtError: (error) => errors.push(error),
    onRecoverableError: (error) => errors.push(error),
  };
  const element = () => box.querySelector('visitor-switch') as HTMLElement;
  const reads = (text: string) => until(() => read(element()) === text, `"${text}"`);

  beforeEach(() => {
    visit();
    errors = [];
    box = put<HTMLElement>('<div></div>');
  });
  afterEach(() => {
    root?.unmount();
    root = undefined;
  });

  function render(node: ReactNode): void {
    root ??= Client.createRoot(box, options);
    flushSync(() => root?.render(node));
  }

  it('may change a hundred times while cases change', async () => {
    const page = (turn: number) => {
      const word = h('p', { key: 'word' }, `Hello ${turn}`);
      const more = h('b', { key: 'more' }, 'and welcome');
      return greeting(
        `Turn ${turn} `,
        turn % 2 ? word : null,
        turn % 3 ? more : null,
        h('i', { key: turn % 5 }, '!'),
      );
    };
    const ends = new Set<string>();
    for (let turn = 0; turn < 100; turn++) {
      render(page(turn));
      const country = ['GB', 'JP', 'FR', 'JP', 'US'][turn % 5] as string;
      moveTo(country);
      if (turn % 4) await settled();
      else await Promise.resolve();
      render(page(turn + 1));
      if (turn % 4 === 1) ends.add(`${country} ${read(element()).replace(/\s+/g, ' ')}`);
    }
    moveTo('JP');
    await until(() => read(element()).startsWith('Turn 100'), 'the last default');
    expect(read(element()).replace(/\s+/g, ' ')).to.equal('Turn 100 and welcome!');
    expect(errors).to.deep.equal([]);
    expect([...ends].filter((text) => text.startsWith('GB'))).to.deep.equal(['GB Good day']);
    expect([...ends].filter((text) => text.startsWith('FR'))).to.deep.equal(['FR Bonjour']);
  });

  it('may be removed and added again while a case is shown', async () => {
    render(greeting(h('p', { key: 'p' }, 'Hello')));
    await reads('Good day');
    render(greeting());
    render(null);
    render(greeting(h('p', { key: 'p' }, 'Hello again')));
    await reads('Good day');
    moveTo('JP');
    await reads('Hello again');
    expect(errors).to.deep.equal([]);
  });

  it('has what it adds rendered, measurable and focused at once: `autoFocus`', async () => {
    moveTo('JP');
    render(greeting('Hello'));
    await reaches(element(), 'ready');
    const input = h('input', { key: 'name', autoFocus: true, 'aria-label': 'Name' });
    render(greeting('Hello', input));
    const added = box.querySelector('input');
    expect(document.activeElement).to.equal(added);
    expect(added?.getBoundingClientRect().width).to.be.greaterThan(0);
    moveTo('GB');
    await settled();
    render(greeting('Hello', h('input', { key: 'other', autoFocus: true, 'aria-label': 'Other' })));
    expect(document.activeElement).to.equal(box.querySelector('input'));
    await settled();
    expect(read(element())).to.equal('Hello');
    render(greeting('Hello'));
    await reads('Good day');
    expect(errors).to.deep.equal([]);
  });

  it('keeps the handlers of children that React put into a template', async () => {
    let clicks = 0;
    const button = h('button', { type: 'button', onClick: () => clicks++ }, 'Good day');
    render(h('visitor-switch', null, h('template', { 'data-country': 'GB' }, button), 'Hello'));
    await reads('Good day');
    box.querySelector('button')?.click();
    expect(clicks).to.equal(1);
    moveTo('JP');
    await reads('Hello');
    moveTo('GB');
    await reads('Good day');
    box.querySelector('button')?.click();
    expect(clicks).to.equal(2);
    expect(errors).to.deep.equal([]);
  });

  it('is hydrated after a stored result has shown a case, and still works', async () => {
    const page = (more: boolean) => greeting('Hello', more ? h('b', { key: 'more' }, ' all') : null);
    const rendering = Server.renderToString(page(false));
    await reaches(put(rendering), 'ready');
    nextPage();
    box.innerHTML = rendering;
    const rendered = element();
    const heard = hearMatches(rendered);
    await reads('Good day');
    root = Client.hydrateRoot(box, page(false), options);
    await settled();
    expect(errors).to.deep.equal([]);
    expect(element()).to.equal(rendered);
    for (let turn = 0; turn < 20; turn++) {
      moveTo(['GB', 'JP', 'FR'][turn % 3] as string);
      render(page(turn % 2 === 0));
      await settled();
    }
    moveTo('JP');
    render(page(true));
    await reads('Hello all');
    expect(errors).to.deep.equal([]);
    expect(heard[0]).to.equal('GB');
    expect(casesOf(rendered).map(({ childNodes }) => childNodes.length)).to.deep.equal([0, 0]);
  });

  it('is rendered again, and works, if a server rendered children of a template, which parsers move', async () => {
    const live = (country: string) =>
      h('template', { key: country, 'data-country': country }, h('p', null, `Hello, ${country}`));
    const page = () => h('visitor-switch', null, live('FR'), live('GB'), 'Hello');
    box.innerHTML = Server.renderToString(page());
    await reads('Hello, GB');
    root = Client.hydrateRoot(box, page(), options);
    await until(() => errors.length > 0, 'the error that React recovers from');
    moveTo('JP');
    await reads('Hello');
    moveTo('FR');
    await reads('Hello, FR');
    render(null);
    expect(errors.length).to.equal(1);
  });
});

it('a select that React renders belongs to the form with this id, then to another, then to none', async () => {
  visit();
  const page = put<HTMLElement>('<div><form id="one"></form><form id="two"></form><div></div></div>');
  const errors: unknown[] = [];
  const root = Client.createRoot(page.lastElementChild as Element, {
    onUncaughtError: (error) => errors.push(error),
  });
  const formAfter = (form: string | undefined) => {
    flushSync(() => root.render(h('visitor-country-select', { form, name: 'country' })));
    return page.querySelector('visitor-country-select')?.form?.id;
  };
  expect(['one', 'two', undefined].map(formAfter)).to.deep.equal(['one', 'two', undefined]);
  expect(errors).to.deep.equal([]);
  root.unmount();
});
