import { VisitorCountrySelect } from '../elements/visitor-country-select.js';

VisitorCountrySelect.define();

export { VisitorCountrySelect };
