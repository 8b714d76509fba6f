/** One HTTP request, as it leaves and as it comes back. */
import { ofDocument } from './document.js';
import type { Question } from './question.js';

/** A lookup under way, as plain data, so that one script can take it over from another. */
export interface Sent extends Pick<Question, 'address' | 'auth' | 'apiKey'> {
  /** What was asked for, with the key where it travels there. */
  readonly href: string;
  /** When it was sent, in milliseconds since 1970, and how many milliseconds it may take. */
  readonly at: number;
  readonly timeout: number;
  /** Ends when the time is up. */
  readonly late: AbortSignal;
  readonly response: Promise<{ status: number; retryAfter: string | null; body: Promise<ArrayBuffer> }>;
}

/**
 * Sends a lookup.
 *
 * @param timeout Milliseconds.
 * @param anew An answer that a line in the page's head asked for in advance is not taken.
 */
export function send({ address, auth, apiKey }: Question, timeout: number, anew: boolean): Sent {
  const url = new URL(address);
  if (auth === 'query') url.search = `key=${encodeURIComponent(apiKey)}${url.search.replace('?', '&')}`;
  const { href } = url;
  const late = AbortSignal.timeout(Math.ceil(timeout));
  // What stands in for `fetch` may not heed the signal.
  const over = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(late.reason));
  });
  const receive = async () => {
    const response = await fetch(href, {
      headers: auth === 'header' ? { authorization: `ApiKey ${apiKey}` } : {},
      // What the browser's own cache kept would outlive consent.
      cache: anew || !preloaded().includes(href) ? 'no-store' : 'default',
      signal: late,
    });
    const body = Promise.race([response.arrayBuffer(), over]);
    // Whoever reads it hears of its failure; perhaps nobody does.
    body.catch(() => undefined);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  };
  return {
    address,
    auth,
    apiKey,
    href,
    at: Date.now(),
    timeout,
    late,
    response: Promise.race([receive(), over]),
  };
}

/** What lines in the page's head ask for before any script runs. */
export function preloaded(): string[] {
  const links = ofDocument('querySelectorAll')?.('link[rel~=preload][as=fetch]') ?? [];
  // In a drawing, `<link>` is an element without an address.
  return Array.from(links as Iterable<Partial<HTMLLinkElement>>, ({ href }) => href ?? '');
}
