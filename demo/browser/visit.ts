import { type SiteFault, siteFaults } from '../visitors/faults.js';
import { firstVisitor, type SimulatedVisitor, simulatedVisitors } from '../visitors/visitors.js';
import { previewAttribute } from './preview.js';

/** One document's simulated visit, from its URL, its frame or the frame's name: `?as=gb&fault=refused`. */
export interface Visit {
  /** A name of {@link simulatedVisitors}. */
  as: string;
  /** A name of {@link siteFaults}; empty for none. */
  fault: string;
  /** The document's requests so far. */
  cost: { requests: number; preflights: number; credits: number };
  /** Called when the cost has changed. */
  changed(): void;
  /** The global `fetch`, which sends lookups as the visitor. */
  fetch: typeof fetch;
}

declare global {
  /** In previews and recipes: the current visit. */
  var visit: Visit;
}

const find = <T>(table: Record<string, T>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Sends lookups at `base` as the visitor's, or fails them as the fault says. */
export function beginVisit(base: string, send: typeof fetch): Visit {
  // A frame keeps its name when it navigates, and so its visitor.
  const wanted = new URLSearchParams(
    location.search || window.frameElement?.getAttribute(previewAttribute) || window.name,
  );
  const cost = { requests: 0, preflights: 0, credits: 0 };
  const self: Visit = {
    as: wanted.get('as') ?? firstVisitor,
    fault: wanted.get('fault') ?? '',
    cost,
    changed() {},
    async fetch(input, init) {
      const request = new Request(input, init);
      if (!request.url.startsWith(base)) return send(input, init);
      cost.requests++;
      if (request.headers.has('authorization')) cost.preflights++;
      self.changed();
      const { path } = find<SimulatedVisitor>(simulatedVisitors, self.as) ?? simulatedVisitors[firstVisitor];
      const fault = find<SiteFault>(siteFaults, self.fault);
      const prefixes = fault ? `${path.startsWith('from/') ? path : ''}fault/${fault.name}/` : path;
      const response = await send(`${base}${prefixes}${request.url.slice(base.length)}`, init);
      cost.credits += Number(response.headers.get('Ipregistry-Credits-Consumed'));
      self.changed();
      return response;
    },
  };
  return self;
}
