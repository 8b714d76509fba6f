import { VisitorCountrySelect } from '../elements/select/visitor-country-select.js';

VisitorCountrySelect.define();

export { VisitorCountrySelect };
