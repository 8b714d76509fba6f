/** Next.js redirects `/origin/` to `/origin` by default: each lookup would be two HTTP requests. */
export default { skipTrailingSlashRedirect: true };
