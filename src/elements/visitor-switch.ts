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
  #shown: Node[] = [];
  #default: Node[] = [];
  #edits: MutationObserver | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#edits ??= new MutationObserver((records) => this.#onEdit(records));
    this.#edits.observe(this, { attributes: true, characterData: true, childList: true, subtree: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#edits?.disconnect();
  }

  protected override content(slot: TemplateResult) {
    return slot;
  }

  protected override updated(changed: PropertyValues): void {
    const cases = this.#others().filter(isTemplate);
    for (const template of cases) warn(template);
    this.#show(cases.find((template) => matches(this.data, conditionsOf(template))) ?? null);
    super.updated(changed);
  }

  #show(chosen: HTMLTemplateElement | null): void {
    const before = this.#chosen;
    if (chosen) this.#default.push(...remove(this.#others().filter((node) => !isTemplate(node))));
    if (chosen !== (before ?? null)) this.#swap(chosen);
    this.#edits?.takeRecords();
    if (chosen === before || !(chosen || before || this.data)) return;
    this.#chosen = chosen;
    this.dispatchEvent(new VisitorMatchEvent(chosen));
  }

  /** The chosen content goes first: behind it a parser may still be adding to the default. */
  #swap(chosen: HTMLTemplateElement | null): void {
    remove(this.#shown.filter(({ parentNode }) => parentNode === this));
    this.#shown = chosen ? copyOf(chosen) : [];
    this.prepend(...this.#shown);
    if (!chosen) this.append(...this.#default.splice(0));
  }

  /** The children that are not chosen content. */
  #others(): Node[] {
    return [...this.childNodes].filter((node) => !this.#shown.includes(node));
  }

  #onEdit(records: MutationRecord[]): void {
    const chosen = this.#chosen;
    if (chosen && records.some(({ type, target }) => type !== 'attributes' && chosen.contains(target)))
      this.#swap(chosen);
    this.requestUpdate();
  }
}

function isTemplate(node: Node): node is HTMLTemplateElement {
  return node instanceof HTMLTemplateElement;
}

/** A template's content; some frameworks fill its children instead. */
function copyOf({ content, childNodes }: HTMLTemplateElement): Node[] {
  const nodes = content.hasChildNodes() ? content.childNodes : childNodes;
  return [...nodes].map((node) => document.importNode(node, true));
}

function remove(nodes: Node[]): Node[] {
  for (const node of nodes) node.parentNode?.removeChild(node);
  return nodes;
}

function conditionsOf({ attributes }: Element): Conditions {
  const data = [...attributes].filter(({ name }) => name.startsWith('data-'));
  return Object.fromEntries(data.map(({ name, value }) => [name.slice('data-'.length), value]));
}

function warn(template: HTMLTemplateElement): void {
  const problem = conditionProblem(conditionsOf(template));
  if (problem) report(`A case of <visitor-switch> never matches: ${problem}.`);
}
