import '../../src/define.js';
import { configure } from '../../src/index.js';

/** What the page's policy forbade. */
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  violations.push(`${violatedDirective}: ${blockedURI} ${sample}`),
);
Object.assign(globalThis, { violations });

const baseUrl = new URLSearchParams(location.search).get('base-url') ?? undefined;
configure({ baseUrl, apiKey: 'demo-open', flagsUrl: '/flags/' });
