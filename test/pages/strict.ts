import '../../src/define.js';
import * as library from '../../src/index.js';

/** Violations of the page's content security policy. */
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  violations.push(`${violatedDirective}: ${blockedURI} ${sample}`),
);
Object.assign(globalThis, { violations, library });

const baseUrl = new URLSearchParams(location.search).get('base-url') ?? undefined;
library.configure({ baseUrl, apiKey: 'demo-open', flagsUrl: '/flags/' });
