import { configureFromScript } from './settings.js';

const script = document.currentScript;
if (script instanceof HTMLScriptElement) configureFromScript(script);
