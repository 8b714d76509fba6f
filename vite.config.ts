export { siteConfig as default } from './demo/site/plugin.js';
