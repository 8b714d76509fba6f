import { ofDocument, page, report } from './lookup/internal.js';
import { configureFromScript } from './settings.js';

declare const __VERSION__: string;

ownTags().forEach(configureFromScript);
if (page.head !== undefined && page.head !== __VERSION__)
  report(
    `visitor-head.min.js has version ${page.head} and visitor-elements.min.js ${__VERSION__}: take both from one.`,
  );

/**
 * The tags that brought this script. A module isn't told of its own, and runs once for all that name its file; under
 * another name it can't tell its tag from a stranger's.
 */
function ownTags(): HTMLScriptElement[] {
  const script = ofDocument('currentScript');
  if (script instanceof HTMLScriptElement) return [script];
  const modules = [...(ofDocument('scripts') ?? [])].filter(({ type }) => type.toLowerCase() === 'module');
  const own = modules.filter(({ src }) => src.includes('/visitor-elements.min.js'));
  if (!own.length && modules.some(({ dataset }) => dataset.baseUrl))
    report(
      'A module can’t see its own tag, and none names visitor-elements.min.js: leave out type="module", or call visitorElements.configure().',
    );
  return own;
}
