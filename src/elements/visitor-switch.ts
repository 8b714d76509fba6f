import type { PropertyValues, TemplateResult } from 'lit';
import { report } from '../report.js';
import { type Conditions, conditionProblem, matches } from '../visitor/index.js';
import { VisitorElement } from './visitor-element.js';

/** `visitor-match`: a switch shows another case; `template` is `null` where it shows its default content. */
export class VisitorMatchEvent extends Event {
  constructor(readonly template: HTMLTemplateElement | null) {
    super('visitor-match', { bubbles: true, composed: true });
  }
}

/**
 * Marks the template that stands behind the chosen content while there is any: in it the default content waits. Being in
 * the page, it is in a copy of the switch too.
 */
const border = 'data-visitor-default';

/**
 * Personalised content: the first child `<template>` whose `data-*` conditions hold takes the place of the default
 * content, which is all other content of the element. Until then, and when nothing matches, the default stays.
 *
 * Everything is in the page for anyone to read: hiding content is no access control.
 *
 * @fires visitor-match - Another case is shown (`event.template`, or `null` for the default).
 * @slot - Templates with conditions, and the default content.
 */
export class VisitorSwitch extends VisitorElement<'ip'> {
  static override readonly tag = 'visitor-switch';

  protected override readonly lookup = 'ip';

  /** The template shown; `null` for the default, `undefined` before anything was known. */
  #chosen: HTMLTemplateElement | null | undefined;
  /** The copy of its content, and whether that was edited since. */
  #shown: Node[] = [];
  #outdated = false;
  #edits: MutationObserver | undefined;

  protected override content(slot: TemplateResult) {
    return slot;
  }

  protected override updated(changed: PropertyValues): void {
    const templates = [...this.children].filter(isTemplate);
    const rest = templates.find((template) => template.hasAttribute(border));
    const cases = templates.filter((template) => template !== rest && !this.#shown.includes(template));
    this.#watch(cases);
    const growing = cases.find((template) => template !== this.#chosen && mayGrow(template));
    if (growing) requestAnimationFrame(() => this.requestUpdate());
    const fits = (template: Element) => template !== growing && matches(this.data, conditionsOf(template));
    this.#show(cases.find(fits) ?? null, cases, rest);
    super.updated(changed);
  }

  #show(chosen: HTMLTemplateElement | null, cases: Node[], rest = chosen && this.#divide()): void {
    const before = this.#chosen;
    if (rest) {
      const nodes = [...this.childNodes].filter((node) => !cases.includes(node));
      const place = nodes.indexOf(rest);
      rest.content.append(...nodes.slice(place + 1));
      if (chosen !== before || this.#outdated) {
        for (const node of nodes.slice(0, place)) node.remove();
        this.#shown = chosen ? copyOf(chosen) : [];
        rest.before(...this.#shown);
      }
      if (!chosen) rest.replaceWith(rest.content);
    }
    this.#outdated = false;
    this.#edits?.takeRecords();
    if (chosen === before || !(chosen || before || this.data)) return;
    this.#chosen = chosen;
    this.dispatchEvent(new VisitorMatchEvent(chosen));
  }

  /** All content is the default so far, and a parser may still be adding to it: the chosen content goes in front. */
  #divide(): HTMLTemplateElement {
    const rest = document.createElement('template');
    rest.setAttribute(border, '');
    this.prepend(rest);
    return rest;
  }

  #watch(cases: HTMLTemplateElement[]): void {
    this.#edits ??= new MutationObserver((records) => {
      this.#onEdit(records);
      this.requestUpdate();
    });
    this.#onEdit(this.#edits.takeRecords());
    this.#edits.observe(this, { childList: true });
    for (const template of cases) {
      for (const part of [template, template.content])
        this.#edits.observe(part, { attributes: true, characterData: true, childList: true, subtree: true });
      const problem = conditionProblem(conditionsOf(template));
      if (problem) report(`A case of <visitor-switch> is wrong: ${problem}`);
    }
  }

  #onEdit(records: MutationRecord[]): void {
    const chosen = this.#chosen;
    this.#outdated ||= records.some(
      ({ target, type }) =>
        chosen?.content.contains(target) ||
        (chosen?.contains(target) && (target !== chosen || type !== 'attributes')),
    );
  }
}

const isTemplate = (node: Element): node is HTMLTemplateElement => node.localName === 'template';

/** Whether a parser may still be filling a template: nothing follows it in a document that is still loading. */
function mayGrow(template: Node): boolean {
  for (let node: Node | null = template; node; node = node.parentNode) if (node.nextSibling) return false;
  return document.readyState === 'loading';
}

/** A template's content; some frameworks fill its children instead. */
function copyOf({ content, childNodes }: HTMLTemplateElement): ChildNode[] {
  const nodes = content.hasChildNodes() ? content.childNodes : childNodes;
  return [...nodes].map((node) => document.importNode(node, true));
}

function conditionsOf({ attributes }: Element): Conditions {
  const data = [...attributes].filter(({ name }) => name.startsWith('data-'));
  return Object.fromEntries(data.map(({ name, value }) => [name.slice('data-'.length), value]));
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-switch': VisitorSwitch;
  }
  interface GlobalEventHandlersEventMap {
    'visitor-match': VisitorMatchEvent;
  }
}
