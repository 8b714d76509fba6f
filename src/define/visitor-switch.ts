import { VisitorSwitch } from '../elements/switch/visitor-switch.js';

VisitorSwitch.define();

export { VisitorSwitch };
