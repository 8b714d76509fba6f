import { createHash } from 'node:crypto';

/** Other origins that a page uses, after an action of the reader. */
export interface OtherOrigins {
  /** Targets of its forms. */
  formTargets?: readonly string[];
  /** Targets of its requests. */
  requestTargets?: readonly string[];
}

/**
 * A page's Content-Security-Policy: only the site's own resources, and only those inline scripts that the page was
 * generated with, including scripts of recipes in templates.
 */
export function policyOf(html: string, { formTargets = [], requestTargets = [] }: OtherOrigins = {}): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return Object.entries({
    'default-src': "'none'",
    'script-src': ["'self'", ...inline].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...requestTargets].join(' '),
    'frame-src': "'self'",
    'form-action': ["'self'", ...formTargets].join(' '),
    'base-uri': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
