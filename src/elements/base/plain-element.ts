import { type PropertyDeclarations, type PropertyValues, ReactiveElement } from '@lit/reactive-element';
import type { Settings } from '../../lookup/settings.js';
import type { LookupError } from '../../model/error.js';
import type { LookupData, LookupName, Snapshot } from '../../model/types.js';
import { ElementController } from './element-controller.js';
import type { AddElementListener } from './events.js';
import { renderSafely } from './safe-render.js';
import { adoptOwnStyles, createStyledRoot } from './styles.js';
import { define, lookupProperties, type VisitorElement } from './visitor-element.js';

/** The base of elements without templates, so that a page that only personalises doesn't need lit-html. */
export abstract class PlainElement<L extends LookupName = LookupName>
  extends ReactiveElement
  implements VisitorElement<L>
{
  static override properties: PropertyDeclarations = lookupProperties;

  /** The name under which the element is registered. */
  static readonly tag: string;

  /** Registers the element. Does nothing if the name is taken, for example by another copy of the package. */
  static readonly define = define;

  declare addEventListener: AddElementListener<L, AddEventListenerOptions>;
  declare removeEventListener: AddElementListener<L, EventListenerOptions>;

  declare baseUrl: string | undefined;
  declare apiKey: string | undefined;
  declare auth: Settings['auth'];
  declare params: string | undefined;
  declare loading: 'lazy' | 'eager' | undefined;

  /** Which lookup the element needs; `undefined`: none. */
  protected abstract readonly lookup: L | undefined;

  /** `undefined` in happy-dom. */
  protected readonly internals: ElementInternals | undefined = this.attachInternals?.();
  readonly #visitor = new ElementController<L>(this, this.internals, () => this.lookup);

  get data(): LookupData[L] | undefined {
    return this.#visitor.data;
  }

  get error(): LookupError | undefined {
    return this.#visitor.error;
  }

  refresh(): Promise<void> {
    return this.#visitor.refresh();
  }

  protected get snapshot(): Snapshot<LookupData[L]> {
    return this.#visitor.snapshot;
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return createStyledRoot(this, () => super.createRenderRoot());
  }

  adoptedCallback(): void {
    adoptOwnStyles(this);
  }

  protected override performUpdate(): void {
    renderSafely(
      this,
      () => super.performUpdate(),
      () => {
        this.showFallback();
        this.#visitor.announce();
      },
    );
  }

  /** Shows the element's own content after a render that failed. */
  protected abstract showFallback(): void;

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#visitor.announce();
  }
}
