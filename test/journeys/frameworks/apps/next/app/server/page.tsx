import { Visitor } from '../visitor';

/** Rendered for each request. */
export const dynamic = 'force-dynamic';
export default Visitor;
