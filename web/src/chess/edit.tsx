// Setting up a position by hand: choose a man, click squares; drag men about; drop them off the board.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Color, Key, Role } from '@lichess-org/chessground/types';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const ROLES: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
type Tool = { color: Color; role: Role } | 'hand' | 'remove';

export function Editor(props: {
  fen: string;
  onDone: (fen: string) => Promise<string | void>;
  onCancel: () => void;
}) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | null>(null);
  const [tool, setTool] = useState<Tool>('hand');
  const chosen = useRef<Tool>(tool);
  chosen.current = tool;
  const fields = props.fen.split(' ');
  const [turn, setTurn] = useState(fields[1] ?? 'w');
  const [castling, setCastling] = useState(fields[2] === '-' ? '' : (fields[2] ?? ''));
  const [wrong, setWrong] = useState('');

  useLayoutEffect(() => {
    const api = Chessground(element.current!, {
      fen: props.fen,
      movable: { free: true, color: 'both' },
      draggable: { deleteOnDropOff: true },
      selectable: { enabled: false },
      events: {
        select: (key: Key) => {
          const tool = chosen.current;
          if (tool === 'hand') return;
          api.setPieces(new Map([[key, tool === 'remove' ? undefined : tool]]));
        },
      },
    });
    ground.current = api;
    return () => api.destroy();
  }, []);

  const done = async () => {
    const fen = `${ground.current!.getFen()} ${turn} ${castling || '-'} - 0 1`;
    setWrong((await props.onDone(fen)) ?? '');
  };
  const same = (other: Tool) => JSON.stringify(other) === JSON.stringify(tool);
  const toggle = (letter: string) =>
    setCastling((old) => [...'KQkq'].filter((known) => old.includes(known) !== (known === letter)).join(''));

  return (
    <div class="editor">
      <div class="chessboard">
        <div class="ground" ref={element} />
      </div>
      <div class="palette" role="group" aria-label="Men">
        {(['white', 'black'] as const).flatMap((color) =>
          ROLES.map((role) => (
            <button
              key={color + role}
              aria-label={`${color} ${role}`}
              aria-pressed={same({ color, role })}
              onClick={() => setTool({ color, role })}
            >
              <span class="cg-wrap">
                <piece class={`${role} ${color}`} />
              </span>
            </button>
          )),
        )}
      </div>
      <div class="row">
        <button aria-pressed={tool === 'hand'} onClick={() => setTool('hand')}>
          Move
        </button>
        <button aria-pressed={tool === 'remove'} onClick={() => setTool('remove')}>
          Remove
        </button>
        <button onClick={() => ground.current?.set({ fen: '8/8/8/8/8/8/8/8' })}>Clear</button>
        <button onClick={() => ground.current?.set({ fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR' })}>Start</button>
      </div>
      <div class="row">
        <label class="choice">
          <span>To move</span>
          <select value={turn} onChange={(event) => setTurn(event.currentTarget.value)}>
            <option value="w">White</option>
            <option value="b">Black</option>
          </select>
        </label>
        {[...'KQkq'].map((letter) => (
          <label key={letter} class="check">
            <input type="checkbox" checked={castling.includes(letter)} onChange={() => toggle(letter)} />
            {letter === letter.toUpperCase() ? 'White' : 'Black'} {letter.toUpperCase() === 'K' ? '0-0' : '0-0-0'}
          </label>
        ))}
      </div>
      <div class="row">
        <button class="main" onClick={done}>
          Use this position
        </button>
        <button onClick={props.onCancel}>Cancel</button>
      </div>
      {wrong && (
        <p class="notice bad" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
