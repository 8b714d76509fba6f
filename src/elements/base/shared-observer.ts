import { type LookupName, OriginLookup, origin, type Settings, type Snapshot } from '../../lookup/index.js';
import { toText } from '../../model/paths.js';
import { idle } from '../../model/types.js';
import { onGroupsChange } from '../../personal/groups.js';
import { personalise } from '../../personal/personalise.js';

/** The settings that an element may have of its own. */
const ownSettings = ['baseUrl', 'apiKey', 'auth', 'params'] as const;

/** What an element asks: a lookup, with the settings that the element has of its own. */
export interface Question extends Pick<Settings, (typeof ownSettings)[number]> {
  lookup: LookupName;
  /** The User-Agent to parse. Default: the visitor's own. */
  ua?: string | undefined;
}

/** An element that is rendered again when there is a new snapshot. */
interface Renderable {
  requestUpdate(): void;
}

const parts = ['lookup', 'ua', ...ownSettings] as const;

const methods = { ip: 'ip', asn: 'asn', 'user-agent': 'userAgent' } as const;

/** Every observer that has elements. */
const observers = new Set<SharedObserver>();

/** The observer of all elements that ask the same question. */
export function observerFor(question: Question): SharedObserver {
  for (const observer of observers) if (observer.answers(question)) return observer;
  return new SharedObserver(question);
}

let isWatchingGroups = false;

/** Renders every connected element again, such as after a change of language. */
export function renderAll(): void {
  for (const observer of observers) observer.render();
}

/** One subscription for all elements that ask the same question. */
export class SharedObserver {
  snapshot: Snapshot = idle;
  readonly #question: Question;
  readonly #origin: OriginLookup;
  readonly #elements = new Set<Renderable>();
  #unsubscribe: (() => void) | undefined;
  /** Whether it has subscribed in the current task. */
  #checked = false;

  constructor(question: Question) {
    this.#question = question;
    this.#origin = ownSettings.some((name) => question[name]) ? new OriginLookup(question) : origin;
  }

  /** Whether this is the question observed. It is compared for each render, so this makes no objects. */
  answers(question: Question): boolean {
    return parts.every((name) => Object.is(question[name], this.#question[name]));
  }

  /** Renders an element at each new snapshot from now on. What is known already is in `snapshot` when this returns. */
  add(element: Renderable): void {
    observers.add(this);
    this.#elements.add(element);
    this.#subscribe();
  }

  /** Stops rendering an element. The last one to go ends the subscription. */
  remove(element: Renderable): void {
    this.#elements.delete(element);
    if (this.#elements.size) return;
    observers.delete(this);
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Asks the service again; resolves when it answered or failed. */
  async refresh(): Promise<void> {
    const { lookup, ua } = this.#question;
    await this.#origin[methods[lookup]]({ ua: toText(ua), refresh: true }).catch(() => undefined);
  }

  /** Renders all elements again. */
  render(): void {
    for (const element of this.#elements) element.requestUpdate();
  }

  /**
   * Each new element subscribes again, since the lookup may find that the answer has become too old or that a failure
   * deserves another try. Once is enough for the elements that are added in one task.
   */
  #subscribe(): void {
    if (this.#unsubscribe && this.#checked) return;
    this.#checked = true;
    setTimeout(() => {
      this.#checked = false;
    });
    personalise();
    if (!isWatchingGroups) onGroupsChange(renderAll);
    isWatchingGroups = true;
    const unsubscribe = this.#unsubscribe;
    const { lookup, ua } = this.#question;
    this.#unsubscribe = this.#origin.subscribe(lookup, (snapshot) => this.#show(snapshot), {
      ua: toText(ua),
    });
    unsubscribe?.();
  }

  #show(snapshot: Snapshot): void {
    if (snapshot === this.snapshot) return;
    this.snapshot = snapshot;
    this.render();
  }
}
