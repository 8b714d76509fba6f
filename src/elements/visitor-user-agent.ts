import type { PropertyDeclarations } from 'lit';
import type { Ask } from './snapshot-controller.js';
import { VisitorCard } from './visitor-card.js';

/** The visitor's browser, as a card: the origin User-Agent lookup. */
export class VisitorUserAgent extends VisitorCard<'user-agent'> {
  static override readonly tag = 'visitor-user-agent';

  static override properties: PropertyDeclarations = { ua: {} };

  /** The User-Agent to parse. Default: the visitor's own. */
  declare ua: string | undefined;

  protected override readonly lookup = 'user-agent';
  protected override readonly rows = 5;
  protected override readonly known = {
    name: 'Browser',
    version: 'Version',
    'os.name': 'System',
    'os.version': 'System version',
    'device.type': 'Device',
    'device.brand': 'Brand',
    'engine.name': 'Engine',
  };

  protected override ask(): Ask {
    return { ...super.ask(), ua: this.ua };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-user-agent': VisitorUserAgent;
  }
}
