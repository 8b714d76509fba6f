import { css, html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { report } from '../lookup/internal.js';
import { conditionProblem, matches } from '../visitor/index.js';
import { caseSlot, casesOf, conditionsOf, hide, mayGrow, show } from './cases.js';
import { ChangeController, soon } from './change-controller.js';
import { VisitorElement } from './visitor-element.js';

/** `visitor-match`: a switch shows another case; `template` is `null` where it shows its default content. */
export class VisitorMatchEvent extends Event {
  constructor(readonly template: HTMLTemplateElement | null) {
    super('visitor-match', { bubbles: true, composed: true });
  }
}

/**
 * Personalised content: the first child `<template>` whose `data-*` conditions hold is shown in place of the default
 * content, which is all other content of the element. Until then, and when nothing matches, the default stays.
 *
 * The default content is never moved or removed, only not rendered: whoever made it may go on changing it. Its controls
 * stay in their form, sent and validated; put the controls of a form into a template where that is not wanted.
 * The chosen content becomes the child nodes of its template, a new copy each time it is chosen: styles of the page
 * apply to it, and its scripts run then. For CSS it is a child of the template: `visitor-switch > b` doesn't match it.
 *
 * What is shown changes once a frame at most, and not while the focus is inside: then once the focus is elsewhere in
 * the document, or the form it is in was submitted or reset.
 *
 * Everything is in the page for anyone to read: hiding content is no access control.
 *
 * @fires visitor-match - Another case is shown (`event.template`, or `null` for the default).
 * @slot - Templates with conditions, and the default content.
 */
export class VisitorSwitch extends VisitorElement<'ip'> {
  static override readonly tag = 'visitor-switch';

  static override properties: PropertyDeclarations = { announce: { type: Boolean } };

  static override styles = css`
    div {
      display: contents;
    }
    ::slotted(template[slot]) {
      display: contents !important;
    }
  `;

  /** Whether screen readers tell of changes after the first choice. Default: false. */
  declare announce: boolean;

  protected override readonly lookup = 'ip';

  readonly #change = new ChangeController(this);
  /** The template shown; `null` for the default, `undefined` before anything was known. */
  #chosen: HTMLTemplateElement | null | undefined;
  /** What was told last. */
  #told: HTMLTemplateElement | null | undefined;
  /** The template shown was edited since. */
  #outdated = false;
  /** A choice was made in an earlier frame. */
  #settled = false;
  #edits: MutationObserver | undefined;

  protected override content(slot: TemplateResult) {
    this.#choose(casesOf(this));
    this.#settled ||= this.#chosen !== undefined && !this.#change.resting;
    const live = this.announce && this.#settled ? 'polite' : nothing;
    // The default as the other slot's own content would be less, but Chromium loses text then.
    return html`<div aria-live=${live}><slot name=${caseSlot}></slot>${this.#chosen ? nothing : slot}</div>`;
  }

  protected override updated(changed: PropertyValues): void {
    const chosen = this.#chosen;
    if (chosen !== this.#told) {
      this.#told = chosen;
      this.dispatchEvent(new VisitorMatchEvent(chosen ?? null));
    }
    super.updated(changed);
  }

  #choose(cases: HTMLTemplateElement[]): void {
    this.#watch(cases);
    const before = this.#chosen;
    // A copy of the switch brings what the first one showed.
    for (const template of cases) if (template !== before) hide(template);
    const growing = mayGrow(this) && this.lastChild;
    if (growing) soon(() => this.requestUpdate());
    const fits = (template: Element) => template !== growing && matches(this.data, conditionsOf(template));
    const chosen = cases.find(fits) ?? null;
    const same = chosen === before && !this.#outdated;
    const unknown = !chosen && !before && (growing || !this.data);
    if (same || unknown) this.#change.forget();
    else if (!(chosen || before)) this.#chosen = null;
    else if (this.#change.may()) this.#show(chosen);
    if (this.#chosen) reportRequired(this, this.#chosen);
  }

  #show(chosen: HTMLTemplateElement | null): void {
    if (this.#chosen) hide(this.#chosen);
    if (chosen) show(chosen);
    this.#chosen = chosen;
    this.#outdated = false;
    this.#change.changed();
  }

  #watch(cases: HTMLTemplateElement[]): void {
    this.#edits ??= new MutationObserver((records) => {
      this.#onEdit(records);
      this.requestUpdate();
    });
    this.#onEdit(this.#edits.takeRecords());
    this.#edits.observe(this, { childList: true });
    for (const template of cases) {
      this.#edits.observe(template, { attributes: true });
      this.#edits.observe(template.content, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
      const problem = conditionProblem(conditionsOf(template));
      if (problem) report(`A case of <visitor-switch> is wrong: ${problem}`);
    }
  }

  #onEdit(records: MutationRecord[]): void {
    const content = this.#chosen?.content;
    this.#outdated ||= records.some(({ target }) => content?.contains(target));
  }
}

/** What is hidden is validated all the same, and nobody could fill it in. */
function reportRequired(host: Element, shown: Element): void {
  const controls = [...host.querySelectorAll<HTMLInputElement>('[required]:enabled')];
  const stuck = controls.find((control) => control.form && !shown.contains(control));
  if (stuck)
    report(
      `A case of <visitor-switch> hides the required field "${stuck.name}", without which its form can't be sent: put the form's fields into a template.`,
    );
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-switch': VisitorSwitch;
  }
  interface GlobalEventHandlersEventMap {
    'visitor-match': VisitorMatchEvent;
  }
}
