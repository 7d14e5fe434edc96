// A small board that only shows a position.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key } from '@lichess-org/chessground/types';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function MiniBoard(props: { fen: string; lastMove?: string; orientation?: 'white' | 'black' }) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | null>(null);
  useLayoutEffect(() => {
    ground.current = Chessground(element.current!, { viewOnly: true, coordinates: false, animation: { enabled: false } });
    return () => ground.current?.destroy();
  }, []);
  useLayoutEffect(() => {
    const last = props.lastMove;
    ground.current?.set({
      fen: props.fen,
      orientation: props.orientation ?? 'white',
      lastMove: last ? [last.slice(0, 2) as Key, last.slice(2, 4) as Key] : undefined,
    });
  }, [props.fen, props.lastMove, props.orientation]);
  return (
    <div class="chessboard mini" aria-hidden="true">
      <div class="ground" ref={element} />
    </div>
  );
}
