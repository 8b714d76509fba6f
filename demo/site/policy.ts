import { createHash } from 'node:crypto';

/**
 * A page's Content-Security-Policy: only the site's own resources, and only those inline scripts that the page was
 * generated with, including scripts of recipes in templates.
 */
export function policyOf(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return Object.entries({
    'default-src': "'none'",
    'script-src': ["'self'", ...inline].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
