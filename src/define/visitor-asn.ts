import { VisitorAsn } from '../elements/card/visitor-asn.js';

VisitorAsn.define();

export { VisitorAsn };
