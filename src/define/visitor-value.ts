import { VisitorValue } from '../elements/visitor-value.js';

VisitorValue.define();

export { VisitorValue };
