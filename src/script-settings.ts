import { ofDocument, page, report } from './lookup/internal.js';
import { configureFromScript } from './settings.js';

declare const __VERSION__: string;

const script = ofDocument('currentScript');
if (script instanceof HTMLScriptElement) configureFromScript(script);
if (page.head !== undefined && page.head !== __VERSION__)
  report(
    `visitor-head.min.js has version ${page.head} and visitor-elements.min.js ${__VERSION__}: take both from one.`,
  );
