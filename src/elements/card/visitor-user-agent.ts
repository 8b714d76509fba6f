import type { PropertyDeclarations } from 'lit';
import { VisitorCard } from './visitor-card.js';

/** The visitor's browser as a card: the origin User-Agent lookup. */
export class VisitorUserAgent extends VisitorCard<'user-agent'> {
  static override readonly tag = 'visitor-user-agent';

  static override properties: PropertyDeclarations = { ua: {} };

  /** The User-Agent to parse. Default: the visitor's own. */
  declare ua: string | undefined;

  protected override readonly lookup = 'user-agent';
  protected override readonly defaults = {
    titles: ['name version_major', 'os.name os.version'],
    subtitle: 'os.name os.version|device.type',
    rows: ['version', 'engine.name engine.version_major', 'device.name|device.brand', 'type'],
    icon: 'browser',
    scope: 'user_agent.',
  } as const;
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-user-agent': VisitorUserAgent;
  }
}
