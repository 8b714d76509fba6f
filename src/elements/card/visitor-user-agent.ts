import type { PropertyDeclarations } from 'lit';
import { VisitorCard } from './visitor-card.js';

/** The visitor's browser as a card: the origin User-Agent lookup. */
export class VisitorUserAgent extends VisitorCard<'user-agent'> {
  static override readonly tag = 'visitor-user-agent';

  static override properties: PropertyDeclarations = { ua: {} };

  /** The User-Agent to parse. Default: the visitor's own. */
  declare ua: string | undefined;

  protected override readonly lookup = 'user-agent';
  protected override readonly titles = ['name version_major', 'os.name os.version'];
  protected override readonly subtitle = 'os.name os.version|device.type';
  protected override readonly rows = [
    'version',
    'engine.name engine.version_major',
    'device.name|device.brand',
    'type',
  ];
  protected override readonly icon = 'browser';
  protected override readonly scope = 'user_agent.';
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-user-agent': VisitorUserAgent;
  }
}
