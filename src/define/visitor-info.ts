import { VisitorInfo } from '../elements/visitor-info.js';

VisitorInfo.define();

export { VisitorInfo };
