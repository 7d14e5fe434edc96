// The table for any game: the list of games, a board to click, the bot, the rules.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { brought, linkTo, useAddress, useTitle } from '../address';
import { ApiError, ask, fetchList, listen, words, type Running } from '../api';
import { question } from '../dialogs';
import { moveText, named, t, told, toldRule } from '../lang';
import { Choice, Copy, Fold, Notice, Paste, takesKeys, useKeys, useMoveInSight } from '../parts';
import { useRetry } from '../retry';
import { read, store, useStored } from '../stored';
import type { GameFound, GameJudgement, GameStanding } from '../types';
import { Board, type Picture } from './board';
import { Editor } from './editor';
import { Gallery } from './gallery';
import { Parameters } from './parameters';

export interface About {
  name: string;
  title: string;
  parameters: [string, number][];
}

/** What other rooms tell as they tell it, with its form. */
interface Standing extends GameStanding {
  picture: Picture;
  moves: { move: string; clicks: string[]; ways?: string[][] }[];
  end: { winner: number | null; why: string } | null;
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
  /** Whether a position that occurs three times is a draw. */
  repetition?: boolean;
}

const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'full'] as const;
type Level = (typeof LEVELS)[number];
const levelName = (level: Level) => (level === 'full' ? t('Full strength') : level === '1' ? t('1: beginner') : level);

const FIRST = 'connect-four';
const newGame = (name: string): Game => ({ name, settings: [], moves: [], bot: '1' });

/** Whether there is something to lose. */
const hasBegun = (game: Game) => game.moves.length > 0 || !!game.position;

/** Takes a game given in the address onto the table: `#games?name=hex`, or `#games?rules=…` with the text in it. */
function openLink() {
  const given = brought('games');
  const rules = given?.get('rules');
  const name = rules ? 'own' : given?.get('name');
  if (!given || !name) return;
  const settings = given.getAll('set').flatMap((text) => {
    const [key, value] = text.split('=');
    return value !== undefined && Number.isInteger(Number(value)) ? [[key, Number(value)] as [string, number]] : [];
  });
  const moves = given.get('moves')?.split(' ').filter(Boolean) ?? [];
  const before = read<Game>('games/game');
  const bot = before?.bot ?? '1';
  if (before && hasBegun(before)) store('games/former', before);
  store('games/game', { ...newGame(name), bot, rules: rules ?? undefined, settings, moves, position: given.get('position') ?? undefined });
}

function addressOf(game: Game): URLSearchParams {
  const query = new URLSearchParams();
  if (game.rules) query.set('rules', game.rules);
  else query.set('name', game.name);
  for (const [key, value] of game.settings) query.append('set', `${key}=${value}`);
  if (game.position) query.set('position', game.position);
  if (game.moves.length) query.set('moves', game.moves.join(' '));
  return query;
}

export function GamesTable() {
  useState(openLink);
  const [game, setGame] = useStored<Game>('games/game', () => newGame(FIRST));
  // The game that lay here before another came over it.
  const [former, setFormer] = useStored<Game | null>('games/former', () => null);
  // The rules that somebody wrote last; they stay to be chosen while other games are played.
  const [own, setOwn] = useStored<string | null>('games/own', () => null);
  useEffect(() => {
    if (game.rules !== undefined) setOwn(game.rules);
  }, [game.rules]);
  const [level, setLevel] = useStored<Level>('games/level', () => '5');
  const [games, setGames] = useState<About[]>([]);
  const [standing, setStanding] = useState<Standing | null>(null);
  const [clicks, setClicks] = useState<string[]>([]);
  const [message, setMessage] = useState('');
  const [thinking, setThinking] = useState(false);
  const [hint, setHint] = useState<string[]>([]);
  const hinting = useRef<Running | null>(null);
  const [attempt, failed] = useRetry();

  useEffect(() => {
    fetchList<{ games: About[] }>('/games').then(
      (answer) => setGames(answer.games),
      failed,
    );
  }, [attempt]);
  useAddress('games', addressOf(game));
  useTitle(standing ? named('game', standing.title) : t('Games'));

  const { position, moves, settings, rules, repetition } = game;
  const place = { position, moves, settings, rules, repetition };
  // A name in a link may be anything.
  const pathTo = (what: string) => `/games/${encodeURIComponent(game.name)}/${what}`;
  const key = JSON.stringify([game.name, place]);
  const [shownFor, setShownFor] = useState('');
  // What was wrong with a link that was cut short: told until one does something, whatever the bot plays meanwhile.
  const [cutShort, setCutShort] = useState('');
  useEffect(() => {
    const control = new AbortController();
    setClicks([]);
    setHint([]);
    ask<Standing>(pathTo('position'), place, control.signal).then(
      (answer) => {
        setStanding(answer);
        setShownFor(key);
      },
      (error) => {
        if (control.signal.aborted) return;
        failed(error);
        // A link may lead where no game can go: then it leads as far as it can.
        const bad = error instanceof ApiError ? error.place : undefined;
        const legal = /^moves\/(\d+)$/.exec(bad ?? '')?.[1];
        const begun = { position: undefined, moves: [] };
        if (legal) setGame({ ...game, moves: game.moves.slice(0, Number(legal)) });
        else if (bad === 'position') setGame({ ...game, ...begun });
        else if (bad === 'settings') setGame({ ...game, ...begun, settings: [] });
        else if (error instanceof ApiError && ['no_such_game', 'not_found'].includes(error.code)) setGame({ ...newGame(FIRST), bot: game.bot });
        else return setMessage(words(error));
        setCutShort(words(error));
      },
    );
    return () => {
      control.abort();
      hinting.current?.stop();
      setMessage('');
    };
  }, [key, attempt]);

  // Where one looks back to, while the game itself stays where it is.
  const [back, lookBack] = useState<number | null>(null);
  const [past, setPast] = useState<Standing | null>(null);
  useEffect(() => lookBack(null), [key]);
  useEffect(() => {
    if (back === null) return setPast(null);
    const control = new AbortController();
    ask<Standing>(pathTo('position'), { ...place, moves: moves.slice(0, back) }, control.signal).then(setPast, (error) => {
      if (control.signal.aborted) return;
      setMessage(words(error));
      failed(error);
    });
    return () => control.abort();
  }, [back, key, attempt]);
  const look = (at: number) => lookBack(at < moves.length ? Math.max(0, at) : null);
  const at = back ?? moves.length;
  const list = useRef<HTMLOListElement>(null);
  useMoveInSight(list, `${at} of ${standing?.record.length}`);
  useKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target as HTMLElement)) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves.length }[event.key];
    if (to === undefined || !moves.length) return;
    event.preventDefault();
    look(to);
  });
  const shown = past ?? standing;

  const fresh = !!standing && shownFor === key;
  const think = (then: (move: string, proven: boolean, score: number) => void) =>
    listen<GameFound>(
      pathTo('move'),
      { place, millis: 600, level: level === 'full' ? undefined : Number(level) },
      (found) => found.best && then(found.best, found.proven, found.score),
    );
  const play = (move: string) => {
    setMessage('');
    setGame((old) => ({ ...old, moves: [...old.moves, move] }));
  };
  const playOwn = (move: string) => {
    setFormer(null);
    play(move);
  };
  const botTurn = fresh && !standing.end && String(standing.mover) === game.bot;
  useEffect(() => {
    if (!botTurn) return;
    setThinking(true);
    const running = think(play);
    running.done
      .catch((error) => {
        setMessage(words(error));
        failed(error);
      })
      .finally(() => setThinking(false));
    return () => running.stop();
  }, [botTurn, key, attempt]);

  const free = fresh && !standing.end && !botTurn && back === null;
  // The moves that begin with what was clicked, and what may be clicked next.
  const open = useMemo(
    () => (free ? standing.moves.filter((move) => clicks.every((click, at) => move.clicks[at] === click)) : []),
    [free, standing, clicks],
  );
  const next = new Set(open.filter((move) => move.clicks.length > clicks.length).map((move) => move.clicks[clicks.length]));
  const cells = new Set(standing?.picture.cells.map((cell) => cell.name));
  const buttons = [...next].filter((click) => !cells.has(click));
  const whole = open.find((move) => move.clicks.length === clicks.length && clicks.length > 0);
  /** How many pieces of a stack may be taken along, where the second click says that. */
  const countsOf = (cell: string) =>
    standing?.picture.stacks ? [...new Set(standing.moves.filter(({ clicks }) => clicks[0] === cell && /^\d+$/.test(clicks[1])).map(({ clicks }) => clicks[1]))] : [];
  const counts = clicks.length ? countsOf(clicks[0]) : [];

  const pick = (click: string, count?: number) => {
    if (!free) return;
    setMessage('');
    setCutShort('');
    const takes = countsOf(click);
    if (next.has(click) && (clicks.length || !takes.length)) return take([...clicks, click]);
    // Another start than the one chosen, or another number of pieces.
    if (takes.length) {
      const cycled = takes[clicks[0] === click ? (takes.indexOf(clicks[1]) + 1) % takes.length : 0];
      return take([click, takes.includes(String(count)) ? String(count) : cycled]);
    }
    if (standing.moves.some((move) => move.clicks[0] === click)) return take([click]);
    if (clicks.length) {
      void explain([...clicks, click]);
      return setClicks([]);
    }
    const stands = standing.picture.cells.find((cell) => cell.name === click)?.tokens.at(-1);
    const own = stands?.player === standing.mover;
    // Where moves have one form, the rules tell why none of them begins here.
    if (stands && standing.picture.stacks) return void explain([click, ...standing.moves[0].clicks.slice(1)]);
    const otherwise = t(own ? 'What stands on {cell} cannot move now.' : 'There is no move that begins at {cell}.', { cell: click });
    if (standing.moves.some((move) => move.clicks.length === 1)) return void explain([click], otherwise);
    setMessage(otherwise);
  };
  const take = (chosen: string[]) => {
    const fitting = standing!.moves.filter((move) => chosen.every((click, at) => move.clicks[at] === click));
    const done = fitting.find((move) => move.clicks.length === chosen.length);
    if (done && fitting.length === 1) return playOwn(done.move);
    setClicks(chosen);
  };
  /** Why the clicked move is not legal, in the words of the rules. */
  const explain = async (wanted: string[], otherwise?: string) => {
    const like = standing!.moves.find((move) => move.clicks.length === wanted.length);
    // Chess names the piece in a move, and another may have been clicked: it reads the squares alone as well.
    const text = game.name === 'chess' ? wanted.join('') : like ? withClicks(like, wanted) : wanted.join('-');
    const judged = await ask<GameJudgement>(pathTo('why'), { place, move: text }).catch(() => null);
    const way = (clicks.length ? wanted.filter((click) => cells.has(click)) : wanted.slice(0, 1)).join(` ${t('to')} `);
    setMessage(judged && !judged.legal ? `${way}: ${toldRule(told(judged.why))}.` : (otherwise ?? t('{way} is no move here.', { way })));
  };

  const showHint = () => {
    setMessage(t('Looking for a good move…'));
    hinting.current = think((move, proven, score) => {
      const found = standing?.moves.find((legal) => legal.move === move);
      setHint(found?.clicks ?? []);
      // How many pieces, and their way.
      if (found && countsOf(found.clicks[0]).length) setClicks(found.clicks.slice(0, 2));
      const sure = proven ? ` ${t(score > 0 ? 'It wins.' : score < 0 ? 'It loses in the end, but last.' : 'It draws.')}` : '';
      setMessage(t('How about {move}?', { move: written(game.name, move) }) + sure);
    });
    hinting.current.done.catch((error) => setMessage(words(error)));
  };
  // The last move of a person: the bot may have made several after it, or none.
  const ownMove = fresh ? standing.movers.findLastIndex((mover) => String(mover) !== game.bot) : -1;
  const takeBack = () => {
    setMessage('');
    setCutShort('');
    if (ownMove >= 0) setGame({ ...game, moves: game.moves.slice(0, ownMove) });
  };
  /** Lays another game on the table, from where the former can be had back. */
  const replace = (next: Game) => {
    if (hasBegun(game)) setFormer(game);
    setMessage('');
    setCutShort('');
    setGame(next);
  };
  const start = async (name: string, more: Partial<Game> = {}): Promise<boolean> => {
    const runs = game.moves.length > 1 && standing && !standing.end;
    if (runs && !(await question(t('A game is being played. Give it up?'), t('Give it up'), t('Go on playing')))) return false;
    setStanding(null);
    // What was typed over other rules of one's own says nothing about these.
    if (more.rules !== undefined && more.rules !== own) store('games/typed/own', null);
    replace({ ...newGame(name), bot: game.bot, repetition: game.repetition, ...more });
    return true;
  };
  const choose = async (list: HTMLSelectElement) => {
    const chosen = list.value;
    const begun = await start(chosen, chosen === 'own' ? { rules: own ?? '' } : {});
    if (!begun) list.value = game.name;
  };
  const startWith = async (name: string, value: number) => {
    const settings: [string, number][] = [...game.settings.filter(([other]) => other !== name), [name, value]];
    try {
      await ask(pathTo('position'), { rules, settings });
    } catch (error) {
      return words(error);
    }
    return start(game.name, { rules, settings });
  };

  const status = !standing
    ? ''
    : standing.end
      ? `${standing.end.winner === null ? t('Drawn') : t('{player} wins', { player: playerName(standing.players[standing.end.winner]) })}${because(standing.end.why)}.`
      : thinking
        ? t('The bot thinks…')
        : `${t('{player} to move', { player: playerName(standing.players[standing.mover]) })}.`;
  const about = games.find((known) => known.name === game.name);
  // In the order in which the rules name them.
  const order = about?.parameters.map(([name]) => name) ?? [];
  const parameters = [...(standing?.settings ?? about?.parameters ?? [])].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const last = shown?.record.at(-1);
  const lastCells = new Set([...cells].filter((cell) => last && new RegExp(`(^|[^a-z])${cell}([^0-9]|$)`).test(last)));

  return (
    <div class="table">
      <section class="board-side" aria-label={t('Board')}>
        {standing && shown && (
          <Board
            picture={shown.picture}
            rules={standing.rules}
            label={t('{game} board', { game: named('game', standing.title) })}
            players={standing.players}
            targets={free ? new Set([...next].filter((click) => cells.has(click))) : new Set()}
            chosen={clicks}
            last={lastCells}
            hinted={new Set(counts.length ? hint.slice(2) : hint)}
            taken={counts.length ? Number(clicks[1]) : 0}
            ways={clicks.length > 1 ? open.flatMap((move) => move.ways ?? []) : []}
            onPick={pick}
          />
        )}
      </section>
      <section class="panel" aria-label={t('Game')}>
        <label class="choice">
          <span>{t('Which game')}</span>
          <select value={game.name} onChange={(event) => void choose(event.currentTarget)}>
            {games.map((known) => (
              <option key={known.name} value={known.name}>
                {named('game', known.title)}
              </option>
            ))}
            {own !== null && <option value="own">{t('My own rules')}</option>}
          </select>
        </label>
        <Notice text={status} kind={standing?.end ? 'good' : 'plain'} />
        {cutShort && <Notice text={cutShort} kind="bad" />}
        <p class="unseen" role="status">
          {standing?.record.length ? t('Last move: {move}', { move: written(game.name, standing.record.at(-1)!) }) : ''}
        </p>
        {message && <Notice text={message} />}
        {counts.length > 0 && (
          <div class="row" role="group" aria-label={t('How many stones')}>
            <span class="faint">{t('Take')}</span>
            {counts.map((count) => (
              <button key={count} aria-pressed={count === clicks[1]} onClick={() => setClicks([clicks[0], count])}>
                {count}
              </button>
            ))}
            <span class="faint">{t('from {square}, then choose a marked square', { square: clicks[0] })}</span>
          </div>
        )}
        {standing?.picture.stacks && free && !clicks.length && <p class="faint">{t('Click the lowest stone you want to take along.')}</p>}
        {(buttons.length > 0 || whole) && (
          <div class="row" role="group" aria-label={t('Choices')}>
            {buttons.map((click) => (
              <button key={click} onClick={() => pick(click)}>
                {SIGNS[game.name]?.[click] ?? capital(told(click))}
              </button>
            ))}
            {whole && <button onClick={() => playOwn(whole.move)}>{t('Stop here')}</button>}
          </div>
        )}
        <div class="row">
          <button onClick={takeBack} disabled={ownMove < 0}>
            {t('Take back')}
          </button>
          <button onClick={showHint} disabled={!free}>
            {t('Hint')}
          </button>
          <button onClick={() => setClicks([])} disabled={!clicks.length}>
            {t('Unselect')}
          </button>
        </div>
        {former && (
          <div class="row">
            <button
              onClick={() => {
                replace(former);
                setFormer(null);
              }}
            >
              {t('Back to the game before')}
            </button>
          </div>
        )}
        <ol class="moves plain" ref={list} aria-label={t('Moves')} tabIndex={0}>
          {!standing?.record.length && <li class="faint">{t('No moves yet.')}</li>}
          {standing?.record.map((move, number) => (
            <li key={number}>
              <button class="move" aria-current={number + 1 === at} onClick={() => look(number + 1)}>
                {written(game.name, move)}
              </button>
            </li>
          ))}
        </ol>
        <Fold title={t('All games')} open={!game.moves.length && !brought('games')}>
          <Gallery games={games} chosen={game.name} onChoose={(name) => void start(name)} />
        </Fold>
        <Fold title={t('New game')} open={!game.moves.length}>
          <div class="row">
            <Choice
              label={t('The bot plays')}
              value={game.bot}
              options={[
                ['1', playerName(standing?.players[1] ?? 'second')],
                ['0', playerName(standing?.players[0] ?? 'first')],
                ['nobody', t('Nobody: two people')],
              ]}
              onChange={(bot) => setGame({ ...game, bot })}
            />
            <Choice label={t('Level')} value={level} options={LEVELS.map((level) => [level, levelName(level)] as const)} onChange={setLevel} />
          </div>
          <Parameters key={game.name} values={parameters} onChoose={startWith} />
          <label class="check">
            <input
              type="checkbox"
              checked={!!game.repetition}
              onChange={(event) => setGame({ ...game, repetition: event.currentTarget.checked || undefined })}
            />
            {t('A position that occurs three times is a draw')}
          </label>
          <div class="row">
            <button class="main" onClick={() => void start(game.name, { rules: game.rules, settings: game.settings })}>
              {t('New game')}
            </button>
          </div>
        </Fold>
        <Fold title={t('Position and link')}>
          <Copy label={t('Position')} text={standing?.position ?? ''} />
          <Copy label={t('Link')} text={linkTo('games', addressOf(game))} />
          <Paste
            label={t('Paste a position')}
            button={t('Load')}
            onPaste={async (text) => {
              const position = text.trim();
              try {
                await ask(pathTo('position'), { ...place, position, moves: [] });
              } catch (error) {
                return words(error);
              }
              replace({ ...game, position, moves: [] });
            }}
          />
        </Fold>
        <Fold title={t('Rules')}>
          <Editor
            key={`${game.name}:${standing?.rules ?? game.rules ?? ''}`}
            text={standing?.rules ?? game.rules ?? ''}
            name={game.name}
            onPlay={(rules) => void start('own', { rules })}
          />
        </Fold>
      </section>
    </div>
  );
}

/** A move written as another one is, with other clicks. */
function withClicks(like: { move: string; clicks: string[] }, wanted: string[]): string {
  let [text, rest] = ['', like.move];
  like.clicks.forEach((click, at) => {
    const from = rest.indexOf(click);
    if (from < 0) return;
    text += rest.slice(0, from) + wanted[at];
    rest = rest.slice(from + click.length);
  });
  return text + rest;
}

/** The rule by which a game has ended, without who has won by it. */
function because(why: string): string {
  const reason = why.replace(/^(\S+ wins|draw)(: |$)/, '').replace(/^\S+ owns every stack and has won$/, 'the other side has no move');
  return reason && `: ${toldRule(told(reason))}`;
}

/** A player, named by the rulebook. */
const playerName = (name: string) => named('player', name);

/** A move as people read it. */
function written(game: string, move: string): string {
  const turned = (_: string, way: string) => ` ${SIGNS[game][way]}`;
  return game === 'chess' ? moveText(move) : SIGNS[game] ? move.replace(/ by (-?\d+)/g, turned) : move;
}

/** Choices that the rules write as numbers: which way a quarter of the board is turned. */
const SIGNS: Record<string, Record<string, string>> = { pentago: { '1': '↺', '-1': '↻' } };

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
