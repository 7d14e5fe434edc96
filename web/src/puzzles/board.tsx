// A puzzle of any kind, drawn and filled in by mouse, touch and keyboard: cells, sides of cells, lines between centres.
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { named, t, toldPuzzle, type Text } from '../lang';
import { beside, cellName, edgeAt, edgeEnds, linkEnds, linkOf, sideOf, type Size } from './places';
import { givenOf, nextValue, type Filled, type Layer, type Marks, type Shown } from './state';

interface BoardProps {
  shown: Shown;
  filled: Filled;
  marks: Marks;
  /** Cells that a hint or a check points at. */
  news: Set<number>;
  reasons: Set<number>;
  broken: Set<number>;
  cursor: number;
  onCursor: (cell: number) => void;
  /** A change begins: what comes until the next one is undone together. */
  onBegin: () => void;
  onChange: (layer: string, place: number, value: number | null) => void;
  onNumber: (cell: number, key: string) => void;
}

interface Stroke {
  layer: Layer | null;
  value: number | null | undefined;
  last: number;
  moved: boolean;
  x: number;
  y: number;
  back: boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The sides of a cell in words, as `ARROWS` has them. */
const SIDES: Record<string, Text> = {
  ArrowLeft: 'on the left',
  ArrowRight: 'on the right',
  ArrowUp: 'above',
  ArrowDown: 'below',
};

/** In a set, or not: black and white where cells are shaded. */
const SET_KEYS: Record<string, number> = { b: 1, w: 0, x: 0 };

export function PuzzleBoard(props: BoardProps) {
  const { shown, filled } = props;
  const svg = useRef<SVGSVGElement>(null);
  const stroke = useRef<Stroke | null>(null);
  // The cell that was changed by key, to be read out as it is now.
  const [spoken, speak] = useState<number | null>(null);
  const at = (site: string, border?: boolean) =>
    shown.layers.find((layer) => layer.site === site && (border === undefined || (layer.name === 'border') === border));
  const [cells, lines, borders, edges] = [at('cell'), at('link', false), at('link', true), at('edge')];
  const [left, top] = shown.origin;
  const unit = shown.cell;
  const value = (layer: Layer, place: number) => layer.given[place] ?? filled[layer.name][place];

  /** Where the pointer is, in cells. */
  const point = (event: PointerEvent): [number, number] => {
    const box = svg.current!.getBoundingClientRect();
    const scale = shown.size[0] / box.width;
    return [((event.clientX - box.left) * scale - left) / unit, ((event.clientY - box.top) * scale - top) / unit];
  };
  const cellAt = (x: number, y: number): number | null => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column < 0 || row < 0 || column >= shown.width || row >= shown.height ? null : row * shown.width + column;
  };
  /** The nearest side of a cell, and how far its middle is. */
  const nearestSide = (x: number, y: number): [boolean, number, number, number] => {
    const candidates: [boolean, number, number, number][] = [
      [true, Math.round(y), Math.floor(x), Math.hypot(x - Math.floor(x) - 0.5, y - Math.round(y))],
      [false, Math.floor(y), Math.round(x), Math.hypot(x - Math.round(x), y - Math.floor(y) - 0.5)],
    ];
    return candidates.sort((a, b) => a[3] - b[3])[0];
  };
  /** The side under the pointer: an edge, or the link across it. */
  const sideAt = (x: number, y: number): { layer: Layer; place: number; distance: number } | null => {
    const [horizontal, row, column, distance] = nearestSide(x, y);
    const inside = row >= 0 && column >= 0 && row <= shown.height - (horizontal ? 0 : 1) && column <= shown.width - (horizontal ? 1 : 0);
    if (!inside) return null;
    if (edges) return { layer: edges, place: edgeAt(shown, horizontal, row, column), distance };
    const layer = borders ?? lines;
    if (!layer || (horizontal ? row === 0 || row === shown.height : column === 0 || column === shown.width)) return null;
    const second = row * shown.width + column;
    return { layer, place: linkOf(shown, second - (horizontal ? shown.width : 1), second), distance };
  };

  const set = (layer: Layer, place: number, next: number | null) => {
    if (layer.given[place] === null && filled[layer.name][place] !== next) props.onChange(layer.name, place, next);
  };
  const begin = (layer: Layer, place: number, now: Stroke) => {
    props.onBegin();
    now.layer = layer;
    now.value = nextValue(layer, value(layer, place), now.back);
    set(layer, place, now.value);
  };

  const down = (event: PointerEvent) => {
    if (event.button > 2 || stroke.current) return;
    const [x, y] = point(event);
    const cell = cellAt(x, y);
    const now: Stroke = { layer: null, value: undefined, last: cell ?? -1, moved: false, x, y, back: event.button === 2 };
    stroke.current = now;
    svg.current!.setPointerCapture(event.pointerId);
    if (cell !== null) props.onCursor(cell);
    if (edges || borders) {
      const side = sideAt(x, y);
      if (side) begin(side.layer, side.place, now);
    } else if (!lines && cells && cells.name !== 'digit' && cell !== null) begin(cells, cell, now);
  };
  const move = (event: PointerEvent) => {
    const now = stroke.current;
    if (!now) return;
    const [x, y] = point(event);
    // A fast pointer jumps: everything on the way counts.
    const steps = Math.ceil(Math.hypot(x - now.x, y - now.y) * 4) || 1;
    for (let step = 1; step <= steps; step++) drag(now, now.x + ((x - now.x) * step) / steps, now.y + ((y - now.y) * step) / steps);
    [now.x, now.y] = [x, y];
  };
  const drag = (now: Stroke, x: number, y: number) => {
    const cell = cellAt(x, y);
    if (edges || borders) {
      const side = sideAt(x, y);
      if (side && side.distance < 0.3 && now.layer === side.layer) set(side.layer, side.place, now.value!);
    } else if (lines && cell !== null && cell !== now.last) {
      const neighbour = [now.last - 1, now.last + 1, now.last - shown.width, now.last + shown.width].includes(cell);
      const same = Math.floor(cell / shown.width) === Math.floor(now.last / shown.width) || cell % shown.width === now.last % shown.width;
      if (now.last >= 0 && neighbour && same) {
        const link = linkOf(shown, now.last, cell);
        if (!now.moved) begin(lines, link, now);
        else set(lines, link, now.value!);
        now.moved = true;
      }
      now.last = cell;
    } else if (now.layer?.site === 'cell' && cell !== null) set(now.layer, cell, now.value!);
  };
  const up = (event: PointerEvent) => {
    const now = stroke.current;
    stroke.current = null;
    if (!now || now.moved || !lines || edges || borders) return;
    const [x, y] = point(event);
    const side = sideAt(x, y);
    const cell = cellAt(x, y);
    if (side && side.distance < 0.3) begin(side.layer, side.place, now);
    else if (cells && cell !== null) begin(cells, cell, now);
  };

  /** The side of a cell, or the line to its neighbour, in a direction. */
  const sideTo = (cell: number, step: [number, number]): { layer: Layer; place: number } | null => {
    const layer = edges ?? borders ?? lines;
    if (!layer) return null;
    const next = beside(shown, cell, ...step);
    const [row, column] = [Math.floor(cell / shown.width), cell % shown.width];
    if (edges) return { layer, place: edgeAt(shown, step[1] !== 0, row + (step[1] > 0 ? 1 : 0), column + (step[0] > 0 ? 1 : 0)) };
    return next === null ? null : { layer, place: linkOf(shown, cell, next) };
  };

  const key = (cell: number, event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (step) {
      event.preventDefault();
      const next = beside(shown, cell, ...step);
      if (event.shiftKey) {
        const side = sideTo(cell, step);
        if (!side) return;
        const { layer, place } = side;
        props.onBegin();
        set(layer, place, nextValue(layer, value(layer, place), false));
        speak(cell);
        if (layer === lines) go(next);
        return;
      }
      return go(next);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === ' ' || event.key === 'Enter') && cells && cells.name !== 'digit') {
      event.preventDefault();
      props.onBegin();
      set(cells, cell, nextValue(cells, value(cells, cell), false));
      speak(cell);
    } else if (cells && cells.name !== 'digit' && (['Backspace', 'Delete'].includes(event.key) || (cells.is_set && event.key in SET_KEYS))) {
      props.onBegin();
      set(cells, cell, SET_KEYS[event.key] ?? null);
      speak(cell);
    } else if (cells?.name === 'digit' && /^([0-9]|Backspace|Delete)$/.test(event.key)) {
      event.preventDefault();
      props.onNumber(cell, event.key);
      speak(cell);
    }
  };
  const go = (cell: number | null) => {
    if (cell === null) return;
    props.onCursor(cell);
    svg.current?.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
  };

  const centre = (cell: number): [number, number] => [
    left + ((cell % shown.width) + 0.5) * unit,
    top + (Math.floor(cell / shown.width) + 0.5) * unit,
  ];
  const corner = ([x, y]: [number, number]): [number, number] => [left + x * unit, top + y * unit];
  const all = Array.from({ length: shown.width * shown.height }, (_, cell) => cell);
  const given = useMemo(() => givenOf(shown), [shown]);
  const picture = shown.svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
  // Islands lie on their bridges, and numbers at corners on the lines that meet there.
  const cluesAbove = cells?.name === 'slash' || lines?.name === 'bridge';
  const clues = cluesAbove ? (picture.match(/^<(circle|text).*$/gm) ?? []).join('') : '';
  /** The lines around a cell in words, and where there are none. */
  const sideWords = (cell: number): string[] => {
    const sides = Object.entries(ARROWS).flatMap(([arrow, step]) => {
      const side = sideTo(cell, step);
      const now = side && value(side.layer, side.place);
      return side && now !== null ? [{ text: `${t(SIDES[arrow])}${now > 1 ? ` (${now})` : ''}`, now }] : [];
    });
    const list = (there: boolean) => sides.filter((side) => !!side.now === there).map((side) => side.text).join(', ');
    const [drawn, crossed] = [list(true), list(false)];
    return [...(drawn ? [t('lines: {sides}', { sides: drawn })] : []), ...(crossed ? [t('crosses: {sides}', { sides: crossed })] : [])];
  };
  const inWords = (cell: number) => {
    const now = cells ? value(cells, cell) : null;
    const clue = Object.entries(given).flatMap(([layer, signs]) => givenWords(layer, signs[cell]));
    const isGiven = !!clue.length && (!cells || cells.given[cell] !== null || now === null);
    const filled = !cells || now === null ? t('open cell') : cells.is_set ? toldPuzzle(now ? cells.name : `not ${cells.name}`) : String(now);
    const words = [...clue, ...(isGiven || (!cells && sideWords(cell).length) ? [] : [filled]), ...sideWords(cell), ...(props.broken.has(cell) ? [t('breaks a rule')] : [])];
    return `${cellName(shown, cell)}: ${words.join(', ')}`;
  };

  return (
    <>
      <p class="unseen" role="status">
        {spoken !== null && spoken < all.length ? inWords(spoken) : ''}
      </p>
      <svg
        ref={svg}
        class="puzzle-board"
        role="group"
        aria-label={t('{game} board', { game: named('puzzle', shown.kind) })}
        viewBox={`0 0 ${shown.size[0]} ${shown.size[1]}`}
        style={{ '--shape': String(shown.size[0] / shown.size[1]) }}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => (stroke.current = null)}
        onContextMenu={(event: Event) => event.preventDefault()}
      >
        {/* The program's own picture of what is given. */}
        <g dangerouslySetInnerHTML={{ __html: picture }} class="given" />
        {cells && all.map((cell) => <Filling key={cell} layer={cells} value={filled[cells.name][cell]} x={centre(cell)[0]} y={centre(cell)[1]} unit={unit} />)}
        {Object.entries(props.marks).map(([cell, numbers]) => (
          <Pencil key={cell} numbers={numbers} at={centre(Number(cell))} unit={unit} />
        ))}
        {lines &&
          filled[lines.name].map((now, link) => {
            const [a, b] = linkEnds(shown, link).map(centre);
            return <Line key={link} value={now} a={a} b={b} thick={lines.name === 'domino'} />;
          })}
        {borders &&
          filled[borders.name].map((now, link) => {
            const [a, b] = sideOf(shown, link).map(corner);
            return <Line key={link} value={now} a={a} b={b} />;
          })}
        {edges &&
          filled[edges.name].map((now, edge) => {
            const [a, b] = edgeEnds(shown, edge).map(corner);
            return <Line key={edge} value={now} a={a} b={b} />;
          })}
        {clues && <g dangerouslySetInnerHTML={{ __html: clues }} class="given" aria-hidden="true" />}
        {all.map((cell) => {
          const [x, y] = centre(cell);
          const classes = [
            'puzzle-cell',
            props.broken.has(cell) && 'broken',
            props.reasons.has(cell) && 'reason',
            props.news.has(cell) && 'news',
            props.cursor === cell && 'cursor',
          ];
          return (
            <rect
              key={cell}
              data-cell={cell}
              class={classes.filter(Boolean).join(' ')}
              role="button"
              aria-label={inWords(cell)}
              // In SVG the attribute is written in small letters: any other way it is not known to browsers.
              {...{ tabindex: cell === props.cursor ? 0 : -1 }}
              x={x - unit / 2 + 1.5}
              y={y - unit / 2 + 1.5}
              width={unit - 3}
              height={unit - 3}
              onKeyDown={(event: KeyboardEvent) => key(cell, event)}
              onFocus={() => props.onCursor(cell)}
            />
          );
        })}
      </svg>
    </>
  );
}

/** What is given on a cell in words, for those who do not see the picture. */
function givenWords(layer: string, sign: string): string[] {
  if (sign === '.') return [];
  if (layer === 'clue' || layer === 'number') return [sign];
  const word = SIGNS[layer]?.[sign];
  return word ? [t(word)] : layer === 'across' || layer === 'down' ? [`${{ across: '→', down: '↓' }[layer]} ${sign}`] : [];
}

const SIGNS: Record<string, Record<string, Text>> = {
  wall: { '#': 'wall' },
  tree: { '#': 'tree' },
  pearl: { 1: 'white pearl', 2: 'black pearl' },
  arrow: { 1: 'up', 2: 'down', 3: 'left', 4: 'right' },
};

/** What is filled into a cell. */
function Filling(props: { layer: Layer; value: number | null; x: number; y: number; unit: number }): ComponentChildren {
  const { layer, value, x, y, unit } = props;
  const half = unit / 2;
  if (value === null) return null;
  if (layer.name === 'slash') {
    const up = value === 1 ? -1 : 1;
    return <line class="filled-line" x1={x - half} y1={y + up * half} x2={x + half} y2={y - up * half} />;
  }
  if (!layer.is_set)
    return (
      <text class="filled-number" x={x} y={y + unit / 6} font-size={unit / 2}>
        {value}
      </text>
    );
  if (value === 0) return <circle class="filled-out" cx={x} cy={y} r={unit / 12} />;
  if (layer.name === 'black' || layer.name === 'water')
    return <rect class={`filled-${layer.name}`} x={x - half + 0.5} y={y - half + 0.5} width={unit - 1} height={unit - 1} />;
  if (layer.name === 'lamp') return <circle class="filled-lamp" cx={x} cy={y} r={unit / 4} />;
  return (
    <text class="filled-number" x={x} y={y + unit / 4} font-size={(unit * 2) / 3}>
      {layer.name === 'star' ? '★' : layer.name === 'tent' ? '△' : '●'}
    </text>
  );
}

/** A line, or the cross that says that there is none. */
function Line(props: { value: number | null; a: [number, number]; b: [number, number]; thick?: boolean }): ComponentChildren {
  const { value, a, b } = props;
  if (value === null) return null;
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  if (value === 0) return <path class="filled-cross" d={`M${x - 3} ${y - 3}l6 6m0 -6l-6 6`} />;
  // Several side by side.
  const across = a[0] === b[0] ? [1, 0] : [0, 1];
  return (
    <g>
      {Array.from({ length: value }, (_, at) => {
        const off = (at - (value - 1) / 2) * 7;
        const [dx, dy] = [across[0] * off, across[1] * off];
        return (
          <line key={at} class={props.thick ? 'filled-domino' : 'filled-line'} x1={a[0] + dx} y1={a[1] + dy} x2={b[0] + dx} y2={b[1] + dy} />
        );
      })}
    </g>
  );
}

/** Small numbers. */
function Pencil({ numbers, at, unit }: { numbers: number[]; at: [number, number]; unit: number }): ComponentChildren {
  return (
    <text class="pencil" x={at[0]} y={at[1] - unit / 4} font-size={unit / 4.5}>
      {numbers.join(' ')}
    </text>
  );
}

export type { Size };
