/** Whether a host can be part of a URL: a name or IP address, with or without a port. */
export const isHost = (host: string): boolean =>
  /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}/`);

/** A host without its port, in lower case. */
export const hostName = (host = ''): string => host.toLowerCase().replace(/:\d*$/, '');

/**
 * Whether a page's host is the requested host in any spelling: `WWW.Example.com:443` is `www.example.com`. Schemes
 * aren't compared, because behind a proxy that terminates TLS, the relay doesn't know its own.
 */
export function isSameHost({ protocol, host }: URL, requested = ''): boolean {
  const url = `${protocol}//${requested}/`;
  return (
    host === requested || (/^[^/?#@\\]+$/.test(requested) && URL.canParse(url) && new URL(url).host === host)
  );
}
