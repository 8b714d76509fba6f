import { VisitorMap } from '../elements/visitor-map.js';

VisitorMap.define();

export { VisitorMap };
