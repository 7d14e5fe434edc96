// The names of rows and columns at the edges of a board.
import type { Cell, Picture } from './board';

/** A name beside the board, in the units of the picture. */
export interface Label {
  text: string;
  x: number;
  y: number;
}

/** How high names are, in the same units: on large boards higher, so that they can be read when these are drawn small. */
export function labelSize({ cells }: Picture): number {
  const across = (of: (cell: Cell) => number) => Math.max(...cells.map(of)) - Math.min(...cells.map(of));
  return Math.min(0.44, Math.max(0.22, Math.max(across((cell) => cell.x), across((cell) => cell.y)) / 36));
}

/** The names of columns near their lower ends, and of rows: to the left, but of hexagons to the right, since columns of
 * hexagons lean, and some of them end on the left. None where cells have no such names. */
export function labelsOf(picture: Picture): Label[] {
  const { grid, cells } = picture;
  if (!cells.length || !cells.every((cell) => /^[a-z]+\d+$/.test(cell.name))) return [];
  const size = labelSize(picture);
  const leans = grid === 'hexagons';
  const columns = groups(cells, columnName);
  const rows = groups(cells, (cell) => cell.y);
  const straight = [...columns.values()].every((column) => column.every((cell) => cell.x === column[0].x));
  if (!leans && !straight) return [];
  const [left, bottom] = [Math.min(...cells.map((cell) => cell.x)), Math.min(...cells.map((cell) => cell.y))];
  const below = [...columns].map(([text, column]) => {
    const lowest = column.reduce((low, cell) => (cell.y < low.y ? cell : low));
    return leans ? { text, x: lowest.x - 0.38, y: lowest.y - 0.52 - size } : { text, x: lowest.x, y: bottom - 0.58 - size };
  });
  const beside = [...rows.values()]
    .filter((row) => row.every((cell) => rowName(cell) === rowName(row[0])))
    .map((row) => {
      const right = Math.max(...row.map((cell) => cell.x));
      return { text: rowName(row[0]), x: leans ? right + 0.5 + 0.9 * size : left - 0.5 - 0.9 * size, y: row[0].y - 0.4 * size };
    });
  return [...below, ...beside];
}

const columnName = (cell: Cell) => cell.name.replace(/\d+/, '');
const rowName = (cell: Cell) => cell.name.replace(/[a-z]+/, '');

/** The cells by what they share. */
function groups<K>(cells: Cell[], of: (cell: Cell) => K): Map<K, Cell[]> {
  const found = new Map<K, Cell[]>();
  for (const cell of cells) found.set(of(cell), [...(found.get(of(cell)) ?? []), cell]);
  return found;
}
