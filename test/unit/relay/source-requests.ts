import { createRelay, type RelayOptions } from '../../../src/relay/index.js';
import type { Source } from '../../../src/relay/options.js';
import { VISITOR } from '../../support/relay.js';

export const V6 = '2001:4860:4860::8888';

/** A relay's response to a request with these headers. */
export async function answer<Context>(
  options: RelayOptions<Context>,
  sent: Record<string, string> = {},
  context?: Context,
  path = '',
) {
  const request = new Request(`https://site.example/origin/${path}`, { headers: sent });
  return (await createRelay(options)(request, context)).json();
}

/** What a data source itself returns, before the relay adds anything. */
export const found = (source: Source, sent: Record<string, string> = {}, address: string | null = VISITOR) =>
  source.ip(
    address as string,
    new Request('https://site.example/', { headers: sent }),
    undefined,
  ) as unknown as Promise<Record<string, unknown>>;
