import { inQuotes } from './markup.js';

/** The URLs that code on a page uses for the library and the service, and which of them are placeholders. */
export interface CodeUrls {
  /** The folder of the library's files. */
  dist: string;
  /** The lookup service's URL, and a key. */
  service: string;
  key: string;
  /** The hashes of published files. */
  integrity: Readonly<Record<string, string>>;
  /** Whether these URLs belong to a development server and so work unchanged. */
  isServer: boolean;
  /** The code for a server from `docs/server.md` and `docs/edge.md`, by kind of server. */
  servers: Readonly<Record<string, string>>;
}

/**
 * The tag of one of the library's scripts, with an attribute a line.
 *
 * @param settings Values by name.
 * @param load `defer` if scripts of the page use the library.
 */
export function scriptTag(
  { dist, integrity }: CodeUrls,
  settings: Readonly<Record<string, string>> = {},
  { file = 'visitor-elements.min.js', load = 'async' } = {},
): string {
  const hash = integrity[file];
  const attributes = [
    ...(hash ? [`integrity="${hash}"`, 'crossorigin="anonymous"'] : []),
    ...Object.entries(settings).map(([name, value]) => inQuotes(`data-${name}`, value)),
  ];
  return `${[`<script ${load} src="${dist}${file}"`, ...attributes].join('\n  ')}></script>`;
}
