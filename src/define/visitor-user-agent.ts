import { VisitorUserAgent } from '../elements/card/visitor-user-agent.js';

VisitorUserAgent.define();

export { VisitorUserAgent };
