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

/** The number of a place by its name, such as `r3c4`, `r1c1-r1c2` or `v0.1-v0.2`. */
export function placeOf(size: Size, name: string): number | null {
  const cell = /^r(\d+)c(\d+)$/.exec(name);
  if (cell) return (Number(cell[1]) - 1) * size.width + Number(cell[2]) - 1;
  const link = /^(r\d+c\d+)-(r\d+c\d+)$/.exec(name);
  if (link) return linkOf(size, placeOf(size, link[1])!, placeOf(size, link[2])!);
  const edge = /^v(\d+)\.(\d+)-v(\d+)\.(\d+)$/.exec(name);
  if (edge) return edgeAt(size, edge[1] === edge[3], Number(edge[1]), Number(edge[2]));
  return null;
}

/** The cells that a place touches, by its name. */
export function cellsOf(size: Size, name: string): number[] {
  const line = /^(row|column) (\d+)$/.exec(name);
  const all = Array.from({ length: size.width * size.height }, (_, cell) => cell);
  if (line) {
    const at = Number(line[2]) - 1;
    return all.filter((cell) => (line[1] === 'row' ? Math.floor(cell / size.width) : cell % size.width) === at);
  }
  const cells = [...name.matchAll(/r(\d+)(?:\.5)?c(\d+)/g)].map((at) => (Number(at[1]) - 1) * size.width + Number(at[2]) - 1);
  if (cells.length) return cells;
  // A corner touches the cells around it.
  const corners = [...name.matchAll(/v(\d+)\.(\d+)/g)].map((at) => [Number(at[1]), Number(at[2])]);
  return all.filter((cell) => {
    const [row, column] = [Math.floor(cell / size.width), cell % size.width];
    return corners.length > 0 && corners.every(([r, c]) => (r === row || r === row + 1) && (c === column || c === column + 1));
  });
}
