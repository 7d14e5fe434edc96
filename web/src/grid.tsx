// A grid of cells drawn as SVG that can be clicked, tapped, and walked over with the arrow keys.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** The side of a cell in the drawing's units. */
export const CELL = 100;

export interface GridProps {
  columns: number;
  rows: number;
  label: string;
  /** A cell in words. */
  name: (cell: number) => string;
  draw: (cell: number) => ComponentChildren;
  cellClass?: (cell: number) => string;
  onPick: (cell: number, event: MouseEvent | KeyboardEvent) => void;
  onKey?: (cell: number, event: KeyboardEvent) => void;
  onPoint?: (cell: number | null) => void;
  /** Names of columns and rows, drawn at the border. */
  columnNames?: string[];
  rowNames?: string[];
  /** Drawn over all cells. */
  over?: ComponentChildren;
}

export function Grid(props: GridProps) {
  const { columns, rows } = props;
  const [focused, setFocused] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  const left = props.rowNames ? 36 : 4;
  const bottom = props.columnNames ? 36 : 4;

  const walk = (cell: number, event: KeyboardEvent) => {
    const column = cell % columns;
    const row = Math.floor(cell / columns);
    const to: Record<string, [number, number]> = {
      ArrowLeft: [column - 1, row],
      ArrowRight: [column + 1, row],
      ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1],
    };
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return props.onPick(cell, event);
    }
    const next = to[event.key];
    if (!next) return props.onKey?.(cell, event);
    event.preventDefault();
    if (next[0] < 0 || next[1] < 0 || next[0] >= columns || next[1] >= rows) return;
    const index = next[1] * columns + next[0];
    setFocused(index);
    svg.current?.querySelector<SVGGElement>(`[data-cell="${index}"]`)?.focus();
  };

  return (
    <svg
      ref={svg}
      class="grid"
      role="group"
      aria-label={props.label}
      viewBox={`${-left} -4 ${columns * CELL + left + 4} ${rows * CELL + bottom + 4}`}
      onMouseLeave={() => props.onPoint?.(null)}
    >
      {props.columnNames?.map((name, column) => (
        <text key={name} class="border-name" x={(column + 0.5) * CELL} y={rows * CELL + 26}>
          {name}
        </text>
      ))}
      {props.rowNames?.map((name, row) => (
        <text key={name} class="border-name" x={-18} y={(row + 0.5) * CELL + 8}>
          {name}
        </text>
      ))}
      {Array.from({ length: rows * columns }, (_, cell) => (
        <g
          key={cell}
          data-cell={cell}
          class={`cell ${props.cellClass?.(cell) ?? ''}`}
          role="button"
          aria-label={props.name(cell)}
          // In SVG the attribute is written in small letters: any other way it is not known to browsers.
          {...{ tabindex: cell === Math.min(focused, rows * columns - 1) ? 0 : -1 }}
          transform={`translate(${(cell % columns) * CELL} ${Math.floor(cell / columns) * CELL})`}
          onClick={(event: MouseEvent) => {
            setFocused(cell);
            props.onPick(cell, event);
          }}
          onContextMenu={(event: MouseEvent) => {
            event.preventDefault();
            props.onPick(cell, event);
          }}
          onKeyDown={(event: KeyboardEvent) => walk(cell, event)}
          onMouseEnter={() => props.onPoint?.(cell)}
          onFocus={() => {
            setFocused(cell);
            props.onPoint?.(cell);
          }}
        >
          <rect class="ground" width={CELL} height={CELL} />
          {props.draw(cell)}
          <rect class="mark" x="3" y="3" width={CELL - 6} height={CELL - 6} rx="3" />
        </g>
      ))}
      <g class="over" aria-hidden="true">
        {props.over}
      </g>
    </svg>
  );
}
