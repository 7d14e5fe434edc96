// Setting up a position: choose a piece, click squares or press Enter on them; drag pieces about; drop them off the
// board. The FEN goes along with every change.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Color, Key, Role } from '@lichess-org/chessground/types';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t, type Text } from '../lang';
import { mayMove } from '../settings';
import { Squares } from './board';
import { Prospects } from './prospects';

const ROLES: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
type Tool = { color: Color; role: Role } | 'hand' | 'remove';

const LETTERS: Record<string, Role> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

/** A board to set up, its palette and its switches. `onChange` hears the FEN after every change. */
export function SetUp(props: { fen: string; onChange: (fen: string) => void; rings?: string[]; children?: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | null>(null);
  const [tool, setTool] = useState<Tool>('hand');
  const chosen = useRef<Tool>(tool);
  chosen.current = tool;
  const fields = props.fen.split(/\s+/);
  const turn = fields[1] === 'b' ? 'b' : 'w';
  const castling = !fields[2] || fields[2] === '-' ? '' : fields[2];
  const tell = (board: string, some: { turn?: string; castling?: string } = {}) =>
    props.onChange(`${board} ${some.turn ?? turn} ${(some.castling ?? castling) || '-'} - 0 1`);
  const latest = useRef(tell);
  latest.current = tell;
  const put = (square: string) => {
    const tool = chosen.current;
    if (tool === 'hand') return;
    ground.current!.setPieces(new Map([[square as Key, tool === 'remove' ? undefined : tool]]));
    latest.current(ground.current!.getFen());
  };

  useLayoutEffect(() => {
    const changed = () => latest.current(ground.current!.getFen());
    const api = Chessground(element.current!, {
      fen: props.fen,
      animation: { enabled: mayMove() },
      movable: { free: true, color: 'both' },
      draggable: { deleteOnDropOff: true },
      selectable: { enabled: false },
      events: { select: put, change: changed },
    });
    ground.current = api;
    const resize = new ResizeObserver(() => api.redrawAll());
    resize.observe(element.current!);
    return () => {
      resize.disconnect();
      api.destroy();
    };
  }, []);
  useEffect(() => {
    if (ground.current!.getFen() !== fields[0]) ground.current!.set({ fen: fields[0] });
  }, [fields[0]]);

  const rings = props.rings?.join(' ') ?? '';
  useEffect(() => {
    const squares = rings ? rings.split(' ') : [];
    ground.current!.setAutoShapes(squares.map((square) => ({ orig: square as Key, brush: 'red' })));
  }, [rings]);

  const same = (other: Tool) => JSON.stringify(other) === JSON.stringify(tool);
  const pick = (square: string) => (tool === 'hand' ? undefined : put(square));
  const key = (event: KeyboardEvent) => {
    // A letter chooses a piece: small for Black, large for White, as in FEN.
    const role = LETTERS[event.key.toLowerCase()];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (role) setTool({ role, color: event.key === event.key.toLowerCase() ? 'black' : 'white' });
    else if (event.key === 'Delete' || event.key === 'Backspace') setTool('remove');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = (color: 'white' | 'black') => [...fields[0]].filter((sign) => (color === 'white' ? /[A-Z]/ : /[a-z]/).test(sign)).length;
  return (
    <div class="set-up" onKeyDown={key}>
      <div class="chessboard">
        <div class="ground" ref={element} aria-hidden="true" />
        <Squares fen={props.fen} orientation="white" legal={[]} onPick={pick} />
      </div>
      <div class="set-up-tools">
        <div class="palette" role="group" aria-label={t('Pieces')}>
          {(['white', 'black'] as const).flatMap((color) =>
            ROLES.map((role) => (
              <button
                key={color + role}
                aria-label={t(`${color} {piece}` as Text, { piece: t(role as Text) })}
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
            {t('Move')}
          </button>
          <button aria-pressed={tool === 'remove'} onClick={() => setTool('remove')}>
            {t('Remove')}
          </button>
          <button onClick={() => tell('8/8/8/8/8/8/8/8', { castling: '' })}>{t('Clear')}</button>
          <button onClick={() => tell('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', { castling: 'KQkq', turn: 'w' })}>
            {t('Start')}
          </button>
          <span class="faint" role="status">
            {t('{white} + {black} pieces', { white: count('white'), black: count('black') })}
          </span>
        </div>
        <div class="row">
          <label class="choice">
            <span>{t('To move')}</span>
            <select value={turn} onChange={(event) => tell(fields[0], { turn: event.currentTarget.value })}>
              <option value="w">{t('White')}</option>
              <option value="b">{t('Black')}</option>
            </select>
          </label>
          {[...'KQkq'].map((letter) => (
            <label key={letter} class="check">
              <input
                type="checkbox"
                checked={castling.includes(letter)}
                onChange={() =>
                  tell(fields[0], {
                    castling: [...'KQkq'].filter((known) => castling.includes(known) !== (known === letter)).join(''),
                  })
                }
              />
              {letter === letter.toUpperCase() ? t('White') : t('Black')} {letter.toUpperCase() === 'K' ? '0-0' : '0-0-0'}
            </label>
          ))}
        </div>
        {props.children}
      </div>
    </div>
  );
}

export function Editor(props: { fen: string; onDone: (fen: string) => Promise<string | void>; onCancel: () => void }) {
  const [fen, setFen] = useState(props.fen);
  const [wrong, setWrong] = useState('');
  // What the answers about the position are about; of another position they would be wrong.
  const [rings, setRings] = useState<string[]>([]);
  // The board is at the top, wherever on the page the wish for it was.
  useEffect(() => scrollTo(0, 0), []);
  const change = (next: string) => {
    setFen(next);
    setWrong('');
    setRings([]);
  };
  return (
    <div class="editor">
      <SetUp fen={fen} onChange={change} rings={rings}>
        <label class="paste">
          <span>FEN</span>
          <textarea rows={2} spellcheck={false} value={fen} onInput={(event) => change(event.currentTarget.value)} />
        </label>
        <div class="row">
          <button class="main" onClick={async () => setWrong((await props.onDone(fen)) ?? '')}>
            {t('Use this position')}
          </button>
          <button onClick={props.onCancel}>{t('Cancel')}</button>
        </div>
        <Prospects key={fen} fen={fen} onReason={setRings} />
        {wrong && (
          <p class="notice bad" role="alert">
            {wrong}
          </p>
        )}
      </SetUp>
    </div>
  );
}
