import Bowser from 'bowser';
import { isbot } from 'isbot';
import type { UserAgentData } from '../../src/model/types.js';

/**
 * The User-Agent data of a User-Agent string; null for a caller without one. An unknown client has the name of the
 * first product in its string (`curl/8.5.0`).
 */
export function toUserAgentData(header: string | null): UserAgentData {
  const { browser, engine, os, platform } = Bowser.parse(header || ' ');
  const [, product, productVersion] = /^([\w.-]+)\/([\w.-]+)/.exec(header ?? '') ?? [];
  const name = browser.name || product || null;
  const version = browser.version || (browser.name ? null : productVersion) || null;
  const robot = header ? isbot(header) : false;
  const device = platform.type ?? null;
  return {
    header,
    name,
    type: robot ? 'robot' : browser.name ? 'browser' : null,
    version,
    version_major: major(version),
    device: { brand: platform.vendor ?? null, name: platform.model ?? null, type: device },
    engine: {
      name: engine.name ?? null,
      type: engine.name ? 'browser' : null,
      version: engine.version ?? null,
      version_major: major(engine.version),
    },
    os: {
      name: os.name ?? null,
      type: os.name ? device : null,
      version: (os.name === 'Windows' ? os.versionName : os.version) ?? null,
    },
  };
}

function major(version: string | null | undefined): string | null {
  return version?.split('.')[0] || null;
}
