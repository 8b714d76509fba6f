import { ofDocument } from './lookup/internal.js';
import { configureFromScript } from './settings.js';

const script = ofDocument('currentScript');
if (script instanceof HTMLScriptElement) configureFromScript(script);
