// The places of a board: cells, links between neighbours, edges along the sides of cells, and their names.

export interface Size {
  width: number;
  height: number;
}

export type Site = 'cell' | 'link' | 'edge' | 'vertex';

/** The link between two neighbouring cells. */
export function linkOf(size: Size, a: number, b: number): number {
  const [first, second] = a < b ? [a, b] : [b, a];
  const row = Math.floor(first / size.width);
  const column = first % size.width;
  return second === first + 1 && column + 1 < size.width
    ? row * (size.width - 1) + column
    : size.height * (size.width - 1) + row * size.width + column;
}

/** The two cells of a link. */
export function linkEnds(size: Size, link: number): [number, number] {
  const right = size.height * (size.width - 1);
  if (link >= right) return [link - right, link - right + size.width];
  const row = Math.floor(link / (size.width - 1));
  const first = row * size.width + (link % (size.width - 1));
  return [first, first + 1];
}

/** The horizontal edge above a row, or the vertical one to the left of a column. */
export function edgeAt(size: Size, horizontal: boolean, row: number, column: number): number {
  return horizontal ? row * size.width + column : (size.height + 1) * size.width + row * (size.width + 1) + column;
}

/** The two corners of an edge, as column and row. */
export function edgeEnds(size: Size, edge: number): [[number, number], [number, number]] {
  const horizontal = (size.height + 1) * size.width;
  if (edge < horizontal) {
    const [row, column] = [Math.floor(edge / size.width), edge % size.width];
    return [
      [column, row],
      [column + 1, row],
    ];
  }
  const [row, column] = [Math.floor((edge - horizontal) / (size.width + 1)), (edge - horizontal) % (size.width + 1)];
  return [
    [column, row],
    [column, row + 1],
  ];
}

/** The side between two cells, as corners. */
export function sideOf(size: Size, link: number): [[number, number], [number, number]] {
  const [first, second] = linkEnds(size, link);
  const [column, row] = [second % size.width, Math.floor(second / size.width)];
  return second === first + 1
    ? [
        [column, row],
        [column, row + 1],
      ]
    : [
        [column, row],
        [column + 1, row],
      ];
}

/** The cell beside a cell, if the board has it. */
export function beside(size: Size, cell: number, columns: number, rows: number): number | null {
  const column = (cell % size.width) + columns;
  const row = Math.floor(cell / size.width) + rows;
  return column < 0 || row < 0 || column >= size.width || row >= size.height ? null : row * size.width + column;
}

export function cellName(size: Size, cell: number): string {
  return `r${Math.floor(cell / size.width) + 1}c${(cell % size.width) + 1}`;
}

/** The number of a place by its name, such as `r3c4`, `r1c1-r1c2` or `the edge between r1c1 and r1c2`. */
export function placeOf(size: Size, name: string): number | null {
  const cell = /^r(\d+)c(\d+)$/.exec(name);
  if (cell) return (Number(cell[1]) - 1) * size.width + Number(cell[2]) - 1;
  const link = /^(r\d+c\d+)-(r\d+c\d+)$/.exec(name);
  if (link) return linkOf(size, placeOf(size, link[1])!, placeOf(size, link[2])!);
  const edge = /^the (?:edge between r\d+c\d+ and|(top|bottom|left|right) edge of) (r\d+c\d+)$/.exec(name);
  if (!edge) return null;
  // An edge lies above or to the left of its last cell, but on the lower and the right side of the frame.
  const last = placeOf(size, edge[2])!;
  const [row, column] = [Math.floor(last / size.width), last % size.width];
  const between = cellsOf(size, name).length === 2;
  const horizontal = between ? cellsOf(size, name)[0] === last - size.width : edge[1] === 'top' || edge[1] === 'bottom';
  return edgeAt(size, horizontal, row + Number(edge[1] === 'bottom'), column + Number(edge[1] === 'right'));
}

/** The cells that a place touches, by its name. */
export function cellsOf(size: Size, name: string): number[] {
  const line = /^(row|column) (\d+)$/.exec(name);
  if (line) {
    const all = Array.from({ length: size.width * size.height }, (_, cell) => cell);
    const at = Number(line[2]) - 1;
    return all.filter((cell) => (line[1] === 'row' ? Math.floor(cell / size.width) : cell % size.width) === at);
  }
  return [...name.matchAll(/r(\d+)(?:\.5)?c(\d+)/g)].map((at) => (Number(at[1]) - 1) * size.width + Number(at[2]) - 1);
}
