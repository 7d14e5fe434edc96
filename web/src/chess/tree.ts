// A game as a tree of moves: the first child is the game itself, the others are variations.

export interface Node {
  uci: string;
  san: string;
  nags: number[];
  /** What is said before the move, where it begins a variation. */
  before?: string;
  comment: string;
  children: Node[];
}

export interface Tree {
  /** The start; undefined is the usual one. */
  fen?: string;
  comment: string;
  children: Node[];
  /** Name and value of each PGN tag. */
  tags?: [string, string][];
  /** How the game itself ended, where the board does not say. */
  over?: Ended;
}

/** How a game ended: the result as PGN has it, and why, where that is known. */
export interface Ended {
  result: string;
  reason: string;
}

/** Where in a tree: which child at each step. */
export type Path = number[];

/** A line of moves as PGN has it. */
export interface Line {
  comment: string;
  moves: Ply[];
}

interface Ply {
  uci: string;
  san: string;
  nags: number[];
  comment: string;
  variations: Line[];
}

export const emptyTree = (fen?: string): Tree => ({ fen, comment: '', children: [] });

/** The nodes along a path. */
export function nodesAlong(tree: Tree, path: Path): Node[] {
  const nodes: Node[] = [];
  let children = tree.children;
  for (const at of path) {
    const node = children[at];
    if (!node) break;
    nodes.push(node);
    children = node.children;
  }
  return nodes;
}

/** The path that follows the game itself from `path` to its end. */
export function toEnd(tree: Tree, path: Path): Path {
  const full = [...path];
  let children = nodesAlong(tree, path).at(-1)?.children ?? tree.children;
  while (children.length) {
    full.push(0);
    children = children[0].children;
  }
  return full;
}

/** The tree with a move added after `path` (unless it is there), and the path to it. */
export function add(tree: Tree, path: Path, move: { uci: string; san: string }): [Tree, Path] {
  const next = structuredClone(tree);
  const children = nodesAlong(next, path).at(-1)?.children ?? next.children;
  let at = children.findIndex((child) => child.uci === move.uci);
  if (at < 0) {
    at = children.push({ uci: move.uci, san: move.san, nags: [], comment: '', children: [] }) - 1;
    // A game that goes on has not ended.
    if (at === 0 && path.every((step) => step === 0)) delete next.over;
  }
  return [next, [...path, at]];
}

/** The tree without the node at `path` and all after it. */
export function prune(tree: Tree, path: Path): Tree {
  const next = structuredClone(tree);
  const parent = path.slice(0, -1);
  const children = nodesAlong(next, parent).at(-1)?.children ?? next.children;
  children.splice(path.at(-1)!, 1);
  if (path.every((step) => step === 0)) delete next.over;
  return next;
}

/** The tree with the variation at `path` made the game itself. */
export function promote(tree: Tree, path: Path): [Tree, Path] {
  const next = structuredClone(tree);
  let children = next.children;
  for (const at of path) {
    const [node] = children.splice(at, 1);
    // PGN has no place for words before a move of the game itself.
    if (node.before) node.comment = [node.before, node.comment].filter(Boolean).join(' ');
    delete node.before;
    children.unshift(node);
    children = node.children;
  }
  if (path.some((step) => step > 0)) delete next.over;
  return [next, path.map(() => 0)];
}

/** The tree with other words or signs at the move at `path`; at the start there are words alone. */
export function annotate(tree: Tree, path: Path, some: { comment?: string; nags?: number[] }): Tree {
  const next = structuredClone(tree);
  const node = nodesAlong(next, path).at(-1);
  if (node) Object.assign(node, some);
  else if (some.comment !== undefined) next.comment = some.comment;
  return next;
}

/** The tree with the SAN names that the server gave to the moves along a path. */
export function rename(tree: Tree, path: Path, names: { san: string }[]): Tree {
  const next = structuredClone(tree);
  nodesAlong(next, path).forEach((node, at) => (node.san = names[at].san));
  return next;
}

/** The tree that a line of PGN tells. */
export function fromLine(line: Line, fen?: string, tags?: [string, string][]): Tree {
  return { fen, tags, comment: line.comment, children: childrenOf(line.moves) };
}

function childrenOf(moves: Ply[]): Node[] {
  if (!moves.length) return [];
  const [{ variations, ...first }, ...rest] = moves;
  const own: Node = { ...first, children: childrenOf(rest) };
  return [own, ...variations.flatMap(variationOf)];
}

function variationOf({ comment, moves }: Line): Node[] {
  const [first, ...others] = childrenOf(moves);
  if (!first) return [];
  return [comment ? { ...first, before: comment } : first, ...others];
}

/** The tree as a line of PGN. */
export function toLine(tree: Tree): Line {
  return { comment: tree.comment, moves: pliesOf(tree.children) };
}

function pliesOf(children: Node[]): Ply[] {
  if (!children.length) return [];
  const [main, ...others] = children;
  const { children: then, before: _, ...ply } = main;
  const variations = others.map((node) => ({ comment: node.before ?? '', moves: pliesOf([node]) }));
  return [{ ...ply, variations }, ...pliesOf(then)];
}
