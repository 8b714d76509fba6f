/**
 * The panel: a button at the edge of the page that shows what the package knows of the visitor, and tries out others.
 * Importing it shows the button, and simulates the visitor of the page's URL; loading it once more opens the panel. It sends
 * nothing anywhere.
 */
import { createElement, documentProperty } from '../lookup/document.js';
import { problemsOf, state, switchesOfPage } from './page.js';
import { type Content, el, h, renderInto } from './render.js';
import { Simulator } from './simulator.js';
import { panelStyles } from './styles.js';
import { type Tab, tabContent, tabs } from './view.js';

/** The global function that opens the panel of the page. */
const opener = Symbol.for('visitor-elements:devtools');
const pageEvents = ['visitor-load', 'visitor-error', 'visitor-match'];

class Panel {
  readonly #host = createElement('div');
  readonly #root = this.#host.attachShadow({ mode: 'open' });
  readonly #update = () => this.#render();
  /** Renders once for all events of a task: a thousand elements may load in one. */
  readonly #onPageEvent = () => {
    this.#scheduled ??= setTimeout(() => {
      this.#scheduled = undefined;
      this.#render();
    });
  };
  readonly #simulator = new Simulator(this.#update);
  #isOpen = false;
  #tab: Tab = 'Known';
  #scheduled: ReturnType<typeof setTimeout> | undefined;
  #ticks: ReturnType<typeof setInterval> | undefined;

  constructor() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(panelStyles);
    this.#root.adoptedStyleSheets = [sheet];
    this.#host.dataset.visitorPanel = '';
    documentProperty('documentElement')?.append(this.#host);
    state.listeners.add(this.#update);
    for (const name of pageEvents) addEventListener(name, this.#onPageEvent);
    this.#render();
  }

  /** Opens or closes the panel, and moves the focus to its tab or back to the button. */
  readonly toggle = (isOpen: boolean): void => {
    // What was typed has its effect before its field is removed.
    this.#focus('.open');
    this.#isOpen = isOpen;
    clearInterval(this.#ticks);
    // Ages and ends change every second.
    if (isOpen) this.#ticks = setInterval(this.#update, 1000);
    this.#render();
    this.#focus('[aria-selected="true"]');
  };

  /** Removes the panel and everything that it changed. */
  readonly #remove = () => {
    this.#simulator.end();
    state.listeners.delete(this.#update);
    for (const name of pageEvents) removeEventListener(name, this.#onPageEvent);
    clearInterval(this.#ticks);
    clearTimeout(this.#scheduled);
    Reflect.deleteProperty(globalThis, opener);
    this.#host.remove();
  };

  #focus(selector: string): void {
    this.#root.querySelector<HTMLElement>(selector)?.focus();
  }

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') this.toggle(false);
    // The page's shortcuts aren't meant for what is typed here.
    event.stopPropagation();
  };

  readonly #onTabKey = (event: KeyboardEvent) => {
    const index = tabs.indexOf(this.#tab);
    const tab = {
      ArrowRight: tabs.at(index + 1 - tabs.length),
      ArrowLeft: tabs.at(index - 1),
      Home: tabs.at(0),
      End: tabs.at(-1),
    }[event.key];
    if (!tab) return;
    event.preventDefault();
    this.#show(tab);
    this.#focus('[aria-selected="true"]');
  };

  #show(tab: Tab): void {
    this.#tab = tab;
    this.#render();
    this.#root.getElementById('content')?.scrollTo(0, 0);
  }

  #render(): void {
    const { isOn } = this.#simulator;
    const isOpen = this.#isOpen;
    const focused = this.#root.activeElement;
    let problems = 0;
    for (const report of switchesOfPage()) problems += problemsOf(report);
    const label = isOn ? ', simulating' : problems ? `, problems: ${problems}` : '';
    renderInto(this.#root, [
      el(
        'button',
        {
          class: 'open',
          'data-mark': isOn ? 'simulation' : problems > 0 && 'problem',
          'aria-expanded': String(isOpen),
          'aria-label': `Visitor panel${label}`,
          lang: 'en',
          onclick: () => this.toggle(!isOpen),
          onkeydown: this.#onKey,
        },
        el(
          'svg',
          {
            viewBox: '0 0 20 20',
            fill: 'none',
            stroke: 'currentColor',
            'stroke-width': 1.6,
          },
          el('path', {
            d: 'M6.8 7a3.2 3.2 0 1 0 6.4 0 3.2 3.2 0 1 0-6.4 0M3.5 17c.6-3.4 3.2-5 6.5-5s5.9 1.6 6.5 5',
          }),
        ),
      ),
      isOpen && this.#panel(problems),
    ]);
    // The panel grows with its content, but never shrinks: its tabs stay under the pointer.
    const content = this.#root.querySelector<HTMLElement>('.content');
    if (content) content.style.minBlockSize = `${content.parentElement?.clientHeight}px`;
    // Else a button that its own action removes would take the focus out of the panel.
    if (focused && !focused.isConnected) this.#focus('[aria-selected="true"]');
  }

  #panel(problems: number): Content {
    const marks: Partial<Record<Tab, Content>> = {
      'See as': this.#simulator.isOn && ' •',
      Switches: problems > 0 && h('span.warn', ' •'),
    };
    const tab = this.#tab;
    return el(
      'div',
      {
        class: 'panel',
        role: 'dialog',
        'aria-label': 'Visitor panel',
        lang: 'en',
        dir: 'ltr',
        onkeydown: this.#onKey,
      },
      h(
        'header',
        h('h2', 'Visitor'),
        el('button', { class: 'plain', 'aria-label': 'Close', onclick: () => this.toggle(false) }, '✕'),
      ),
      el(
        'div',
        { role: 'tablist', onkeydown: this.#onTabKey },
        tabs.map((name) =>
          el(
            'button',
            {
              role: 'tab',
              id: idOf(name),
              'aria-selected': String(name === tab),
              'aria-controls': 'content',
              tabindex: name === tab ? 0 : -1,
              onclick: () => this.#show(name),
            },
            name,
            marks[name],
          ),
        ),
      ),
      el(
        'div',
        { role: 'tabpanel', id: 'content', tabindex: 0, 'aria-labelledby': idOf(tab) },
        h('div.content', tabContent[tab](this.#simulator)),
      ),
      h(
        'footer',
        h('span', 'Sends nothing.'),
        el('button', { class: 'plain', 'data-action': 'remove', onclick: this.#remove }, 'Remove panel'),
      ),
    );
  }
}

const idOf = (tab: Tab) => `tab-${tabs.indexOf(tab)}`;

function start(): void {
  const running: unknown = Reflect.get(globalThis, opener);
  if (typeof running === 'function') running(true);
  else Reflect.set(globalThis, opener, new Panel().toggle);
}

if (documentProperty('documentElement')) start();
