import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { LookupName } from '../lookup/index.js';
import { flagCode } from '../visitor/index.js';
import { failure, failureStyles } from './card-failure.js';
import { cardHeader, cardNote, headerStyles } from './card-header.js';
import { layoutStyles } from './card-layouts.js';
import { badges, cardRows, rowStyles } from './card-rows.js';
import { bones, skeleton, skeletonStyles } from './card-skeleton.js';
import { cardStyles } from './card-styles.js';
import { Clock } from './clock.js';
import { hasContent } from './content.js';
import { CopyButton, copyStyles } from './copy-button.js';
import { Facts, joined } from './facts.js';
import { flag } from './flag.js';
import { labelsGiven, textGiven } from './given.js';
import { icon, type icons } from './icons.js';
import { languageOf } from './language.js';
import { tokens } from './tokens.js';
import { VisitorElement } from './visitor-element.js';
import { type Labels, Speech } from './words.js';

/** How many rows a card has that was not told its fields. */
const most = 4;

/**
 * A lookup as a card: a header, a note where there is something to say, rows, badges.
 *
 * Pending, the card is a skeleton of the same size; when the lookup fails, one sentence and a button stand in the
 * middle of it. With content of its own the card keeps its place while pending, and gives it up when the lookup fails.
 *
 * @slot - The fallback: shown until data is there, and when there is none.
 * @slot header - Stands at the end of the header, such as a `<visitor-map>`.
 * @slot footer - Stands at the end of the card.
 * @slot error - Takes the place of the sentence and the button when the lookup fails.
 * @csspart card - The card.
 * @csspart header - Flag or icon, title and subtitle.
 * @csspart title - The title.
 * @csspart subtitle - The line below the title.
 * @csspart note - Says that the data is a guess, may be out of date, or was chosen by the visitor.
 * @csspart list - The definition list.
 * @csspart row - One field.
 * @csspart label - The field's name.
 * @csspart value - The field's value.
 * @csspart copy - The button that copies an address.
 * @csspart badges - The list of what is true of an address: VPN, Tor, proxy, hosting.
 * @csspart flag - The flag, in the header or in a country's row.
 * @csspart error - The sentence that says that the lookup failed.
 * @csspart retry - The button that tries again.
 * @cssprop [--visitor-accent] - The colour of icons, of the mark on the map and of the focus.
 * @cssprop [--visitor-background] - The card's background.
 * @cssprop [--visitor-border] - The card's border and the lines between rows; a colour.
 * @cssprop [--visitor-color] - The text's colour; the softer ones are made from it.
 * @cssprop [--visitor-label-color] - The colour of labels and of what stands beside a value.
 * @cssprop [--visitor-radius=0.875em] - The radius of the card's corners.
 * @cssprop [--visitor-padding=1em] - The space inside the card's edge.
 * @cssprop [--visitor-gap=0.75em] - The space between flag and title, and between labels and values.
 * @cssprop [--visitor-row-padding=0.45em] - The space above and below a row.
 * @cssprop [--visitor-font-mono] - The font of addresses.
 * @cssprop [--visitor-title-size=1.125em] - The size of the title.
 * @cssprop [--visitor-flag-size=2.25em] - The width of the header's flag.
 * @cssprop [--visitor-inline-size=20em] - The card's width, where there is as much room.
 * @cssprop [--visitor-rows] - The number of rows whose place is kept at least; `reserve.css` takes 4.
 * @cssprop [--visitor-skeleton] - The colour of the skeleton.
 * @cssprop [--visitor-note-background] - The background of the note.
 * @cssprop [--visitor-focus-ring] - The colour of the ring around a button that has the focus.
 */
export abstract class VisitorCard<L extends LookupName> extends VisitorElement<L> {
  static override properties: PropertyDeclarations = {
    fields: {},
    labels: { converter: { fromAttribute: labelsGiven } },
    layout: { reflect: true },
  };

  static override styles = [
    tokens,
    cardStyles,
    headerStyles,
    rowStyles,
    copyStyles,
    skeletonStyles,
    failureStyles,
    layoutStyles,
  ];

  /** The fields to show as rows, in this order, separated by spaces or commas. Default: what tells most. */
  declare fields: string | undefined;
  /** Other words, by the names that the README lists, such as fields for their rows; in markup as JSON. */
  declare labels: Labels | undefined;
  /** `card` (default), `compact` (two lines) or `inline` (a pill in a line of text). */
  declare layout: 'card' | 'compact' | 'inline' | undefined;

  // Each is a line of facts, or a list of them.
  /** What may be the title: the first whose last part is known. */
  protected abstract readonly titles: readonly string[];
  /** The line below the title. */
  protected abstract readonly subtitle: string;
  /** The same in a compact card; its first part in an inline one. */
  protected abstract readonly brief: string;
  /** The default rows; more than are shown, since not all may be known. */
  protected abstract readonly rows: readonly string[];
  /** Stands in place of a flag. */
  protected abstract readonly icon: keyof typeof icons;
  /** What comes before this lookup's fields in the names of words. */
  protected readonly scope: string = '';

  readonly #clock = new Clock(this);
  readonly #words = new Speech(this);
  readonly #copy = new CopyButton(this, this.#words);

  protected override served(): TemplateResult {
    return html`<div class="kept"><slot>${skeleton(this.#awaited, html`<span lang="en">Loading</span>`)}</slot></div>`;
  }

  protected override content(slot: TemplateResult): unknown {
    const { snapshot, data, error } = this;
    // What the visitor chose or a page simulates is not a card's worth of data.
    const pending = snapshot.pending && snapshot.updatedAt === undefined;
    const words = this.#words;
    words.given = this.labels;
    this.#clock.ticks = false;
    if (data && !pending) return this.#filled(new Facts(data, languageOf(this), words));
    if (hasContent(this))
      return error || this.layout === 'inline'
        ? slot
        : html`<div class="stack"><div class="card ghost" aria-hidden="true">${bones(this.#awaited)}</div>
          <div>${slot}</div></div>`;
    const failed = error && error.code !== 'skipped' && !pending;
    return [
      failed
        ? failure(this.#awaited, words, this.#retry)
        : skeleton(this.#awaited, pending && words.say('loading')),
      slot,
    ];
  }

  get #fields(): string[] | undefined {
    return textGiven('fields', this.fields).match(/[^\s,]+/g) ?? undefined;
  }

  get #isCard(): boolean {
    return this.layout !== 'compact' && this.layout !== 'inline';
  }

  /** How many rows are awaited. */
  get #awaited(): number {
    return this.#isCard ? (this.#fields?.length ?? most) : 0;
  }

  #filled(facts: Facts): TemplateResult {
    const words = this.#words;
    const title = facts.first(this.titles);
    const seen = new Set(title.map(({ text }) => text));
    const line = this.#isCard ? this.subtitle : this.brief;
    const below = facts
      .of(this.layout === 'inline' ? line.replace(/\|.*/, '') : line)
      .filter(({ text }) => !seen.has(text));
    for (const { text } of below) seen.add(text);
    const state = (['overridden', 'guessed', 'stale'] as const).find((state) => this.snapshot[state]);
    const note = state && words.say(state);
    const code = flagCode(facts.data, 'location.country.name');
    const header = cardHeader(
      code ? flag(code) : icon(this.icon),
      html`<div id="title" part="title">${title.length ? joined(title, words.say(', ')) : words.say('unknown')}</div>
        <div part="subtitle">${note && !this.#isCard ? note : joined(below, '\u00a0· ')}</div>`,
    );
    const fields = this.#fields;
    const means = { facts, words, copy: this.#copy, scope: this.scope };
    const rows = this.#isCard && [
      note && cardNote(note),
      cardRows(fields ?? this.rows, this.#awaited, fields ? new Set() : seen, means),
      badges(facts, words),
    ];
    this.#clock.ticks = facts.ticks;
    return html`<div class="card" part="card" role="group" tabindex="-1" aria-labelledby="title">
      ${header}${rows || ''}
      <slot name="footer"></slot>
      <span class="said" role="status">${this.#copy.news}</span>
    </div>`;
  }

  readonly #retry = async () => {
    await this.refresh();
    // The button went with the failure, and the focus with it; where this try failed too, there is another.
    const { activeElement, body } = this.ownerDocument;
    if (!activeElement || activeElement === body)
      this.renderRoot.querySelector<HTMLElement>('[part=retry], [tabindex]')?.focus();
  };
}
