import { VisitorSwitch } from '../elements/visitor-switch.js';

VisitorSwitch.define();

export { VisitorSwitch };
