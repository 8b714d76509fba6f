/** What the panel reads from a page, whichever copies of the package the page has. Nothing here sends a request. */
import { caseSlot, casesOf } from '../elements/switch/cases.js';
import { documentProperty } from '../lookup/document.js';
import { dataAttributes } from '../lookup/markup.js';
import type { LookupSpec, PageContext } from '../lookup/observer.js';
import { lookupNames } from '../lookup/request.js';
import { isSkipped, lookupSettings, noOwnSettings } from '../lookup/settings.js';
import {
  forgetOverride,
  hasConsent,
  notifyListeners,
  type QueryView,
  stateOfPage,
} from '../lookup/shared-state.js';
import { areas, clearStored, namesIn, prefix, withArea } from '../lookup/storage.js';
import {
  conditions,
  conditionsMatch,
  impossibleCondition,
  prefixedValue,
  type Visitor,
} from '../model/conditions.js';
import { countryCode } from '../model/country.js';
import { unknownCountryIn } from '../model/country-facts.js';
import type { CountryGroups } from '../model/groups.js';
import { fieldValue, parseObject, shownValue, toText } from '../model/json.js';
import { idle, noService, snapshotOf } from '../model/snapshot.js';
import type { LookupName, Snapshot } from '../model/types.js';
import { signalsOf } from '../personal/matches.js';
import { writeCookie } from '../personal/override.js';
import { pageGroups } from '../personal/page-groups.js';
import { readCookie } from '../personal/page-override.js';
import { shownSnapshot } from '../personal/personalise.js';
import { conditionProblem } from './condition-problem.js';

/** One lookup, as the page shows it. */
export interface LookupReport {
  readonly lookup: LookupName;
  readonly snapshot: Snapshot<object>;
  /** Where the data comes from, in words: first the data's own source, then what is merged over the data. */
  readonly sources: readonly string[];
  /** The end of the data's freshness, in milliseconds since 1970. `undefined`: the data lasts as long as the page. */
  readonly freshUntil: number | undefined;
  /** The name of its stored record, which tells lookups of the same kind apart. */
  readonly name?: string;
}

/** A condition of a case, and what it is compared with. */
interface ConditionReport {
  readonly written: string;
  readonly isMet: boolean;
  /** The visitor's value. Empty if it is unknown. */
  readonly value: string;
}

interface Case {
  readonly isShown: boolean;
  readonly tried: readonly ConditionReport[];
  /** What is wrong with the conditions, in a sentence. */
  readonly problem: string | undefined;
}

export interface SwitchReport {
  readonly element: Element;
  readonly cases: readonly Case[];
  /** The name of a required field in hidden content. The browser validates it, and nobody can fill it in. */
  readonly stuckField: string | undefined;
}

/** The page's state, which all copies of the package share. */
export const state = stateOfPage();

/** The page, as `shownSnapshot` needs it. */
export const page: PageContext = {
  state,
  get settings() {
    return lookupSettings(state.settings, noOwnSettings).values;
  },
  notify: () => notifyListeners(state),
};

/** Why no lookup is known, in a sentence. */
export function reasonForNothing(): string {
  if (isSkipped(page.settings)) return 'No lookup: the visitor is a crawler (skipBots).';
  const { missing, mistake } = lookupSettings(state.settings, noOwnSettings);
  const error = (mistake ?? missing)?.error;
  if (error) return error.message;
  return hasConsent(state) ? 'Nothing on this page has looked up the visitor.' : 'No lookup before consent.';
}

/** The queries of all copies of the package. */
export const queriesOfPage = (): QueryView[] =>
  [...(state.queries ?? [])].flatMap((copy) => [...copy.values()]);

/** All lookups of the page with data, an error or a request under way. */
export function lookupsOfPage(): LookupReport[] {
  // A simulated visitor replaces the real one, of whom queries may know something.
  const known = state.simulation?.isAlone ? [] : queriesOfPage().map(knownOf);
  // Without a service, or a request, there is no query: only what came with the page, a guess or a simulated visitor.
  if (!known.some(({ lookup }) => lookup === 'ip')) known.push(withoutQuery());
  return known
    .filter(({ snapshot: { data, error, pending } }) => data || error || pending)
    .sort((a, b) => lookupNames.indexOf(a.lookup) - lookupNames.indexOf(b.lookup));
}

function withoutQuery(): LookupReport {
  const { initialData, simulation } = state;
  const { baseUrl, service } = page.settings;
  const spec = { lookup: 'ip', settings: noOwnSettings } as const;
  const isReal = hasConsent(state) && !simulation?.isAlone && !isSkipped(page.settings);
  if (isReal && initialData) return reportOf(spec, snapshotOf(initialData), initialSource());
  return reportOf(spec, isReal && !baseUrl && !service ? noService : idle);
}

function knownOf(query: QueryView): LookupReport {
  const { settings } = page;
  const { lookup, href, name } = query.request;
  const snapshot = query.snapshot({ settings });
  const { data, updatedAt } = snapshot;
  const source = !data
    ? undefined
    : state.initialData?.data === data
      ? initialSource()
      : query.isStored
        ? 'storage'
        : 'service';
  const spec = { lookup, settings: { params: new URL(href).search } };
  const freshUntil = settings.maxAge && updatedAt && updatedAt + settings.maxAge * 1000;
  return { ...reportOf(spec, snapshot, source, freshUntil), name };
}

/** Data of the page's own header never has an IP address. */
function initialSource(): 'header' | 'page' {
  const [entry]: Partial<PerformanceNavigationTiming>[] = performance.getEntriesByType('navigation');
  const isInHeader = entry?.serverTiming?.some(({ name }) => name === 'visitor');
  return isInHeader && !fieldValue(state.initialData?.data, 'ip') ? 'header' : 'page';
}

/** What the page shows of a lookup. */
function reportOf(
  spec: LookupSpec & { readonly lookup: LookupName },
  known: Snapshot<object>,
  source?: string,
  freshUntil?: number,
): LookupReport {
  // Not `overrideOf`: its listeners would stay after the panel is removed.
  const { override, simulation } = state;
  const snapshot = shownSnapshot(known, spec, page, () => override);
  const { guessed, overridden } = snapshot;
  const sources = [
    source ?? (guessed && 'guess'),
    overridden && simulation?.data && hasConsent(state) && 'simulation',
    overridden && override && `override (${page.settings.overrideCookie ? 'cookie' : 'storage'})`,
  ].filter((name): name is string => Boolean(name));
  return { lookup: spec.lookup, snapshot, sources, freshUntil };
}

/** The visitor that conditions compare: what is known, and the browser's signals. */
const visitorOf = (data: unknown): Visitor => ({ data, signals: signalsOf(page) });

/** The visitor's address, and what conditions know of the visitor, by the name of the condition. */
export function valuesOf(data: unknown): (readonly [name: string, value: string])[] {
  const visitor = visitorOf(data);
  return [{ name: 'ip', path: 'ip' }, ...conditions]
    .map((condition) => [condition.name, shownValue(prefixedValue(visitor, condition))] as const)
    .filter(([, value]) => value);
}

/** The code in data that is no country's. Empty if there is none. */
export function unknownCountryOf(data: unknown): string {
  const code = toText(fieldValue(data, 'country_code'));
  return shownValue(unknownCountryIn(data) || (countryCode(code) ? '' : code));
}

/** What the package stored for this origin. */
interface StoredItem {
  readonly area: 'session' | 'local' | 'cookie';
  readonly name: string;
  readonly text: string;
  /** In milliseconds since 1970. `NaN`: no end. */
  readonly expiresAt: number;
}

/** What outlives the page: records, the visitor's override, and the cookie. */
export function storedByPage(): StoredItem[] {
  const items = areas.flatMap((area) =>
    namesIn(area)?.map((name): StoredItem => {
      const text = withArea(area, (storage) => storage.getItem(prefix + name)) ?? '';
      return { area, name, text, expiresAt: Number(parseObject(text)?.expiresAt) };
    }),
  );
  const name = page.settings.overrideCookie;
  const text = name && readCookie(name);
  const cookie = text && { area: 'cookie', name, text, expiresAt: Number.NaN };
  return [...items, cookie].filter((item): item is StoredItem => Boolean(item));
}

/** Removes what is stored, and the visitor's override. Data that the page has already stays until the page ends. */
export function forgetStored(): void {
  writeCookie(page.settings.overrideCookie, '');
  clearStored();
  forgetOverride(state);
  // The attributes on `<html>` are stored once more without the override, so clear storage after that.
  page.notify();
  clearStored();
  page.notify();
}

/** All switches of the page, also in open shadow roots. */
export function switchesOfPage(): SwitchReport[] {
  const groups = pageGroups(page);
  return switchesIn(documentProperty('documentElement')).map((element) => {
    const visitor = visitorOf((element as { data?: unknown }).data);
    const cases = casesOf(element).map((template) => caseReport(template, visitor, groups));
    return { element, cases, stuckField: stuckFieldIn(element) };
  });
}

function stuckFieldIn(element: Element): string | undefined {
  const cases = casesOf(element);
  const shown = cases.find(({ slot }) => slot === caseSlot);
  const isHidden = (control: Element) =>
    shown ? !shown.contains(control) : cases.some((template) => template.contains(control));
  return [...element.querySelectorAll<HTMLInputElement>('[required]')].find(
    (control) => control.willValidate && control.form && !element.contains(control.form) && isHidden(control),
  )?.name;
}

function caseReport(template: HTMLTemplateElement, visitor: Visitor, groups: CountryGroups): Case {
  const all = dataAttributes(template);
  const written = Object.entries(all)
    .filter(([name]) => name !== 'value' || !('field' in all))
    .map(([name, list]) => ({ [name]: list, ...(name === 'field' && { value: all.value ?? '' }) }))
    // Frameworks and tests have attributes of their own, such as `data-testid`.
    .filter((condition) => impossibleCondition(condition, groups, 'data-')?.name !== '');
  const tried = written.map((condition): ConditionReport => {
    const [name = '', path = ''] = Object.entries(condition)[0] ?? [];
    return {
      written: Object.entries(condition)
        .map(([attribute, text]) => `data-${attribute}="${text}"`)
        .join(' '),
      isMet: conditionsMatch(visitor, condition, groups, 'data-'),
      value: shownValue(
        prefixedValue(visitor, conditions.find((row) => row.name === name) ?? { name, path }),
      ),
    };
  });
  return {
    isShown: template.slot === caseSlot,
    tried,
    problem: conditionProblem(all, groups),
  };
}

/** What the page's author should know: wrong conditions, and hidden required fields. */
export const problemsOf = ({ cases, stuckField }: SwitchReport): number =>
  cases.filter(({ problem }) => problem).length + (stuckField === undefined ? 0 : 1);

/** The switches in a tree, also in its open shadow roots. */
const switchesIn = (root: ParentNode | null | undefined): Element[] =>
  [...(root?.querySelectorAll('*') ?? [])].flatMap((element) => [
    ...(element.localName === 'visitor-switch' ? [element] : []),
    ...switchesIn(element.shadowRoot),
  ]);
