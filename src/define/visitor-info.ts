import { VisitorInfo } from '../elements/card/visitor-info.js';

VisitorInfo.define();

export { VisitorInfo };
