/** The URLs that code on a page uses for the library and the service, and which of them are placeholders. */
export interface CodeUrls {
  /** The library's script tag. */
  script: string;
  /** Script tags of label files, by language. */
  labels: Readonly<Record<string, string>>;
  /** The lookup service's URL, and a key. */
  service: string;
  key: string;
  /** Whether these URLs belong to a development server and so work unchanged. */
  isServer: boolean;
  /** The code for a server from `docs/server.md` and `docs/edge.md`, by kind of server. */
  servers: Readonly<Record<string, string>>;
}

/** A tag with one attribute a line, so that no line is wrapped inside a value. */
export const stacked = (tag: string): string => tag.replaceAll(/\s+(?=[\w-]+=")/g, '\n  ');

/** The library's script tag with these settings. */
export function scriptTag({ script }: CodeUrls, settings: Readonly<Record<string, string>>): string {
  const data = Object.entries(settings).map(([name, value]) => `data-${name}="${quoted(value)}"`);
  const [open = ''] = script.replaceAll(/\s+data-[\w-]+="[^"]*"/g, '').split('>');
  return stacked(`${[open, ...data].join(' ')}></script>`);
}

const quoted = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
