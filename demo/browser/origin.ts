/** Where the code that a page shows takes the library and its answers from, and what its placeholders are. */
export interface Origin {
  /** The library's script tag. */
  script: string;
  /** By language: the script tag of the cards' words. */
  labels: Readonly<Record<string, string>>;
  /** The address of a lookup service, and a key. */
  service: string;
  key: string;
  /** Whether these are a development server's own, which work as they are. */
  isServer: boolean;
  /** The README's code for a server, by where answers come from. */
  servers: Readonly<Record<string, string>>;
}

/** The library's script tag with these settings in place of its own. */
export function scriptTag({ script }: Origin, settings: Readonly<Record<string, string>>): string {
  const data = Object.entries(settings).map(([name, value]) => `data-${name}="${quoted(value)}"`);
  const [open = ''] = script.replaceAll(/\s+data-[\w-]+="[^"]*"/g, '').split('>');
  return `${open}\n  ${data.join(' ')}></script>`;
}

const quoted = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
