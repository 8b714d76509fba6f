import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { LookupName } from '../lookup/index.js';
import { parseObject } from '../lookup/internal.js';
import { report } from '../report.js';
import { fieldValue, flagCode, isTime } from '../visitor/index.js';
import { bones, skeleton } from './card-skeleton.js';
import { cardStyles } from './card-styles.js';
import { Clock } from './clock.js';
import { hasContent } from './content.js';
import { flag } from './flag.js';
import { textGiven } from './given.js';
import { icon, type icons } from './icons.js';
import { address, joined, type Shown } from './shown.js';
import { tokens } from './tokens.js';
import { VisitorElement } from './visitor-element.js';
import { type Labels, Speech } from './words.js';

/** What is said of an address where it is true, and the fields that say so. */
const warnings = {
  vpn: ['security.is_vpn'],
  tor: ['security.is_tor', 'security.is_tor_exit'],
  proxy: ['security.is_proxy'],
  hosting: ['security.is_cloud_provider', 'connection.type'],
};

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
    labels: { converter: { fromAttribute: readLabels } },
    layout: { reflect: true },
  };

  static override styles = [tokens, cardStyles];

  /** The fields to show as rows, in this order, separated by spaces or commas. Default: what tells most. */
  declare fields: string | undefined;
  /** Other words, by the names that the README lists, such as fields for their rows; in markup as JSON. */
  declare labels: Labels | undefined;
  /** `card` (default), `compact` (two lines) or `inline` (a pill in a line of text). */
  declare layout: 'card' | 'compact' | 'inline' | undefined;

  /*
   * What is shown where: alternatives or items in a list, of parts separated by `|`, of fields separated by spaces.
   */
  /** What may be the title: the first whose last part is known. */
  protected abstract readonly titles: readonly string[];
  /** The line below the title. */
  protected abstract readonly subtitle: string;
  /** The same in a compact card; its first part in an inline one. */
  protected abstract readonly brief: string;
  /** The default rows, named by their first field; more than are shown, since not all may be known. */
  protected abstract readonly rows: readonly string[];
  /** Stands in place of a flag. */
  protected abstract readonly icon: keyof typeof icons;
  /** What comes before this lookup's fields in the names of words. */
  protected readonly scope: string = '';

  readonly #clock = new Clock(this);
  readonly #words = new Speech(this);
  #copied = false;

  protected override served(): TemplateResult {
    return html`<div class="kept"><slot>${skeleton(this.#awaited, html`<span lang="en">Loading</span>`)}</slot></div>`;
  }

  protected override content(slot: TemplateResult): unknown {
    const { snapshot, error } = this;
    // What the visitor chose or a page simulates is not a card's worth of data.
    const pending = snapshot.pending && snapshot.updatedAt === undefined;
    const words = this.#words;
    words.given = this.labels;
    this.#clock.ticks = false;
    if (this.data && !pending) return this.#filled();
    const failed = error && error.code !== 'skipped' && !pending;
    if (hasContent(this))
      return error || this.layout === 'inline'
        ? slot
        : html`<div class="stack"><div class="card ghost" aria-hidden="true">${bones(this.#awaited)}</div>
          <div>${slot}</div></div>`;
    if (!failed) return html`${skeleton(this.#awaited, pending && words.say('loading'))}${slot}`;
    return html`<div class="card stack" part="card" role="group" aria-labelledby="title">
      <div class="ghost" aria-hidden="true">${bones(this.#awaited)}</div>
      <slot name="error" class="message">
        <p id="title" part="error">${words.say('failed')}</p>
        <button part="retry" type="button" @click=${this.#retry}>${words.say('retry')}</button>
      </slot>
    </div>${slot}`;
  }

  get #fields(): string[] | undefined {
    return textGiven('fields', this.fields).match(/[^\s,]+/g) ?? undefined;
  }

  get #isCard(): boolean {
    return this.layout !== 'compact' && this.layout !== 'inline';
  }

  #filled(): TemplateResult {
    const title = this.#title();
    const note = (['overridden', 'guessed', 'stale'] as const).find((state) => this.snapshot[state]);
    const below = this.#isCard ? this.subtitle : this.brief;
    const seen = new Set(title.map(({ text }) => text));
    const lines = this.#parts(this.layout === 'inline' ? below.replace(/\|.*/, '') : below).filter(
      ({ text }) => !seen.has(text),
    );
    for (const { text } of lines) seen.add(text);
    const said = note && html`<span>${this.#words.say(note)}</span>`;
    const subtitle = said && !this.#isCard ? said : joined(lines, ' · ');
    return html`<div class="card" part="card" role="group" tabindex="-1" aria-labelledby="title">
      <div part="header">
        <span class="mark">${this.#mark()}</span>
        <div class="names">
          <div id="title" part="title">${title.length ? joined(title, this.#words.say(', ')) : this.#words.say('unknown')}</div>
          <div part="subtitle">${subtitle}</div>
        </div>
        <slot name="header"></slot>
      </div>
      ${this.#isCard ? [said && html`<div part="note">${said}</div>`, this.#list(seen), this.#badges()] : ''}
      <slot name="footer"></slot>
      <span class="said" role="status">${this.#copied ? this.#words.say('copied') : ''}</span>
    </div>`;
  }

  #title(): Shown[] {
    for (const title of this.titles) {
      const last = title.replace(/.*\|/, '');
      if (this.#parts(last).length) return this.#parts(title);
    }
    return [];
  }

  #mark() {
    const code = flagCode(this.data, 'location.country.name');
    return code ? flag(code) : icon(this.icon);
  }

  #list(seen: Set<string>) {
    const fields = this.#fields;
    const all = (fields ?? this.rows).map((row) => ({
      row,
      parts: this.#parts(row).filter(({ text }) => fields || !seen.has(text)),
    }));
    const known = all.filter(({ parts }) => parts.length).slice(0, fields ? undefined : most);
    const gaps = Array((fields?.length ?? most) - known.length).fill(html`<div class="row gap"></div>`);
    return html`<dl part="list" aria-labelledby="title">
      ${known.map(({ row, parts }) => this.#row(row.replace(/[ |].*/, ''), parts))}
    </dl>${gaps}`;
  }

  #row(field: string, [first, ...rest]: Shown[]) {
    const label = this.#label(field);
    return html`<div part="row" class="row">
      <dt part="label">${label}</dt>
      <dd part="value" class=${field === 'ip' ? 'copies' : ''}>
        <span>${flag(flagCode(this.data, field))}${first?.content}${rest.map(({ content }) => html` <span class="soft">${content}</span>`)}</span>
        ${field === 'ip' && globalThis.navigator.clipboard ? this.#copyButton(label) : ''}
      </dd>
    </div>`;
  }

  #copyButton(label: unknown) {
    return html`<button part="copy" type="button" @click=${this.#copy}>
      ${icon(this.#copied ? 'done' : 'copy')}<span class="said">${this.#words.say('copy')} ${label}</span>
    </button>`;
  }

  #badges() {
    const true_ = Object.entries(warnings).filter(([, fields]) =>
      fields.some((field) => [true, 'hosting'].includes(fieldValue(this.data, field) as string)),
    );
    return true_.length
      ? html`<ul part="badges">${true_.map(([name]) => html`<li>${this.#words.say(name)}</li>`)}</ul>`
      : '';
  }

  /** Parts of which something is known; the fields of a part are read as one. */
  #parts(parts: string): Shown[] {
    return parts.split('|').flatMap((part) => {
      const known = part
        .split(' ')
        .map((field) => this.#value(field))
        .filter(({ text }) => text);
      const text = known.map((value) => value.text).join(' ');
      return known.length > 1 ? { text, content: html`<bdi>${text}</bdi>` } : known;
    });
  }

  #value(field: string): Shown {
    const value = fieldValue(this.data, field);
    const text = this.textOf(field);
    if (isTime(field)) this.#clock.ticks = true;
    if (typeof value === 'boolean') return { text, content: this.#words.say(value ? 'yes' : 'no') };
    if (/\b(type|registry)$/.test(field)) {
      const word =
        field === 'registry' ? text.toUpperCase() : text.replace(/^./, (first) => first.toUpperCase());
      return { text, content: this.#words.say(text.toLowerCase().replace(/[\W_]/g, ''), word) };
    }
    return { text, content: field === 'ip' ? address(text) : html`<bdi>${text}</bdi>` };
  }

  #label(field: string) {
    return this.#words.say([this.scope + field, field]);
  }

  /** How many rows are awaited. */
  get #awaited(): number {
    return this.#isCard ? (this.#fields?.length ?? most) : 0;
  }

  readonly #retry = async () => {
    await this.refresh();
    // The button went with the failure, and the focus with it.
    const { activeElement, body } = this.ownerDocument;
    if (!activeElement || activeElement === body)
      this.renderRoot.querySelector<HTMLElement>('[part=card]')?.focus();
  };

  readonly #copy = () =>
    navigator.clipboard.writeText(this.textOf('ip')).then(
      () => {
        this.#say(true);
        setTimeout(() => this.#say(false), 2000);
      },
      // The browser asked the visitor, who said no.
      () => undefined,
    );

  #say(copied: boolean): void {
    this.#copied = copied;
    this.requestUpdate();
  }
}

function readLabels(json: string | null): Labels | undefined {
  if (!json) return undefined;
  const labels = parseObject(json);
  if (!labels)
    report(`The attribute labels is ${json}, but must be a JSON object such as {"ip": "Address"}.`);
  return labels as Labels | undefined;
}
