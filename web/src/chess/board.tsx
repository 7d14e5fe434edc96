// The chess board: chessground for the hands, and over it 64 cells for the keyboard and for those who cannot see.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t, type Text } from '../lang';
import { mayMove } from '../settings';
import { fromFen, squareName } from './position';
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './board.css';

export interface BoardProps {
  fen: string;
  orientation: 'white' | 'black';
  turn: 'white' | 'black';
  check?: boolean;
  /** Whether the program has not said yet what can be played. */
  waits?: boolean;
  lastMove?: string;
  /** Legal moves in UCI notation. */
  legal?: string[];
  /** Who may move by hand. */
  movable?: 'white' | 'black' | 'both';
  /** Whether a move may be given before it is one's turn. */
  premoves?: boolean;
  arrows?: { move: string; brush: string; thin?: boolean }[];
  /** Squares with a ring around them. */
  rings?: string[];
  /** Called with any move that was tried, legal or not, without promotion; `early` where it was given before it was one's turn. */
  onMove?: (from: string, to: string, early?: boolean) => void;
  /** Called with 1 or -1 when the wheel is turned. */
  onWheel?: (step: number) => void;
  /** Changes when the board must be set up anew, as after an illegal move. */
  version?: number;
  /** Shown over the board. */
  children?: ComponentChildren;
}

/** A turn of the wheel counts once in this many milliseconds. */
const WHEEL_PAUSE = 60;

export function Board(props: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    ground.current = Chessground(element.current!, {
      fen: props.fen,
      coordinates: true,
      animation: { enabled: mayMove(), duration: 160 },
      highlight: { check: true, lastMove: true },
      movable: { free: true, showDests: true, events: { after: (from, to, { premove }) => latest.current.onMove?.(from, to, premove) } },
      premovable: { enabled: false },
      drawable: { enabled: true },
      disableContextMenu: true,
      // It draws whole pixels for its squares, which leaves some at its right and below; what lies over it is told its size.
      addDimensionsCssVarsTo: element.current!.parentElement!,
    });
    const resize = new ResizeObserver(() => ground.current?.redrawAll());
    resize.observe(element.current!);
    let last = 0;
    const wheel = (event: WheelEvent) => {
      if (!latest.current.onWheel || event.ctrlKey || !event.deltaY) return;
      event.preventDefault();
      if (event.timeStamp - last < WHEEL_PAUSE) return;
      last = event.timeStamp;
      latest.current.onWheel(Math.sign(event.deltaY));
    };
    const board = element.current!;
    board.addEventListener('wheel', wheel, { passive: false });
    return () => {
      board.removeEventListener('wheel', wheel);
      resize.disconnect();
      ground.current?.destroy();
    };
  }, []);

  // With the drawing: who sees that it is their turn can move.
  useLayoutEffect(() => {
    const dests = new Map<Key, Key[]>();
    for (const move of props.legal ?? []) {
      const from = move.slice(0, 2) as Key;
      dests.set(from, [...(dests.get(from) ?? []), move.slice(2, 4) as Key]);
    }
    ground.current?.set({
      fen: props.fen,
      orientation: props.orientation,
      turnColor: props.turn,
      check: props.check ? props.turn : false,
      lastMove: props.lastMove ? [props.lastMove.slice(0, 2) as Key, props.lastMove.slice(2, 4) as Key] : undefined,
      viewOnly: !props.movable,
      movable: { color: props.movable, dests },
      premovable: { enabled: !!props.premoves },
    });
    if (props.premoves && props.legal?.length && props.movable === props.turn) ground.current?.playPremove();
  }, [
    props.fen,
    props.orientation,
    props.turn,
    props.check,
    props.lastMove,
    props.legal?.join(),
    props.movable,
    props.premoves,
    props.version,
  ]);

  const drawn = JSON.stringify([props.arrows, props.rings]);
  useEffect(() => {
    const shapes = (props.arrows ?? []).map(
      ({ move, brush, thin }): DrawShape => ({
        orig: move.slice(0, 2) as Key,
        dest: move.slice(2, 4) as Key,
        brush,
        modifiers: thin ? { lineWidth: 5 } : undefined,
      }),
    );
    const rings = (props.rings ?? []).map((square): DrawShape => ({ orig: square as Key, brush: 'yellow' }));
    ground.current?.setAutoShapes([...shapes, ...rings]);
  }, [drawn, props.fen]);

  return (
    <div class="chessboard" aria-busy={!!props.waits}>
      <div ref={element} class="ground" aria-hidden="true" />
      <Squares
        fen={props.fen}
        orientation={props.orientation}
        legal={props.legal ?? []}
        onMove={props.movable && ((from, to) => props.onMove?.(from, to))}
      />
      <p class="unseen">{describe(props.fen)}</p>
      {props.children}
    </div>
  );
}

const NAMES: Record<string, Text> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

const colorOf = (sign: string): 'White' | 'Black' => (sign === sign.toUpperCase() ? 'White' : 'Black');

/** A piece in words. */
export const pieceName = (sign: string) =>
  t(colorOf(sign) === 'White' ? 'white {piece}' : 'black {piece}', { piece: t(NAMES[sign.toLowerCase()]) });

/** The squares as a grid of cells, one stop of the Tab key, walked with the arrows. The mouse goes through them. */
export function Squares(props: {
  fen: string;
  orientation: 'white' | 'black';
  legal: string[];
  onMove?: (from: string, to: string) => void;
  onPick?: (square: string) => void;
}) {
  const { squares } = fromFen(props.fen);
  const flipped = props.orientation === 'black';
  const [focused, setFocused] = useState(flipped ? 3 : 60);
  const [chosen, choose] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => choose(null), [props.fen]);
  const walk = (event: KeyboardEvent, at: number) => {
    const name = squareName(at);
    const turn = flipped ? -1 : 1;
    const step = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, -turn], ArrowDown: [0, turn] }[event.key];
    if (event.key === 'Escape') return choose(null);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      if (props.onPick) return props.onPick(name);
      if (!props.onMove) return;
      if (chosen && chosen !== name) props.onMove(chosen, name);
      return choose(chosen || !squares[at] ? null : name);
    }
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const [column, row] = [(at % 8) + step[0], Math.floor(at / 8) + step[1]];
    if (column < 0 || row < 0 || column > 7 || row > 7) return;
    setFocused(8 * row + column);
    grid.current?.querySelector<HTMLElement>(`[data-square=${squareName(8 * row + column)}]`)?.focus();
  };
  const cell = (at: number) => {
    const name = squareName(at);
    const target = chosen && props.legal.some((move) => move.startsWith(chosen + name));
    const what = squares[at] ? pieceName(squares[at]) : t('empty');
    const state = chosen === name ? `, ${t('chosen')}` : target ? `, ${t('can be reached')}` : '';
    return (
      <div
        key={name}
        role="gridcell"
        data-square={name}
        tabIndex={at === focused ? 0 : -1}
        aria-label={`${name}: ${what}${state}`}
        aria-selected={chosen === name}
        class={[chosen === name && 'chosen', target && 'target'].filter(Boolean).join(' ')}
        onKeyDown={(event) => walk(event, at)}
        onFocus={() => setFocused(at)}
      />
    );
  };
  const order = Array.from({ length: 64 }, (_, at) => (flipped ? 63 - at : at));
  return (
    <div class="square-cells" role="grid" aria-label={t('Chess board')} ref={grid}>
      {Array.from({ length: 8 }, (_, row) => (
        <div role="row" key={row}>
          {order.slice(8 * row, 8 * row + 8).map(cell)}
        </div>
      ))}
    </div>
  );
}

/** A position in words, for those who cannot see the board. */
export function describe(fen: string): string {
  const pieces: Record<'White' | 'Black', string[]> = { White: [], Black: [] };
  const position = fromFen(fen);
  position.squares.forEach((sign, at) => {
    if (sign) pieces[colorOf(sign)].push(`${t(NAMES[sign.toLowerCase()] ?? 'king')} ${squareName(at)}`);
  });
  const turn = position.turn === 'b' ? t('Black to move') : t('White to move');
  return `${turn}. ${t('White')}: ${pieces.White.join(', ')}. ${t('Black')}: ${pieces.Black.join(', ')}.`;
}
