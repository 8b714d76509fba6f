import { VisitorUserAgent } from '../elements/visitor-user-agent.js';

VisitorUserAgent.define();

export { VisitorUserAgent };
