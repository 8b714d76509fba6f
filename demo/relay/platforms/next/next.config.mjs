/**
 * As create-next-app 16 sets it. Next.js redirects `/origin/` to `/origin` by default: each lookup would be two HTTP requests. The
 * price of skipping that: `/about/` and `/about` both answer.
 */
export default { cacheComponents: true, skipTrailingSlashRedirect: true };
