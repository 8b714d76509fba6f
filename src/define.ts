/** Registers every element. */
import './define/visitor-asn.js';
import './define/visitor-country-select.js';
import './define/visitor-info.js';
import './define/visitor-map.js';
import './define/visitor-switch.js';
import './define/visitor-user-agent.js';
import './define/visitor-value.js';
