import { RelayError } from '../../src/relay/errors.js';
import { type FieldFilter, parseFields, pickFields } from '../../src/relay/http/fields.js';
import type { Accounts } from './accounts.js';
import { type Batch, type Call, endpointOf } from './endpoints.js';
import { quoteInput, ServiceError } from './errors.js';
import { toXml, wantsXml } from './format.js';

/** Handles a request: checks the key, then the input, then the credits, and then looks up. */
export async function respondTo(call: Call, path: string[], accounts: Accounts): Promise<Response> {
  const [segment = ''] = path;
  let headers: Record<string, string> = {};
  try {
    if (path.length > 1) throw new ServiceError('NOT_FOUND', quoteInput(`/${path.join('/')}`));
    const endpoint = endpointOf(call.request.method, segment);
    const admission = accounts.admit(call.request, call.caller, call.now);
    headers = admission.headers;
    const xml = wantsXml(call.request);
    const filter = filterOf(call.query.get('fields') ?? '');
    const job = await endpoint(call, segment);
    admission.require(job.credits);
    const data = withFields(job.run(), filter);
    admission.spend(job.credits);
    return write(xml, 'results' in data ? 'results' : 'result', data, 200, headers);
  } catch (error) {
    return respondWithError(call.request, error, headers);
  }
}

/**
 * Writes an error as a response. An error that isn't a {@link ServiceError} is logged, and its response has no details.
 */
export function respondWithError(
  request: Request,
  error: unknown,
  headers: Record<string, string> = {},
): Response {
  const known = error instanceof ServiceError ? error : new ServiceError('INTERNAL');
  if (known !== error && !request.signal.aborted) console.error(error);
  return write(prefersXml(request), 'error', known.body, known.status, { ...headers, ...known.headers });
}

function prefersXml(request: Request): boolean {
  try {
    return wantsXml(request);
  } catch {
    return false;
  }
}

function write(
  xml: boolean,
  root: string,
  data: object,
  status: number,
  headers: Record<string, string>,
): Response {
  const rest = {
    ...headers,
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept',
    'X-Content-Type-Options': 'nosniff',
  };
  if (!xml) return Response.json(data, { status, headers: rest });
  const document = toXml(root, 'results' in data ? data.results : data);
  return new Response(document, {
    status,
    headers: { ...rest, 'Content-Type': 'application/xml; charset=utf-8' },
  });
}

/** Parses the parameter `fields`. @throws INVALID_FILTER_SYNTAX */
function filterOf(fields: string): FieldFilter | undefined {
  try {
    return parseFields(fields);
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    throw new ServiceError('INVALID_FILTER_SYNTAX', error.details.found);
  }
}

function withFields(answer: object | Batch, filter: FieldFilter | undefined): object {
  if (!Array.isArray(answer)) return pickFields(answer, filter);
  return {
    results: answer.map((entry) => ('data' in entry ? pickFields(entry.data, filter) : entry.error)),
  };
}
