import { VisitorValue } from '../elements/value/visitor-value.js';

VisitorValue.define();

export { VisitorValue };
