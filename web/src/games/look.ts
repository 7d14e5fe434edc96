// What the pieces of a game are, from its rules and its picture: how they are drawn depends on it.
import type { Cell, Picture, Token } from './board';

export interface Look {
  /** What a piece is called in the rules; its letter where they do not say. */
  kind: (token: Token) => string;
  /** Whether men become kings, as in draughts: both are discs then, and kings have a crown. */
  crowned: boolean;
  /** Whether the cells are dots, and what lies between dots: the sides of boxes, and boxes. */
  dotted: boolean;
}

/** The pieces that every variant of chess has. */
const CHESS = 'pieces pawn p, knight n, bishop b, rook r, queen q, king k';
/** Figures that come as such, of both colours. */
const FIGURES: Record<string, string> = {
  '♔': 'king', '♕': 'queen', '♖': 'rook', '♗': 'bishop', '♘': 'knight', '♙': 'pawn',
  '♚': 'king', '♛': 'queen', '♜': 'rook', '♝': 'bishop', '♞': 'knight', '♟': 'pawn',
};

export function lookOf(rules: string | null | undefined, { grid }: Picture): Look {
  const text = rules ?? '';
  const lists = [/^game \S+ like chess\b/m.test(text) ? CHESS : '', ...text.split('\n')];
  const declared = lists.filter((line) => line.startsWith('pieces ')).flatMap((line) => line.slice('pieces '.length).split(','));
  const kinds = new Map<string, string>();
  for (const piece of declared) {
    const [, name, letter] = /^\s*(\w+)(?:\s+(\w)(?!\w))?/.exec(piece) ?? [];
    if (name) kinds.set(letter ?? name[0], name);
  }
  const names = [...kinds.values()];
  const has = (name: string) => names.includes(name);
  // Where there is one kind only it has no letter.
  const only = names.length === 1 ? names[0] : undefined;
  return {
    kind: ({ letter }) => FIGURES[letter] ?? (letter ? kinds.get(letter) : only) ?? letter,
    crowned: has('man') && has('king'),
    dotted: has('box') && has('line') && grid === 'squares',
  };
}

/** Where the other half of each domino lies: dominoes of one player lie in one direction, so that a row of halves falls
 * apart in one way. Only the half that is drawn later tells, the one below or to the right. */
export function dominoes({ cells }: Picture, look: Look, players: string[]): Map<string, 'above' | 'left'> {
  const halves = new Map<string, 'above' | 'left'>();
  const used = new Set<Cell>();
  const owner = (cell?: Cell) => {
    const token = cell?.tokens.at(-1);
    return token && look.kind(token) === 'domino' ? token.player : null;
  };
  // Cells come row by row from the top, each row from the left.
  for (const first of cells) {
    const player = owner(first);
    if (player === null || used.has(first)) continue;
    const upright = players[player] === 'vertical';
    const [x, y] = upright ? [first.x, first.y - 1] : [first.x + 1, first.y];
    const second = cells.find((cell) => cell.x === x && cell.y === y);
    if (!second || owner(second) !== player) continue;
    used.add(first).add(second);
    halves.set(second.name, upright ? 'above' : 'left');
  }
  return halves;
}

/** What a cell of dots and boxes is: a dot, the side across or upright between two dots, or a box. */
export function placeOfDots({ x, y }: { x: number; y: number }): 'dot' | 'across' | 'upright' | 'box' {
  const [column, row] = [Math.round(x) % 2, Math.round(y) % 2];
  return column ? (row ? 'box' : 'across') : row ? 'upright' : 'dot';
}
