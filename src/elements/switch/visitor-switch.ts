import type { PropertyDeclarations, PropertyValues } from '@lit/reactive-element';
import { createElement } from '../../lookup/document.js';
import { dataAttributes, isStillParsing } from '../../lookup/markup.js';
import { report, thisPage } from '../../lookup/page.js';
import { conditionMistake, needData } from '../../model/conditions.js';
import { pageMatches } from '../../personal/matches.js';
import { pageGroups } from '../../personal/page-groups.js';
import { css, PlainElement } from '../base/visitor-element.js';
import { caseSlot, casesOf, hideCase, isUndone, showCase } from './cases.js';
import { ChangeSchedule, inNextFrame } from './change-schedule.js';

/** `visitor-match`: a switch shows another case. `template` is `null` if it shows its default content. */
export class VisitorMatchEvent extends CustomEvent<undefined> {
  constructor(readonly template: HTMLTemplateElement | null) {
    super('visitor-match', { bubbles: true, composed: true });
  }
}

/**
 * Personalised content: the first child `<template>` whose `data-*` conditions all match is shown instead of the
 * default content, which is all other content of the element. Until then, and if nothing matches, the default stays.
 *
 * The default content is never moved or removed, only not rendered, so a framework may go on changing it. Its
 * controls stay in their form, which validates and sends them. To avoid that, put the form's controls into templates.
 * The shown case becomes the child nodes of its template, as a new copy each time. The page's styles apply to it, and
 * its scripts run then. For CSS it is a child of the template: `visitor-switch > b` doesn't match it.
 *
 * Content changes at most once a frame, and never under the focus. While the focus is inside, a change waits until
 * the focus is elsewhere in the document, or until the form was submitted or reset.
 *
 * Hidden content is still in the page for anyone to read. It is no access control.
 *
 * @fires visitor-match - Another case is shown (`event.template`, or `null` for the default).
 * @slot - Templates with conditions, and the default content.
 */
export class VisitorSwitch extends PlainElement<'ip'> {
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

  /** Whether screen readers announce changes after the first one. Default: false. */
  declare announce: boolean | undefined;

  /** `undefined` if no case can match, or if all of them compare only the browser's signals. */
  protected override get lookup(): 'ip' | undefined {
    const needsData = (template: Element) => needData(dataAttributes(template), pageGroups(thisPage()));
    return casesOf(this).some(needsData) ? 'ip' : undefined;
  }

  readonly #changes = new ChangeSchedule(this);
  /** The template shown. `null`: the default content. `undefined`: not decided yet. */
  #chosen: HTMLTemplateElement | null | undefined;
  /** The template that the last `visitor-match` event had. */
  #announced: HTMLTemplateElement | null | undefined;
  /** Whether the shown template was edited after it was copied. */
  #isOutdated = false;
  /** Whether the first case was decided in an earlier frame. Only later changes are announced. */
  #isSettled = false;
  #edits: MutationObserver | undefined;

  /** What is rendered: a box with the slots of the case and of the default content, which is hidden behind a case. */
  #parts: { box: HTMLElement; defaultSlot: HTMLElement } | undefined;

  /** Renders two slots without templates, so that a page that only personalises doesn't need lit-html. */
  protected override update(changed: PropertyValues): void {
    super.update(changed);
    this.#choose(casesOf(this));
    this.#isSettled ||= this.#chosen !== undefined && !this.#changes.hasChanged;
    this.#showParts();
  }

  protected override showFallback(): void {
    if (this.#chosen) hideCase(this.#chosen);
    this.#chosen = null;
    // The failed update may have changed a template. To update again for that would repeat the failure.
    this.#edits?.takeRecords();
    this.#showParts();
  }

  #showParts(): void {
    this.#parts ??= addParts(this.renderRoot);
    const { box, defaultSlot } = this.#parts;
    // Nesting the default slot in the other one would be simpler, but Chromium loses text then.
    defaultSlot.hidden = Boolean(this.#chosen);
    const live = this.announce && this.#isSettled ? 'polite' : null;
    // The internals of Jest's jsdom throw, so they are left alone unless the switch announces changes.
    if (box.ariaLive !== live)
      // WebKit ignores a live region with `display: contents`, and Firefox one of `ElementInternals`.
      for (const region of [this.internals ?? box, box]) region.ariaLive = live;
  }

  protected override updated(changed: PropertyValues): void {
    const chosen = this.#chosen;
    if (chosen !== this.#announced) {
      this.#announced = chosen;
      this.dispatchEvent(new VisitorMatchEvent(chosen as HTMLTemplateElement | null));
    }
    super.updated(changed);
  }

  #choose(cases: HTMLTemplateElement[]): void {
    this.#watch(cases);
    const before = this.#chosen;
    // A cloned switch contains the case that the original showed.
    for (const template of cases) if (template !== before) hideCase(template);
    // The parser may still add to the last child, so that child isn't matched yet.
    const unfinished = isStillParsing(this) && this.lastChild;
    if (unfinished) inNextFrame(() => this.requestUpdate());
    const isMatch = (template: Element) =>
      template !== unfinished && pageMatches(this.data, dataAttributes(template), 'data-');
    const chosen = cases.find(isMatch) ?? null;
    const same = chosen === before && !(this.#isOutdated || (chosen && isUndone(chosen)));
    const awaitsData = !this.data && (this.lookup || !cases.length);
    const unknown = !chosen && !before && (unfinished || awaitsData);
    if (same || unknown) return;
    if (!(chosen || before)) this.#chosen = null;
    else if (this.#changes.requestChange()) this.#show(chosen);
  }

  #show(chosen: HTMLTemplateElement | null): void {
    if (this.#chosen) hideCase(this.#chosen);
    if (chosen) showCase(chosen);
    this.#chosen = chosen;
    this.#isOutdated = false;
    this.#changes.recordChange();
  }

  #watch(cases: HTMLTemplateElement[]): void {
    this.#edits ??= new MutationObserver((records) => {
      this.#onEdit(records);
      this.requestUpdate();
    });
    this.#onEdit(this.#edits.takeRecords());
    this.#edits.observe(this, { childList: true });
    const edits = { attributes: true, childList: true };
    for (const template of cases) {
      this.#edits.observe(template, edits);
      this.#edits.observe(template.content, { ...edits, characterData: true, subtree: true });
      // Servers of React and Solid mark the place of content that follows, or failed, with an empty template.
      const isEmpty = !(template.content.firstChild || template.firstChild);
      const mistake = conditionMistake(dataAttributes(template), pageGroups(thisPage()), 'data-', isEmpty);
      if (mistake) report(`<visitor-switch>: ${mistake}`);
    }
  }

  #onEdit(records: MutationRecord[]): void {
    const content = this.#chosen?.content;
    this.#isOutdated ||= records.some(({ target }) => content?.contains(target));
  }
}

function addParts(root: HTMLElement | DocumentFragment) {
  const [box, shown, defaultSlot] = [createElement('div'), createElement('slot'), createElement('slot')];
  shown.name = caseSlot;
  box.append(shown, defaultSlot);
  // In a browser without adopted style sheets, Lit has put a `<style>` there. Without it, no case is visible.
  root.replaceChildren(...root.querySelectorAll('style'), box);
  return { box, defaultSlot };
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-switch': VisitorSwitch;
  }
  interface GlobalEventHandlersEventMap {
    'visitor-match': VisitorMatchEvent;
  }
}
