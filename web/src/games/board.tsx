// The board of any game, drawn from its picture: squares, hexagons, or points and lines; stacks from the side.
import { useRef, useState } from 'preact/hooks';
import { named, t } from '../lang';
import { labelSize, labelsOf } from './labels';
import { dominoes, lookOf, placeOfDots, type Look } from './look';
import { Side, Tokens } from './pieces';

export interface Token {
  player: number | null;
  letter: string;
  sign: string;
}

export interface Cell {
  name: string;
  x: number;
  y: number;
  dark: boolean;
  tokens: Token[];
}

export interface Picture {
  grid: 'squares' | 'hexagons' | 'points';
  cells: Cell[];
  lines: [number, number][];
  /** Whether cells hold stacks. */
  stacks: boolean;
}

/** Pixels of one unit of a picture. */
const UNIT = 100;

/** Where the cells of a picture lie on the drawing, and how large it is. */
export function drawing({ cells }: Picture) {
  const left = Math.min(...cells.map((cell) => cell.x));
  const right = Math.max(...cells.map((cell) => cell.x));
  const bottom = Math.min(...cells.map((cell) => cell.y));
  const top = Math.max(...cells.map((cell) => cell.y));
  return {
    width: (right - left + 1) * UNIT,
    height: (top - bottom + 1) * UNIT,
    at: (cell: { x: number; y: number }) => [(cell.x - left + 0.5) * UNIT, (top - cell.y + 0.5) * UNIT] as const,
  };
}

export function Board(props: {
  picture: Picture;
  /** The text of the rules, which tells what the pieces are. */
  rules?: string | null;
  label: string;
  players: string[];
  /** Cells that can be clicked now. */
  targets: Set<string>;
  /** Cells clicked so far. */
  chosen: string[];
  /** Cells of the last move, and of a hint. */
  last: Set<string>;
  hinted: Set<string>;
  /** How many pieces of the chosen stack are taken along. */
  taken?: number;
  /** The cells that the moves one may choose from pass. */
  ways?: string[][];
  /** A cell is chosen; with a number, so many pieces of its stack. */
  onPick: (cell: string, count?: number) => void;
}) {
  const { picture } = props;
  const { cells } = picture;
  const svg = useRef<SVGSVGElement>(null);
  const [focused, setFocused] = useState(0);
  const { width, height, at } = drawing(picture);
  const look = lookOf(props.rules, picture);
  const halves = dominoes(picture, look, props.players);
  const labels = labelsOf(picture);
  // Names need some room: below, and to the left of rows, but to the right of those of hexagons.
  const size = labelSize(picture) * UNIT;
  const [room, leans] = [labels.length ? 1.8 * size : 12, picture.grid === 'hexagons'];
  const margin = { left: leans ? 12 : room, right: leans ? room : 12, bottom: room };
  const [pointed, point] = useState<string | null>(null);
  // Of several ways only those to the cell that is pointed at.
  const led = props.ways?.filter((way) => way.at(-1) === pointed) ?? [];
  const ways = led.length ? led : (props.ways ?? []);

  /** The nearest cell in a direction. */
  const walk = (from: number, event: KeyboardEvent) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return props.onPick(cells[from].name);
    }
    if (picture.stacks && /^[1-9]$/.test(event.key)) return props.onPick(cells[from].name, Number(event.key));
    if (!step) return;
    event.preventDefault();
    let best = -1;
    let least = Infinity;
    cells.forEach((cell, index) => {
      const [x, y] = [cell.x - cells[from].x, cell.y - cells[from].y];
      const along = x * step[0] + y * step[1];
      const aside = Math.abs(x * step[1]) + Math.abs(y * step[0]);
      if (along <= 0.01 || aside > along * 1.1) return;
      const cost = along + 2 * aside;
      if (cost < least) [best, least] = [index, cost];
    });
    if (best < 0) return;
    setFocused(best);
    svg.current?.querySelector<SVGGElement>(`[data-index="${best}"]`)?.focus();
  };

  const classes = (cell: Cell) =>
    [
      'cell',
      cell.dark ? 'dark' : 'light',
      props.targets.has(cell.name) && 'target',
      props.targets.has(cell.name) && props.chosen.length > 0 && 'landing',
      props.chosen.includes(cell.name) && 'chosen',
      props.last.has(cell.name) && 'last',
      props.hinted.has(cell.name) && 'hinted',
    ]
      .filter(Boolean)
      .join(' ');
  const describe = (cell: Cell) => {
    const what = cell.tokens.map((token) => {
      const owner = token.player === null ? '' : `${named('player', props.players[token.player])} `;
      // In a stack of pieces of one kind their colours are enough.
      return picture.stacks && owner && !token.letter ? owner.trim() : `${owner}${named('piece', look.kind(token) || t('piece'))}`;
    });
    const target = props.targets.has(cell.name) ? `, ${t('can be chosen')}` : '';
    if (picture.stacks && what.length) return `${cell.name}: ${t('from the top {stones}', { stones: what.reverse().join(', ') })}${target}`;
    return `${cell.name}: ${what.length ? what.reverse().join(` ${t('on top of')} `) : t('empty')}${target}`;
  };

  return (
    <svg
      ref={svg}
      class={boardClass(picture, look)}
      role="group"
      aria-label={props.label}
      onMouseLeave={() => point(null)}
      viewBox={`${-margin.left} -12 ${width + margin.left + margin.right} ${height + margin.bottom + 12}`}
    >
      {labels.map((label) => {
        const [x, y] = at(label);
        return (
          <text key={`${label.text} ${x} ${y}`} class="border-name" x={x} y={y} font-size={size} aria-hidden="true">
            {label.text}
          </text>
        );
      })}
      {picture.lines.map(([from, to]) => {
        const [[x1, y1], [x2, y2]] = [at(cells[from]), at(cells[to])];
        return <line key={`${from}-${to}`} class="board-line" x1={x1} y1={y1} x2={x2} y2={y2} />;
      })}
      {cells.map((cell, index) => {
        const [x, y] = at(cell);
        return (
          <g
            key={cell.name}
            data-index={index}
            data-name={cell.name}
            class={classes(cell)}
            role="button"
            aria-label={describe(cell)}
            {...{ tabindex: index === Math.min(focused, cells.length - 1) ? 0 : -1 }}
            transform={`translate(${x} ${y})`}
            onClick={(event: MouseEvent) => {
              setFocused(index);
              const stone = (event.target as Element).closest<SVGElement>('[data-take]');
              props.onPick(cell.name, stone ? Number(stone.dataset.take) : undefined);
            }}
            onKeyDown={(event: KeyboardEvent) => walk(index, event)}
            onMouseEnter={() => point(cell.name)}
            onFocus={() => {
              setFocused(index);
              point(cell.name);
            }}
          >
            <Ground grid={picture.grid} look={look} cell={cell} />
            <Tokens
              cell={cell}
              players={props.players}
              look={look}
              stacks={picture.stacks}
              taken={props.chosen[0] === cell.name ? props.taken : 0}
              half={halves.get(cell.name)}
            />
            {props.targets.has(cell.name) && (!picture.stacks || props.chosen.length > 0) && (
              <circle class="target-mark" r={look.dotted ? 0 : cell.tokens.length ? 44 : 15} />
            )}
          </g>
        );
      })}
      {ways.map((way) => (
        <polyline key={way.join()} class="way" points={way.map((name) => at(cells.find((cell) => cell.name === name)!).join()).join(' ')} />
      ))}
    </svg>
  );
}

/** A hexagon with a corner at the top, one unit wide. */
const HEXAGON = [0, 1, 2, 3, 4, 5]
  .map((corner) => {
    const angle = (Math.PI / 3) * (corner + 0.5);
    const radius = UNIT / Math.sqrt(3);
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  })
  .join(' ');

export const boardClass = ({ grid, stacks }: Picture, look: Look) =>
  `game-board ${look.dotted ? 'dots' : grid} ${stacks ? 'stacks' : ''}`;

export function Ground({ grid, look, cell }: { grid: Picture['grid']; look: Look; cell: Cell }) {
  if (look.dotted) return <Dotted cell={cell} />;
  if (grid === 'hexagons') return <polygon class="ground" points={HEXAGON} />;
  if (grid === 'points')
    return (
      <>
        <circle class="ground" r="46" />
        <circle class="board-point" r="9" />
      </>
    );
  return <rect class="ground" x={-UNIT / 2} y={-UNIT / 2} width={UNIT} height={UNIT} />;
}

/** A dot, the place of a side between two dots, or that of a box. */
function Dotted({ cell }: { cell: Cell }) {
  const place = placeOfDots(cell);
  if (place === 'dot') return <circle class="ground dot" r="13" />;
  if (place === 'box') return <rect class="ground" x="-60" y="-60" width="120" height="120" />;
  // Whoever points nearer to a side than to another one means it.
  return (
    <>
      <polygon class="ground" points="-100,0 0,-100 100,0 0,100" />
      <Side cell={cell} />
    </>
  );
}
