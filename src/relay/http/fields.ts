import { isObject } from '../../model/json.js';
import { REASONS, RelayError } from '../errors.js';

/**
 * The meaning of the parameter `fields`, which narrows data objects.
 *
 * - `a.b` and `a[b,c]` select inside a field, and can be nested. `**` selects everything.
 * - `-x` removes from what is selected, or from everything if nothing is.
 * - The wider of two paths wins. Spaces are ignored.
 * - A path also applies to the items of arrays. It is at most ten fields deep.
 */
export interface FieldFilter {
  selected: Tree;
  excluded: Tree;
}

/** The fields inside a field, by name; `ALL` for the whole field. */
type Tree = typeof ALL | Map<string, Tree>;
const ALL = 'all';

/** The deepest path allowed, with dots and brackets. Data has about six levels. The limit bounds the recursion. */
const MAX_NAMES = 10;

/** Unbalanced or empty brackets, a field without a name, or too deep a path. */
const malformed = (found: string) => new RelayError(REASONS.malformedFields, { found });

interface Path {
  names: readonly string[];
  excluded: boolean;
}

/** Returns `undefined` for all fields. Throws a `RelayError`. */
export function parseFields(text: string): FieldFilter | undefined {
  const tokens = text.replace(/\s/g, '').match(/[[\],]|[^[\],]+/g) ?? [];
  tokens.reverse(); // Reversed, because removing the last token takes the same time however many there are.
  const paths = readList(tokens, { names: [], excluded: false });
  if (tokens.length > 0) throw malformed(`unexpected '${tokens.at(-1)}'`);
  if (paths.length === 0) return undefined;
  const tree = (of: Path[]) => of.reduce<Tree>((whole, { names }) => add(whole, names, 0), new Map());
  const excluded = paths.filter((path) => path.excluded);
  const selected = paths.filter((path) => !path.excluded);
  return { selected: selected.length > 0 ? tree(selected) : ALL, excluded: tree(excluded) };
}

/** Reads paths inside of a field up to a closing bracket or the end, and removes their tokens, which are in reverse order. */
function readList(tokens: string[], outer: Path): Path[] {
  const paths: Path[] = [];
  while (tokens.length > 0 && tokens.at(-1) !== ']') {
    if (tokens.at(-1) !== ',') paths.push(...readPath(tokens, outer));
    if (tokens.length > 0 && tokens.at(-1) !== ']' && tokens.pop() !== ',') throw malformed("missing ','");
  }
  return paths;
}

function readPath(tokens: string[], outer: Path): Path[] {
  const text = tokens.pop() ?? '';
  const isExclusion = text.startsWith('-');
  const own = text.slice(isExclusion ? 1 : 0).split('.');
  if (own.includes('') || text === '[') throw malformed(`a field without a name in '${text}'`);
  if (isExclusion && outer.excluded) throw malformed("'-' inside an excluded field");
  const path: Path = { names: [...outer.names, ...own], excluded: isExclusion || outer.excluded };
  if (path.names.length > MAX_NAMES) throw malformed(`a path goes at most ${MAX_NAMES} fields deep`);
  if (tokens.at(-1) !== '[') return [path];
  tokens.pop();
  const inner = readList(tokens, path);
  if (tokens.pop() !== ']') throw malformed("missing ']'");
  if (inner.length === 0) throw malformed("nothing between '[' and ']'");
  // If the brackets contain only exclusions, the rest of the field is selected.
  const isWhole = !path.excluded && inner.every(({ excluded }) => excluded);
  return isWhole ? [path, ...inner] : inner;
}

/** Adds a path to a tree, from its name at `depth` on. */
function add(tree: Tree, names: readonly string[], depth: number): Tree {
  const name = names[depth];
  if (tree === ALL || name === undefined || name === '**') return ALL;
  return tree.set(name, add(tree.get(name) ?? new Map(), names, depth + 1));
}

export function includesField(filter: FieldFilter | undefined, name: string): boolean {
  if (!filter) return true;
  const { selected, excluded } = filter;
  return below(excluded, name) !== ALL && below(selected, name) !== undefined;
}
export function pickFields(data: object, filter: FieldFilter | undefined): object {
  return filter ? Object(pick(data, filter.selected, filter.excluded)) : data;
}

/** The selected part of a value. `undefined` for a value without fields if some are selected. */
function pick(value: unknown, selected: Tree, excluded: Tree | undefined): unknown {
  if (selected === ALL && !excluded) return value;
  if (Array.isArray(value))
    return value.map((item) => pick(item, selected, excluded)).filter((item) => item !== undefined);
  if (!isObject(value)) return selected === ALL ? value : undefined;
  const members = Object.entries(value).map(([name, member]) => {
    const [inside, without] = [below(selected, name), below(excluded, name)];
    return [name, inside && without !== ALL ? pick(member, inside, without) : undefined] as const;
  });
  return Object.fromEntries(members.filter(([, picked]) => picked !== undefined));
}

const below = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree === ALL ? ALL : tree?.get(name);
