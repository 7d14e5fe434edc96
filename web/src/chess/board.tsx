// The chess board: chessground for the hands, and a description in words for everyone else.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './board.css';

export interface BoardProps {
  fen: string;
  /** Whether the position is known to be this one; until then the pieces stay where the hand has put them. */
  settled?: boolean;
  orientation: 'white' | 'black';
  turn: 'white' | 'black';
  check?: boolean;
  lastMove?: string;
  /** Legal moves in UCI notation. */
  legal?: string[];
  /** Who may move by hand. */
  movable?: 'white' | 'black' | 'both';
  arrows?: { move: string; brush: string }[];
  /** Squares with a ring around them. */
  rings?: string[];
  /** Called with any move that was tried, legal or not, without promotion. */
  onMove?: (from: string, to: string) => void;
  /** Changes when the board must be set up anew, as after an illegal move. */
  version?: number;
}

export function Board(props: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    ground.current = Chessground(element.current!, {
      fen: props.fen,
      coordinates: true,
      animation: { duration: 160 },
      highlight: { check: true, lastMove: true },
      movable: { free: true, showDests: true, events: { after: (from, to) => latest.current.onMove?.(from, to) } },
      drawable: { enabled: true },
      disableContextMenu: true,
    });
    const resize = new ResizeObserver(() => ground.current?.redrawAll());
    resize.observe(element.current!);
    return () => {
      resize.disconnect();
      ground.current?.destroy();
    };
  }, []);

  useEffect(() => {
    const dests = new Map<Key, Key[]>();
    for (const move of props.legal ?? []) {
      const from = move.slice(0, 2) as Key;
      dests.set(from, [...(dests.get(from) ?? []), move.slice(2, 4) as Key]);
    }
    ground.current?.set({
      ...(props.settled === false ? {} : { fen: props.fen }),
      orientation: props.orientation,
      turnColor: props.turn,
      check: props.check ? props.turn : false,
      lastMove: props.lastMove ? [props.lastMove.slice(0, 2) as Key, props.lastMove.slice(2, 4) as Key] : undefined,
      viewOnly: !props.movable,
      movable: { color: props.movable, dests },
    });
  }, [
    props.fen,
    props.settled,
    props.orientation,
    props.turn,
    props.check,
    props.lastMove,
    props.legal,
    props.movable,
    props.version,
  ]);

  const drawn = JSON.stringify([props.arrows, props.rings]);
  useEffect(() => {
    const shapes = (props.arrows ?? []).map(
      ({ move, brush }): DrawShape => ({ orig: move.slice(0, 2) as Key, dest: move.slice(2, 4) as Key, brush }),
    );
    const rings = (props.rings ?? []).map((square): DrawShape => ({ orig: square as Key, brush: 'yellow' }));
    ground.current?.setAutoShapes([...shapes, ...rings]);
  }, [drawn, props.fen]);

  return (
    <div class="chessboard">
      <div ref={element} class="ground" aria-hidden="true" />
      <p class="unseen">{describe(props.fen)}</p>
    </div>
  );
}

const NAMES: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

/** A position in words, for those who cannot see the board. */
export function describe(fen: string): string {
  const men: Record<'White' | 'Black', string[]> = { White: [], Black: [] };
  fen
    .split(' ')[0]
    .split('/')
    .forEach((row, index) => {
      let file = 0;
      for (const sign of row) {
        if (/\d/.test(sign)) file += Number(sign);
        else {
          const square = `${'abcdefgh'[file]}${8 - index}`;
          men[sign === sign.toUpperCase() ? 'White' : 'Black'].push(`${NAMES[sign.toLowerCase()]} ${square}`);
          file += 1;
        }
      }
    });
  const turn = fen.split(' ')[1] === 'b' ? 'Black' : 'White';
  return `${turn} to move. White: ${men.White.join(', ')}. Black: ${men.Black.join(', ')}.`;
}
