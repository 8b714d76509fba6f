import { Visitor } from './visitor';

/** Rendered once, when the application is built. */
export default Visitor;
