/** The queries of this copy of the package, one for each question. */

import { LATEST } from '../model/keep-latest.js';
import { Query } from './query.js';
import type { LookupRequest } from './request.js';
import type { CheckedSettings } from './settings.js';

const queries = new Map<string, Query>();

/** A copy of the list, which may change while it is walked through. */
export const allQueries = (): Query[] => [...queries.values()];

/** The query of a request, known or new. A new one is not in the list until it is retained. */
export function queryFor(request: LookupRequest, settings: CheckedSettings): Query {
  const query = queries.get(request.id) ?? new Query(request, settings);
  query.settings = settings;
  return query;
}

/** Puts a query at the end of the list, as the one used last. */
export function retain(query: Query): void {
  queries.delete(query.request.id);
  queries.set(query.request.id, query);
  dropOldest();
}

/** Removes an observer from a query. */
export function release(query: Query, observer: () => void): void {
  query.observers.delete(observer);
  dropOldest();
}

/** Keeps the latest of the queries that nobody observes, and drops the others. */
function dropOldest(): void {
  const unobserved = allQueries().filter(({ observers }) => !observers.size);
  for (const { request } of unobserved.slice(0, -LATEST)) queries.delete(request.id);
}

/** Forgets all queries; the outcome of requests under way is ignored. */
export function forgetQueries(): void {
  for (const query of allQueries()) query.cancel();
  queries.clear();
}
