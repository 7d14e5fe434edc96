// The Death Stacks table: against the bot or a second person.
import { useEffect, useRef, useState } from 'preact/hooks';
import { brought, linkTo, useAddress, useTitle } from '../address';
import { ask, listen, words, type Running } from '../api';
import { question } from '../dialogs';
import { t, told, type Text } from '../lang';
import { CELL, Grid } from '../grid';
import { Choice, Copy, Fold, Notice, Paste } from '../parts';
import { useRetry } from '../retry';
import { read, store, useStored } from '../stored';
import type { DeathStacksNews, DeathStacksStanding as Standing, Side, Way } from '../types';
import { Stack, shade, squareName, stackName } from './stack';

interface Game {
  fen?: string;
  first: Side;
  moves: string[];
  /** Whom the bot plays. */
  bot: Side | 'nobody';
  repetition: boolean;
}

const LEVELS = [
  ['1', 'Beginner'],
  ['3', 'Casual'],
  ['full', 'Full strength'],
] as const;

const RULES =
  'A stack belongs to the colour on top. Take the top stones of a stack of yours, as many as you like, and move them exactly that many squares in one of eight directions, over everything; at the edge they bounce back. They land on top of whatever is there. A stack of yours with more than four stones must move first and leave at most four. Whoever has no move has lost.';

const cellOf = (square: string) => 'abcdef'.indexOf(square[0]) + 6 * (6 - Number(square[1]));
const newGame = (): Game => ({ first: 'red', moves: [], bot: 'blue', repetition: false });
const title = (side: Side) => t(side === 'red' ? 'Red' : 'Blue');

function addressOf(game: Game): URLSearchParams {
  const query = new URLSearchParams();
  if (game.fen) query.set('fen', `${game.fen} ${game.first[0]}`);
  if (game.moves.length) query.set('moves', game.moves.join(' '));
  return query;
}

/** Takes a game given in the address onto the table: `#deathstacks?fen=…&moves=a6-2-a4`. */
function openLink() {
  const query = brought('deathstacks');
  if (!query) return;
  const [fen, player] = query.get('fen')?.trim().split(/\s+/) ?? [];
  const known = read<Game>('deathstacks/game') ?? newGame();
  const moves = query.get('moves')?.split(' ').filter(Boolean) ?? [];
  store('deathstacks/game', { ...known, fen, first: player?.startsWith('b') ? 'blue' : 'red', moves });
}

export function DeathStacksTable() {
  useState(openLink);
  const [game, setGame] = useStored<Game>('deathstacks/game', newGame);
  const [level, setLevel] = useStored<(typeof LEVELS)[number][0]>('deathstacks/level', () => '3');
  const [standing, setStanding] = useState<Standing | null>(null);
  const [chosen, setChosen] = useState<{ square: string; steps: number } | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [message, setMessage] = useState('');
  const [thinking, setThinking] = useState(false);
  const [hint, setHint] = useState<string | null>(null);
  const [attempt, failed] = useRetry();
  // A search for a hint, to be given up when the position changes.
  const hinting = useRef<Running | null>(null);

  useAddress('deathstacks', addressOf(game));
  useTitle('Death Stacks');
  const place = { fen: game.fen, player: game.first, moves: game.moves, repetition: game.repetition };
  const key = JSON.stringify(place);
  useEffect(() => {
    const control = new AbortController();
    setChosen(null);
    setHint(null);
    ask<Standing>('/deathstacks/position', place, control.signal).then(setStanding, (error) => {
      if (control.signal.aborted) return;
      setMessage(words(error));
      failed(error);
    });
    return () => {
      control.abort();
      hinting.current?.stop();
      setMessage('');
    };
  }, [key, attempt]);

  const think = (millis: number, depth: number | undefined, then: (move: string) => void) =>
    listen<DeathStacksNews>(
      '/deathstacks/move',
      { place, millis, depth },
      (news) => news.best && then(news.best),
    );
  const play = (move: string) => {
    setMessage('');
    setGame((old) => ({ ...old, moves: [...old.moves, move] }));
  };

  // The standing belongs to this game only if it has the right mover: moves alternate.
  const mover: Side = (game.moves.length % 2 === 0) === (game.first === 'red') ? 'red' : 'blue';
  const fresh = standing?.mover === mover;
  const botTurn = !!standing && fresh && !standing.end && standing.mover === game.bot;
  useEffect(() => {
    if (!botTurn) return;
    setThinking(true);
    const running = think(500, level === 'full' ? undefined : Number(level), play);
    const gone = (error: unknown) => {
      setMessage(words(error));
      failed(error);
    };
    running.done.catch(gone).finally(() => setThinking(false));
    return () => running.stop();
  }, [botTurn, key, attempt]);

  const free = !!standing && fresh && !standing.end && !botTurn;
  const ways = standing?.moves.filter((way) => way.start === chosen?.square && way.steps === chosen.steps) ?? [];
  const countsOf = (square: string) => [
    ...new Set(standing?.moves.filter((way) => way.start === square).map((way) => way.steps)),
  ];

  const choose = (square: string, wanted?: number) => {
    const counts = countsOf(square);
    if (!counts.length) return;
    const next = chosen?.square === square ? chosen.steps + 1 : counts[0];
    const steps = counts.includes(wanted ?? next) ? (wanted ?? next) : counts[0];
    setChosen({ square, steps });
  };
  const pick = (cell: number, event: MouseEvent | KeyboardEvent) => {
    if (!free || !standing) return;
    const square = squareName(cell);
    const way = ways.find((way) => way.target === square);
    if (way) return play(way.move);
    if (countsOf(square).length) {
      setMessage('');
      const stone = (event.target as Element).closest<SVGElement>('[data-take]');
      return choose(square, stone ? Number(stone.dataset.take) : undefined);
    }
    setChosen(null);
    const stones = standing.stacks[cell];
    if (!stones) return;
    const own = stones[0] === standing.mover[0];
    setMessage(
      own
        ? t('Another stack is too tall: {squares} must move.', { squares: standing.too_tall.join(t(' or ')) })
        : t(standing.mover === 'red' ? 'This stack is not Red’s.' : 'This stack is not Blue’s.'),
    );
  };

  const takeBack = () => {
    const count = game.bot === 'nobody' || game.moves.length % 2 !== (game.bot === game.first ? 1 : 0) ? 1 : 2;
    setMessage('');
    setGame({ ...game, moves: game.moves.slice(0, Math.max(0, game.moves.length - count)) });
  };
  const showHint = () => {
    setMessage(t('Looking for a good move…'));
    hinting.current = think(500, undefined, (move) => {
      setHint(move);
      setMessage(t('How about {move}?', { move }));
      const [square, steps] = move.split('-');
      setChosen({ square, steps: Number(steps) });
    });
    hinting.current.done.catch((error) => setMessage(words(error)));
  };

  const last = game.moves.at(-1)?.split('-');
  const status = !standing
    ? ''
    : standing.end
      ? `${standing.end.winner ? t('{player} wins', { player: title(standing.end.winner) }) : t('Drawn')}: ${told(standing.end.reason)}.`
      : thinking
        ? t('The bot thinks…')
        : `${t('{player} to move', { player: title(standing.mover) })}.`;
  const shown = ways.filter((way) => pointed === null || way.target === squareName(pointed)).length
    ? ways.filter((way) => pointed === null || way.target === squareName(pointed))
    : ways;

  return (
    <div class="table">
      <section class="board-side" aria-label={t('Board')}>
        <Grid
          columns={6}
          rows={6}
          label={t('{game} board', { game: 'Death Stacks' })}
          columnNames={[...'abcdef']}
          rowNames={[...'654321']}
          name={(cell) => describe(cell, standing?.stacks[cell] ?? '', ways)}
          cellClass={(cell) => {
            const square = squareName(cell);
            return [
              'stack-cell',
              shade(cell),
              chosen?.square === square && 'chosen',
              ways.some((way) => way.target === square) && 'landing',
              last && (last[0] === square || last[2] === square) && 'last',
              hint?.endsWith(square) && 'hinted',
              standing?.too_tall.includes(square) && 'too-tall',
              free && countsOf(square).length > 0 && 'own',
            ]
              .filter(Boolean)
              .join(' ');
          }}
          draw={(cell) => (
            <Stack
              stones={standing?.stacks[cell] ?? ''}
              taken={chosen?.square === squareName(cell) ? chosen.steps : 0}
            />
          )}
          onPick={pick}
          onPoint={setPointed}
          onKey={(cell, event) => {
            if (/^[1-9]$/.test(event.key)) choose(squareName(cell), Number(event.key));
            if (event.key === 'Escape') setChosen(null);
          }}
          over={shown.flatMap((way) =>
            way.paths.map((path) => <polyline key={way.move + path[1]} class="way" points={points(path)} />),
          )}
        />
      </section>
      <section class="panel" aria-label={t('Game')}>
        <Notice text={status} />
        {message && <Notice text={message} />}
        {standing && standing.too_tall.length > 0 && !standing.end && (
          <p class="notice bad">
            {t('Too tall: {player} must move from {squares} and leave at most four stones.', {
              player: title(standing.mover),
              squares: standing.too_tall.join(t(' or ')),
            })}
          </p>
        )}
        {chosen && (
          <div class="row" role="group" aria-label={t('How many stones')}>
            <span class="faint">{t('Take')}</span>
            {countsOf(chosen.square).map((steps) => (
              <button key={steps} aria-pressed={steps === chosen.steps} onClick={() => setChosen({ ...chosen, steps })}>
                {steps}
              </button>
            ))}
            <span class="faint">{t('from {square}, then choose a marked square', { square: chosen.square })}</span>
          </div>
        )}
        {!chosen && free && (
          <p class="faint">{t('Click the lowest stone you want to take along: they go one square for each stone.')}</p>
        )}
        <div class="row">
          <button onClick={takeBack} disabled={!game.moves.length}>
            {t('Take back')}
          </button>
          <button onClick={showHint} disabled={!free}>
            {t('Hint')}
          </button>
        </div>
        <ol class="moves plain" aria-label={t('Moves')} tabIndex={0}>
          {!game.moves.length && <li class="faint">{t('No moves yet.')}</li>}
          {game.moves.map((move, at) => (
            <li key={at} class={(at % 2 === 0) === (game.first === 'red') ? 'red' : 'blue'}>
              {move}
            </li>
          ))}
        </ol>
        <Fold title={t('New game')} open={!game.moves.length}>
          <div class="row">
            <Choice
              label={t('The bot plays')}
              value={game.bot}
              options={[
                ['blue', t('Blue')],
                ['red', t('Red')],
                ['nobody', t('Nobody: two people')],
              ]}
              onChange={(bot) => setGame({ ...game, bot })}
            />
            <Choice label={t('Strength')} value={level} options={LEVELS.map(([level, name]) => [level, t(name as Text)] as const)} onChange={setLevel} />
          </div>
          <label class="check">
            <input
              type="checkbox"
              checked={game.repetition}
              onChange={(event) => setGame({ ...game, repetition: event.currentTarget.checked })}
            />
            {t('A position that occurs three times is a draw')}
          </label>
          <div class="row">
            <button
              class="main"
              onClick={async () => {
                const runs = game.moves.length > 1 && !standing?.end;
                if (runs && !(await question(t('A game is being played. Give it up?'), t('Give it up'), t('Go on playing')))) return;
                setMessage('');
                setGame({ ...newGame(), bot: game.bot, repetition: game.repetition });
              }}
            >
              {t('New game')}
            </button>
          </div>
        </Fold>
        <Fold title={t('Position')}>
          <Copy label="FEN" text={standing ? `${standing.fen} ${standing.mover[0]}` : ''} />
          <Copy label={t('Link')} text={linkTo('deathstacks', addressOf(game))} />
          <Paste
            label={t('Paste a FEN; add b if Blue is to move')}
            button={t('Load')}
            onPaste={async (text) => {
              const [fen, player] = text.trim().split(/\s+/);
              const first: Side = player?.startsWith('b') ? 'blue' : 'red';
              try {
                await ask('/deathstacks/position', { fen, player: first });
              } catch (error) {
                return words(error);
              }
              setGame({ ...game, fen, first, moves: [] });
            }}
          />
        </Fold>
        <Fold title={t('Rules')}>
          <p class="faint">
            {t(RULES)}
          </p>
        </Fold>
      </section>
    </div>
  );
}

function points(path: string[]): string {
  return path
    .map((square) => {
      const cell = cellOf(square);
      return `${((cell % 6) + 0.5) * CELL},${(Math.floor(cell / 6) + 0.5) * CELL}`;
    })
    .join(' ');
}

function describe(cell: number, stones: string, ways: Way[]): string {
  const landing = ways.some((way) => way.target === squareName(cell)) ? `, ${t('can land here')}` : '';
  return stackName(cell, stones) + landing;
}
