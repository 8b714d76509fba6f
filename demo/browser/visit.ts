import { type SiteFault, siteFaults } from '../visitors/faults.js';
import { firstVisitor, type SimulatedVisitor, simulatedVisitors } from '../visitors/visitors.js';
import { previewAttribute } from './preview.js';

/** One document's simulated visit, from its URL, its frame or the frame's name: `?as=gb&fault=refused`. */
export interface Visit {
  /** A name of {@link simulatedVisitors}. */
  as: string;
  /** A name of {@link siteFaults}; empty for none. */
  fault: string;
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
  const sent = listRequests();
  const self: Visit = {
    as: wanted.get('as') ?? firstVisitor,
    fault: wanted.get('fault') ?? '',
    async fetch(input, init) {
      const request = new Request(input, init);
      if (!request.url.startsWith(base)) return send(input, init);
      const { path } = find<SimulatedVisitor>(simulatedVisitors, self.as) ?? simulatedVisitors[firstVisitor];
      const fault = find<SiteFault>(siteFaults, self.fault);
      const prefixes = fault ? `${path.startsWith('from/') ? path : ''}fault/${fault.name}/` : path;
      const startTime = performance.now();
      const entry: SentRequest = {
        name: request.url,
        initiatorType: 'fetch',
        startTime,
        duration: 0,
        responseStatus: 0,
      };
      sent.push(entry);
      const response = await send(`${base}${prefixes}${request.url.slice(base.length)}`, init);
      entry.duration = performance.now() - startTime;
      entry.responseStatus = response.status;
      return response;
    },
  };
  return self;
}

/** What the panel reads of a request. */
interface SentRequest {
  name: string;
  initiatorType: 'fetch';
  startTime: number;
  duration: number;
  responseStatus: number;
}

/**
 * A list of requests as the page sent them, which the panel reads with the browser's own list. That has their changed
 * URLs, and none of those that the static site answers itself.
 */
function listRequests(): SentRequest[] {
  const sent: SentRequest[] = [];
  const { getEntriesByType } = performance;
  performance.getEntriesByType = (type) => [
    ...getEntriesByType.call(performance, type),
    ...(type === 'resource' ? (sent as unknown as PerformanceEntry[]) : []),
  ];
  return sent;
}
