import { createHash } from 'node:crypto';

/** What a page does elsewhere, and only when its reader says so. */
export interface Elsewhere {
  /** Where a form of it is sent. */
  sendsTo?: readonly string[];
  /** Whom its scripts may ask. */
  asks?: readonly string[];
}

/**
 * The Content-Security-Policy of a page: what it loads is the site's own, and of the scripts in it only those run that it
 * was made with, recipes' own in templates included.
 */
export function policyOf(html: string, { sendsTo = [], asks = [] }: Elsewhere = {}): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return Object.entries({
    'default-src': "'none'",
    'script-src': ["'self'", ...inline].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...asks].join(' '),
    'frame-src': "'self'",
    'form-action': ["'self'", ...sendsTo].join(' '),
    'base-uri': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
