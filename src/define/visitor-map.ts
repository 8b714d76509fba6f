import { VisitorMap } from '../elements/map/visitor-map.js';

VisitorMap.define();

export { VisitorMap };
