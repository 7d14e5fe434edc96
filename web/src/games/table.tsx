// The table for any game: the list of games, a board to click, the bot, the rules.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ask, fetchList, listen, words, type Running } from '../api';
import { Choice, Copy, Fold, Notice, Paste } from '../parts';
import { useStored } from '../stored';
import { Board, type Picture } from './board';
import { Editor } from './editor';

export interface About {
  name: string;
  title: string;
  parameters: [string, number][];
}

interface Standing {
  game: string;
  title: string;
  settings: [string, number][];
  players: [string, string];
  position: string;
  mover: number;
  picture: Picture;
  moves: { move: string; clicks: string[] }[];
  record: string[];
  end: { winner: number | null; why: string } | null;
  rules: string | null;
}

interface Game {
  name: string;
  /** The text of the rules, where the game is the person's own. */
  rules?: string;
  settings: [string, number][];
  position?: string;
  moves: string[];
  /** Whom the bot plays. */
  bot: '0' | '1' | 'nobody';
}

const LEVELS = [
  ['1', '1: beginner'],
  ['3', '3'],
  ['5', '5'],
  ['7', '7'],
  ['full', 'Full strength'],
] as const;

const newGame = (name: string): Game => ({ name, settings: [], moves: [], bot: '1' });

/** A game from the address: `#games?name=hex`, or `#games?rules=…` with the text in it. */
export function gameFromLink(): Game | null {
  const [table, query] = location.hash.slice(1).split('?');
  if (table !== 'games' || !query) return null;
  const given = new URLSearchParams(query);
  const rules = given.get('rules');
  const name = rules ? 'own' : given.get('name');
  if (!name) return null;
  const settings = given.getAll('set').flatMap((text) => {
    const [key, value] = text.split('=');
    return value !== undefined && Number.isInteger(Number(value)) ? [[key, Number(value)] as [string, number]] : [];
  });
  const moves = given.get('moves')?.split(' ').filter(Boolean) ?? [];
  return { ...newGame(name), rules: rules ?? undefined, settings, moves, position: given.get('position') ?? undefined };
}

function linkOf(game: Game): string {
  const query = new URLSearchParams();
  if (game.rules) query.set('rules', game.rules);
  else query.set('name', game.name);
  for (const [key, value] of game.settings) query.append('set', `${key}=${value}`);
  if (game.position) query.set('position', game.position);
  if (game.moves.length) query.set('moves', game.moves.join(' '));
  return `${location.origin}${location.pathname}#games?${query}`;
}

export function GamesTable() {
  const [game, setGame] = useStored<Game>('games/game', () => newGame('connect-four'));
  const [level, setLevel] = useStored<(typeof LEVELS)[number][0]>('games/level', () => '5');
  const [games, setGames] = useState<About[]>([]);
  const [standing, setStanding] = useState<Standing | null>(null);
  const [clicks, setClicks] = useState<string[]>([]);
  const [message, setMessage] = useState('');
  const [thinking, setThinking] = useState(false);
  const [hint, setHint] = useState<string[]>([]);
  const hinting = useRef<Running | null>(null);

  useEffect(() => {
    const linked = gameFromLink();
    if (linked) setGame(linked);
    fetchList<{ games: About[] }>('/games').then(
      (answer) => setGames(answer.games),
      (error) => setMessage(words(error)),
    );
  }, []);

  const place = { position: game.position, moves: game.moves, settings: game.settings, rules: game.rules };
  const key = JSON.stringify([game.name, place]);
  const [shownFor, setShownFor] = useState('');
  useEffect(() => {
    const control = new AbortController();
    setClicks([]);
    setHint([]);
    ask<Standing>(`/games/${game.name}/position`, place, control.signal).then(
      (answer) => {
        setStanding(answer);
        setShownFor(key);
      },
      (error) => {
        if (!control.signal.aborted) setMessage(words(error));
      },
    );
    return () => {
      control.abort();
      hinting.current?.stop();
      setMessage('');
    };
  }, [key]);

  const fresh = !!standing && shownFor === key;
  const think = (then: (move: string, proven: boolean, score: number) => void) =>
    listen<{ type: 'done'; best: string | null; proven: boolean; score: number }>(
      `/games/${game.name}/move`,
      { place, millis: 600, level: level === 'full' ? undefined : Number(level) },
      (found) => found.best && then(found.best, found.proven, found.score),
    );
  const play = (move: string) => {
    setMessage('');
    setGame((old) => ({ ...old, moves: [...old.moves, move] }));
  };
  const botTurn = fresh && !standing.end && String(standing.mover) === game.bot;
  useEffect(() => {
    if (!botTurn) return;
    setThinking(true);
    const running = think(play);
    running.done.catch((error) => setMessage(words(error))).finally(() => setThinking(false));
    return () => running.stop();
  }, [botTurn, key]);

  const free = fresh && !standing.end && !botTurn;
  // The moves that begin with what was clicked, and what may be clicked next.
  const open = useMemo(
    () => (free ? standing.moves.filter((move) => clicks.every((click, at) => move.clicks[at] === click)) : []),
    [free, standing, clicks],
  );
  const next = new Set(open.filter((move) => move.clicks.length > clicks.length).map((move) => move.clicks[clicks.length]));
  const cells = new Set(standing?.picture.cells.map((cell) => cell.name));
  const buttons = [...next].filter((click) => !cells.has(click));
  const whole = open.find((move) => move.clicks.length === clicks.length && clicks.length > 0);

  const pick = (click: string) => {
    if (!free) return;
    setMessage('');
    if (next.has(click)) return take([...clicks, click]);
    // Another start than the one chosen.
    if (standing.moves.some((move) => move.clicks[0] === click)) return take([click]);
    if (clicks.length) {
      void explain([...clicks, click]);
      return setClicks([]);
    }
    const stands = standing.picture.cells.find((cell) => cell.name === click)?.tokens.at(-1);
    const own = stands?.player === standing.mover;
    setMessage(own ? `What stands on ${click} cannot move now.` : `There is no move that begins at ${click}.`);
  };
  const take = (chosen: string[]) => {
    const fitting = standing!.moves.filter((move) => chosen.every((click, at) => move.clicks[at] === click));
    const done = fitting.find((move) => move.clicks.length === chosen.length);
    if (done && fitting.length === 1) return play(done.move);
    setClicks(chosen);
  };
  /** Why the clicked move is not legal, in the words of the rules. */
  const explain = async (wanted: string[]) => {
    const like = standing!.moves.find((move) => move.clicks.length === wanted.length);
    const text = like ? wanted.reduce((move, click, at) => move.replace(like.clicks[at], click), like.move) : wanted.join('-');
    const told = await ask<{ legal: boolean; why: string }>(`/games/${game.name}/why`, { place, move: text }).catch(() => null);
    setMessage(told && !told.legal ? `${wanted.join(' to ')}: ${told.why}.` : `${wanted.join(' to ')} is no move here.`);
  };

  const showHint = () => {
    setMessage('Looking for a good move…');
    hinting.current = think((move, proven, score) => {
      const found = standing?.moves.find((legal) => legal.move === move);
      setHint(found?.clicks ?? []);
      const sure = proven ? (score > 0 ? ' It wins.' : score < 0 ? ' It loses in the end, but last.' : ' It draws.') : '';
      setMessage(`How about ${move}?${sure}`);
    });
    hinting.current.done.catch((error) => setMessage(words(error)));
  };
  const takeBack = () => {
    setMessage('');
    const steps = game.bot === 'nobody' || botTurn || game.moves.length < 2 ? 1 : 2;
    setGame({ ...game, moves: game.moves.slice(0, Math.max(0, game.moves.length - steps)) });
  };
  const start = (name: string, more: Partial<Game> = {}) => {
    if (game.moves.length > 1 && standing && !standing.end && !confirm('Leave the game that is being played?')) return;
    setStanding(null);
    setMessage('');
    setGame({ ...newGame(name), bot: game.bot, ...more });
  };

  const status = !standing
    ? ''
    : standing.end
      ? `${standing.end.winner === null ? 'Drawn' : `${capital(standing.players[standing.end.winner])} wins`}: ${standing.end.why}.`
      : thinking
        ? 'The bot thinks…'
        : `${capital(standing.players[standing.mover])} to move.`;
  const about = games.find((known) => known.name === game.name);
  const last = standing?.record.at(-1);
  const lastCells = new Set([...cells].filter((cell) => last && new RegExp(`(^|[^a-z])${cell}([^0-9]|$)`).test(last)));

  return (
    <div class="table">
      <section class="board-side" aria-label="Board">
        {standing && (
          <Board
            picture={standing.picture}
            label={`${standing.title} board`}
            players={standing.players}
            targets={free ? new Set([...next].filter((click) => cells.has(click))) : new Set()}
            chosen={clicks}
            last={lastCells}
            hinted={new Set(hint)}
            onPick={pick}
          />
        )}
      </section>
      <section class="panel" aria-label="Game">
        <label class="choice">
          <span>Game</span>
          <select value={game.name} onChange={(event) => start(event.currentTarget.value)}>
            {games.map((known) => (
              <option key={known.name} value={known.name}>
                {known.title}
              </option>
            ))}
            {game.rules !== undefined && <option value="own">My own rules</option>}
          </select>
        </label>
        <Notice text={status} kind={standing?.end ? 'good' : 'plain'} />
        {message && <Notice text={message} />}
        {(buttons.length > 0 || whole) && (
          <div class="row" role="group" aria-label="Choices">
            {buttons.map((click) => (
              <button key={click} onClick={() => pick(click)}>
                {capital(click)}
              </button>
            ))}
            {whole && <button onClick={() => play(whole.move)}>Stop here</button>}
          </div>
        )}
        <div class="row">
          <button onClick={takeBack} disabled={!game.moves.length}>
            Take back
          </button>
          <button onClick={showHint} disabled={!free}>
            Hint
          </button>
          <button onClick={() => setClicks([])} disabled={!clicks.length}>
            Unselect
          </button>
        </div>
        <ol class="moves plain" aria-label="Moves" tabIndex={0}>
          {!standing?.record.length && <li class="faint">No moves yet.</li>}
          {standing?.record.map((move, at) => (
            <li key={at}>{move}</li>
          ))}
        </ol>
        <Fold title="New game" open={!game.moves.length}>
          <div class="row">
            <Choice
              label="The bot plays"
              value={game.bot}
              options={[
                ['1', capital(standing?.players[1] ?? 'second')],
                ['0', capital(standing?.players[0] ?? 'first')],
                ['nobody', 'Nobody: two people'],
              ]}
              onChange={(bot) => setGame({ ...game, bot })}
            />
            <Choice label="Level" value={level} options={LEVELS} onChange={setLevel} />
          </div>
          <div class="row">
            {(standing?.settings ?? about?.parameters ?? []).map(([name, value]) => (
              <label key={name} class="choice">
                <span>{capital(name)}</span>
                <input
                  type="number"
                  value={value}
                  onChange={(event) => {
                    const chosen = Number(event.currentTarget.value);
                    const others = game.settings.filter(([other]) => other !== name);
                    start(game.name, { rules: game.rules, settings: [...others, [name, chosen]] });
                  }}
                />
              </label>
            ))}
          </div>
          <div class="row">
            <button class="main" onClick={() => start(game.name, { rules: game.rules, settings: game.settings })}>
              New game
            </button>
          </div>
        </Fold>
        <Fold title="Position and link">
          <Copy label="Position" text={standing?.position ?? ''} />
          <Copy label="Link" text={linkOf(game)} />
          <Paste
            label="Paste a position"
            button="Load"
            onPaste={async (text) => {
              const position = text.trim();
              try {
                await ask(`/games/${game.name}/position`, { ...place, position, moves: [] });
              } catch (error) {
                return words(error);
              }
              setGame({ ...game, position, moves: [] });
            }}
          />
        </Fold>
        <Fold title="Rules">
          <Editor
            text={standing?.rules ?? ''}
            name={game.name}
            onPlay={(rules) => start('own', { rules })}
          />
        </Fold>
      </section>
    </div>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
