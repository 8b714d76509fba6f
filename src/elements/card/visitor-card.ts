import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { isStillParsing } from '../../lookup/markup.js';
import { report, thisPage } from '../../lookup/page.js';
import { hasConsent } from '../../lookup/shared-state.js';
import { flagCode } from '../../model/format.js';
import { listItems } from '../../model/groups.js';
import { fieldValue } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { flagTemplate } from '../base/flag-template.js';
import { type Labels, labelOf, parseLabels } from '../base/labels.js';
import { languageOf, prepareText } from '../base/language.js';
import { propertyText } from '../base/property-values.js';
import { TemplateElement, tokens } from '../base/template-element.js';
import {
  emptyBody,
  emptyCardStyles,
  failureMessage,
  inReservedSpace,
  messageCard,
  skeletonCard,
} from './empty-card.js';
import {
  cardBadges,
  cardHeader,
  cardNote,
  cardSubtitle,
  cardTitle,
  headerStyles,
  icon,
  type icons,
} from './header.js';
import { type CardContext, cardRows, firstKnownLine, type Label, partsOf, rowStyles } from './rows.js';
import { cardStyles, layoutStyles, narrowStyles } from './styles.js';

const defaultRows = 4;

/** What a card shows, unless its attributes say otherwise. Lines are in the notation of `partsOf`. */
interface CardDefaults {
  /** Lines for the title: the first one whose last part has a value. */
  titles: readonly string[];
  /** The title if nothing of it is known. Default: `Not known`. */
  unknown?: string;
  subtitle: string;
  /** The line below the title of a compact card. Default: the subtitle. */
  brief?: string;
  /** There are more rows than are shown, since some values may be unknown. */
  rows: readonly string[];
  /** The icon that replaces an unknown flag. */
  icon: keyof typeof icons;
  /** The prefix of this lookup's fields in the names of labels. */
  scope?: string;
}

/** The states with a note, the most important first. */
const notes = ['overridden', 'guessed', 'stale'] as const;

/**
 * A lookup as a card: a header with badges and, if necessary, a note; then rows.
 *
 * While pending, the card is a skeleton of the same size. If the lookup fails, it shows a sentence and a button. A card
 * with its own content shows that instead: it keeps its size while pending, and shrinks if the lookup fails.
 *
 * @slot - The fallback content: shown until data arrives, and if there is none.
 * @slot header - Content at the end of the header, such as a `<visitor-map>`.
 * @slot footer - Content at the end of the card.
 * @slot error - Replaces the sentence and the button when the lookup fails.
 * @slot consent - Replaces the sentence while the card waits for consent, such as with a text and a button that grants it.
 * @csspart card - The card.
 * @csspart header - Flag or icon, title, badges, and subtitle or note.
 * @csspart title - The title.
 * @csspart subtitle - The line below the title.
 * @csspart note - Replaces the subtitle if the data is a guess, may be out of date, or was chosen by the visitor.
 * @csspart list - The definition list.
 * @csspart row - One field.
 * @csspart label - The field's name.
 * @csspart value - The field's value.
 * @csspart copy - The button that copies an IP address.
 * @csspart badges - The list of what applies to an IP address: VPN, Tor, proxy, relay, hosting.
 * @csspart flag - The flag, in the header or in a country's row.
 * @csspart error - The sentence about the failure.
 * @csspart retry - The button that tries again.
 * @csspart waiting - The sentence about the visitor's consent, for which the card waits.
 * @cssprop [--visitor-accent] - The colour of icons, of the mark on the map and of the focus.
 * @cssprop [--visitor-background] - The card's background.
 * @cssprop [--visitor-border] - The card's border and the lines between rows; a colour.
 * @cssprop [--visitor-control-border] - The colour of the border of “Try again”.
 * @cssprop [--visitor-color] - The text's colour. Softer text colours are derived from it.
 * @cssprop [--visitor-label-color] - The colour of labels and of text beside a value.
 * @cssprop [--visitor-radius=0.875em] - The radius of the card's corners.
 * @cssprop [--visitor-shadow] - The card's shadow, as `box-shadow`. Forced colours have none.
 * @cssprop [--visitor-padding=1em] - The space inside the card's edge.
 * @cssprop [--visitor-gap=0.75em] - The space between flag and title. Between labels and values it is a third more.
 * @cssprop [--visitor-row-padding=0.5em] - The space above and below a row.
 * @cssprop [--visitor-font-mono] - The font of IP addresses.
 * @cssprop [--visitor-title-size=1.125em] - The size of the title.
 * @cssprop [--visitor-flag-size=2.25em] - The width of the header's flag.
 * @cssprop [--visitor-inline-size=20em] - The card's width, or less if there is less space.
 * @cssprop [--visitor-rows] - The number of rows to reserve at least; `reserve.css` reserves 4.
 * @cssprop [--visitor-skeleton] - The colour of the skeleton.
 * @cssprop [--visitor-note-background] - The background of the note.
 * @cssprop [--visitor-note-color] - The colour of its text.
 * @cssprop [--visitor-badge-background] - The background of the badges.
 * @cssprop [--visitor-badge-color] - The colour of their text.
 * @cssprop [--visitor-focus-ring] - The colour of the ring around a button that has the focus.
 */
export abstract class VisitorCard<L extends LookupName> extends TemplateElement<L> {
  static override properties: PropertyDeclarations = {
    fields: {},
    headingLevel: { attribute: 'heading-level' },
    labels: { converter: { fromAttribute: parseLabels } },
    layout: { reflect: true },
  };

  static override styles = [
    tokens,
    cardStyles,
    headerStyles,
    rowStyles,
    emptyCardStyles,
    narrowStyles,
    layoutStyles,
  ];

  /**
   * The fields to show as rows, in this order, separated by spaces or commas. A field with a default row looks as it
   * does there: `connection.organization` has the AS number beside it, unless `connection.asn` is named too. Default:
   * the most useful rows.
   */
  declare fields: string | undefined;
  /** Makes the title a heading of this level, from 1 to 6. Default: no heading. */
  declare headingLevel: number | string | undefined;
  /**
   * Texts of this card by name: `docs/translation.md` lists the names, and fields name their rows. In markup as JSON,
   * such as `{"ip": "Address"}`. Default: labels loaded for the page's language, else English.
   */
  declare labels: Labels | undefined;
  /** `card` or `compact` (two lines). Default: `card`. */
  declare layout: 'card' | 'compact' | undefined;

  protected abstract readonly defaults: CardDefaults;

  readonly #label: Label = (names, otherwise) => labelOf(this, names, otherwise, this.labels);
  /** Set while a copied IP address is confirmed. */
  #confirmation: ReturnType<typeof setTimeout> | undefined;
  /** The label of what “Try again” does, or has done. */
  #retry: 'loading' | 'failed' | undefined;

  protected override update(changed: PropertyValues): void {
    const focused = this.shadowRoot?.activeElement;
    super.update(changed);
    // “Try again” is gone when the data is there. Without the focus on the card, it would be at the page's beginning.
    if (focused && !focused.isConnected)
      this.renderRoot.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
  }

  protected override updated(changed: PropertyValues): void {
    if (!['card', 'compact'].includes(this.layout || 'card'))
      report(
        `The attribute "layout" is "${this.layout}". Use card or compact, or <visitor-value> in a sentence.`,
      );
    if (isStillParsing(this)) requestAnimationFrame(() => this.requestUpdate());
    if (this.lookup !== 'user-agent')
      prepareText(this.snapshot, 'location.country.name', { locale: languageOf(this) });
    super.updated(changed);
  }

  protected override served(): TemplateResult {
    return html`<div class="placeholder"><slot>${skeletonCard(this.#rowCount, html`<span lang="en">Loading</span>`)}</slot></div>`;
  }

  protected override content(slot: TemplateResult): unknown {
    const { snapshot, data, error } = this;
    // With only an override or a simulation, the card still waits for the response.
    const pending = snapshot.pending && snapshot.updatedAt === undefined;
    if (data && !pending) return this.#filled(data);
    const label = this.#label;
    const rows = this.#rowCount;
    const space = html`<div class="card hidden">${emptyBody(rows)}</div>`;
    if (this.hasContent) return error ? slot : html`<div class="stack">${space}<div>${slot}</div></div>`;
    const retry = this.#retry;
    if (pending ? retry === 'loading' : error && error.code !== 'skipped') {
      const message = failureMessage(label, this.#tryAgain, retry);
      return [messageCard(this, 'error', emptyBody(rows), message, retry === 'loading'), slot];
    }
    // The parser may still add content to the header and make it higher. The skeleton waits, so that nothing moves.
    if (isStillParsing(this)) return [space, slot];
    if (error || hasConsent(thisPage().state)) return [skeletonCard(rows, pending && label('loading')), slot];
    const header = cardHeader(icon(this.defaults.icon), html`<p part="waiting">${label('consent')}</p>`);
    return [messageCard(this, 'consent', emptyBody(rows, header, '')), slot];
  }

  get #chosenFields(): string[] {
    return listItems(propertyText('fields', this.fields));
  }

  /** Each chosen field as its default row has it, without the parts that have rows of their own. */
  #chosenLines(chosen: readonly string[]): string[] {
    return chosen.map((field) => {
      const line = this.defaults.rows.find((row) => row.split(/[ |]/)[0] === field) ?? field;
      const isShown = (part: string, i: number) => !i || !part.split(' ').some((own) => chosen.includes(own));
      return line.split('|').filter(isShown).join('|');
    });
  }

  /** The number of rows, even while nothing is known. A compact card has none. */
  get #rowCount(): number {
    return this.layout === 'compact' ? 0 : this.#chosenFields.length || defaultRows;
  }

  #filled(data: object): TemplateResult {
    const { rows, scope = '' } = this.defaults;
    const label = this.#label;
    const context = { data, language: languageOf(this), label, copyButton: this.#copyButton, scope };
    const count = this.#rowCount;
    const seen = new Set<string>();
    const header = this.#filledHeader(context, seen);
    const chosen = this.#chosenFields;
    // A row that the page chose is shown, even if the header has the same.
    if (chosen.length) seen.clear();
    const lines = chosen.length ? this.#chosenLines(chosen) : rows;
    return html`<div class="card" part="card" role="group" tabindex="-1" aria-labelledby="title">
      ${inReservedSpace(count, [header, cardRows(context, lines, count, seen)])}
      <slot name="footer"></slot>
      <span class="visually-hidden" role="status">${this.#confirmation && label('copied')}</span>
    </div>`;
  }

  /** The header of a card with data. Adds its texts to those that were seen. */
  #filledHeader(context: CardContext, seen: Set<string>): TemplateResult {
    const { snapshot } = this;
    const { data, label } = context;
    const { titles, unknown = 'Not known', subtitle, brief, icon: mark } = this.defaults;
    const isCompact = this.layout === 'compact';
    const titleParts = firstKnownLine(context, titles);
    for (const { text } of titleParts) seen.add(text);
    // A city with its country's name, such as Singapore, is named once, also in the service's English.
    const country = titleParts.at(-1);
    const countryNames = [country?.text, fieldValue(data, 'location.country.name')];
    const shownParts = titleParts.filter((part) => part === country || !countryNames.includes(part.text));
    // Nothing is guessed of an unknown place, and age alone is no reason: nothing has failed.
    const reasons = { overridden: true, guessed: country, stale: snapshot.error ?? !navigator.onLine };
    const note = notes.find((state) => snapshot[state] && reasons[state]);
    const subtitleFields = note ? '' : (isCompact && brief) || subtitle;
    const subtitleParts = partsOf(context, subtitleFields).filter(({ text }) => !seen.has(text));
    for (const { text } of subtitleParts) seen.add(text);
    const code = flagCode(data, 'location.country.name');
    return cardHeader(
      code ? flagTemplate(code) : icon(mark),
      [
        cardTitle(shownParts, unknown, this.headingLevel, label),
        shownParts[0]?.button,
        note ? cardNote(note, label) : cardSubtitle(subtitleParts),
      ],
      isCompact ? '' : cardBadges(data, label),
    );
  }

  /** The button that copies an IP address. None if the page has no clipboard. */
  readonly #copyButton = (address: string) =>
    navigator.clipboard &&
    // Two boxes, because Chromium's accessibility tree leaves out a text that is only a space.
    html`<button part="copy" type="button" @click=${() => this.#copy(address)}>
      ${icon(this.#confirmation ? 'overridden' : 'copy')}<span class="visually-hidden">${this.#label('copy')}</span> <span class="visually-hidden">${this.#label('ip')}</span>
    </button>`;

  async #copy(address: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      clearTimeout(this.#confirmation);
      this.#confirm(setTimeout(() => this.#confirm(), 2000));
    } catch {
      // The visitor refused the browser's permission.
    }
  }

  #confirm(timer?: ReturnType<typeof setTimeout>): void {
    this.#confirmation = timer;
    this.requestUpdate();
  }

  readonly #tryAgain = async () => {
    if (this.#retry === 'loading') return;
    this.#retry = 'loading';
    this.requestUpdate();
    await this.refresh();
    this.#retry = 'failed';
    this.requestUpdate();
  };
}
