import { VisitorAsn } from '../elements/visitor-asn.js';

VisitorAsn.define();

export { VisitorAsn };
