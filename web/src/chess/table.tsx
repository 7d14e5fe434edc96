// The chess table: a game against the engine, or analysis.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, listen, words, type Running } from '../api';
import { Choice, Fold, Notice } from '../parts';
import { useRetry } from '../retry';
import { session, store, useStored } from '../stored';
import { Board } from './board';
import { NewGame, Player, TypedMove } from './controls';
import { Editor } from './edit';
import { EngineLines, EvaluationBar, useAnalysis, type EngineNews } from './engine';
import { Import, Share } from './exchange';
import { MoveList } from './moves';
import { LEVELS, newClock, press, tick, type Level, type Playing, type Time } from './play';
import { Promotion } from './promotion';
import { GameReport, type Report } from './report';
import { START, useStanding, type Named, type Place } from './standing';
import { add, emptyTree, nodesAlong, promote, prune, rename, toEnd, type Ended, type Path, type Tree } from './tree';

export function ChessTable() {
  const [tree, setTree] = useStored<Tree>('chess/tree', emptyTree);
  const [path, setPath] = useStored<Path>('chess/path', () => []);
  const [playing, setPlaying] = useStored<Playing | null>('chess/playing', () => null);
  const [orientation, setOrientation] = useStored<'white' | 'black'>('chess/orientation', () => 'white');
  const [engineOn, setEngineOn] = useStored('chess/engine', () => false);
  const [lineCount, setLineCount] = useStored('chess/lines', () => '3');
  const [report, setReport] = useStored<Report | null>('chess/report', () => null);
  const [editing, setEditing] = useState(false);
  const [promotion, setPromotion] = useState<{ from: string; to: string } | null>(null);
  const [message, setMessage] = useState('');
  const [hint, setHint] = useState<string | null>(null);
  const [thinking, setThinking] = useState(false);
  const [resigning, setResigning] = useState(false);
  // A search for a hint, to be given up when the position changes.
  const hinting = useRef<Running | null>(null);
  const [version, setVersion] = useState(0);

  const nodes = nodesAlong(tree, path);
  const place: Place = { fen: tree.fen, moves: nodes.map((node) => node.uci) };
  const { standing, fresh, wrong, member } = useStanding(place);
  const fen = standing?.fen ?? tree.fen ?? START;
  const turn = standing?.turn ?? 'white';
  const atEnd = !(nodes.at(-1)?.children ?? tree.children).length;

  // A game goes on at its end, wherever the person looks meanwhile.
  const mainPath = toEnd(tree, []);
  const looksBack = playing !== null && mainPath.join() !== path.join();
  const gamePlace: Place = { fen: tree.fen, moves: nodesAlong(tree, mainPath).map((node) => node.uci) };
  const ahead = useStanding(looksBack ? gamePlace : undefined);
  const gameEnd = looksBack ? ahead.fresh && ahead.standing?.end : fresh && standing?.end;
  const whiteBegins = tree.fen?.split(' ')[1] !== 'b';
  const gameTurn = (mainPath.length % 2 === 0) === whiteBegins ? 'white' : 'black';
  const over: Ended | null = playing ? playing.over || gameEnd || null : (atEnd && fresh && standing?.end) || null;
  const engineTurn = playing !== null && !over && gameTurn !== playing.person;
  const [attempt, failed] = useRetry();
  const latest = useRef({ tree, path });
  latest.current = { tree, path };

  const { lines, wrong: engineWrong } = useAnalysis(
    engineOn && !playing && !editing && fresh && !standing?.end ? place : undefined,
    Number(lineCount),
  );

  const go = (next: Path) => {
    hinting.current?.stop();
    setHint(null);
    setMessage('');
    setResigning(false);
    setPath(next);
  };
  const play = (move: Named) => {
    const [next, at] = add(tree, path, move);
    setTree(next);
    go(at);
  };
  const load = (next: Tree) => {
    setPlaying(null);
    setReport(null);
    setTree(next);
    go(toEnd(next, []));
  };

  // A link may lead where no game can go: then it leads as far as it can.
  useEffect(() => {
    const bad = /^moves\/(\d+)$/.exec(member ?? '');
    if (bad) {
      const legal = path.slice(0, Number(bad[1]));
      setTree(prune(tree, path.slice(0, legal.length + 1)));
      go(legal);
    } else if (member === 'fen') load(emptyTree());
    else return;
    setMessage(`This cannot be played. ${wrong}`);
  }, [wrong, member]);

  // Moves that came by a link are known by their squares only.
  useEffect(() => {
    if (fresh && standing && nodes.some((node, at) => node.san !== standing.moves[at]?.san)) {
      setTree(rename(tree, path, standing.moves));
    }
  }, [fresh, standing]);

  // What was said during the game is no longer true after it.
  const isOver = !!over;
  useEffect(() => {
    if (!isOver) return;
    if (over) setPlaying((old) => old && { ...old, over: old.over ?? over });
    hinting.current?.stop();
    setHint(null);
    setMessage('');
    setResigning(false);
  }, [isOver]);

  // The engine answers.
  const gameKey = JSON.stringify(gamePlace);
  useEffect(() => {
    if (!engineTurn || !playing) return;
    setThinking(true);
    const color = gameTurn;
    const clock = playing.clock && { left: Math.round(playing.clock.left[color]), increment: playing.clock.increment };
    const elo = playing.level === 'full' ? undefined : Number(playing.level);
    const question = { place: gamePlace, session: session(), elo, ...(clock ? { clock } : { millis: 700 }) };
    const running = listen<EngineNews>('/chess/move', question, (news) => {
      setMessage('');
      if (news.type !== 'done' || !news.best) return;
      const score = !news.score ? 0 : 'mate' in news.score ? 10_000 * Math.sign(news.score.mate) : news.score.centipawns;
      setPlaying((old) => old && press({ ...old, engineScore: color === 'white' ? score : -score }, color, Date.now()));
      // The person may look elsewhere by now, and goes on doing so.
      const { tree, path } = latest.current;
      const end = toEnd(tree, []);
      const [next, at] = add(tree, end, news.best);
      setTree(next);
      if (path.join() === end.join()) go(at);
    });
    let current = true;
    running.done
      .catch((error) => {
        setMessage(words(error));
        failed(error);
      })
      .finally(() => current && setThinking(false));
    return () => {
      current = false;
      setThinking(false);
      running.stop();
    };
  }, [engineTurn, gameKey, attempt]);

  // The clock of the side to move runs.
  const clockRuns = !!playing?.clock && !over && mainPath.length > 0;
  useEffect(() => {
    if (!clockRuns) return;
    const run = () => setPlaying((old) => old && tick(old, gameTurn, Date.now()));
    run();
    const timer = setInterval(run, 100);
    return () => clearInterval(timer);
  }, [clockRuns, gameTurn]);

  const tryMove = async (from: string, to: string, piece = '') => {
    if (!standing || !fresh) return setVersion(version + 1);
    const fits = standing.legal.filter((move) => move.uci.startsWith(from + to));
    const move = fits.length > 1 ? fits.find((move) => move.uci.endsWith(piece) && piece) : fits[0];
    if (move) {
      setPlaying((old) => old && press(old, turn, Date.now()));
      return play(move);
    }
    setVersion(version + 1);
    if (fits.length > 1) return setPromotion({ from, to });
    const answer = await ask<{ reason: string }>('/chess/why', { place, move: from + to }).catch((error) => ({
      reason: words(error),
    }));
    setMessage(answer.reason);
  };

  const typeMove = async (text: string): Promise<string | void> => {
    const typed = { ...place, moves: [...place.moves, text.trim()] };
    try {
      const next = await ask<{ moves: Named[] }>('/chess/position', typed);
      setPlaying((old) => old && press(old, turn, Date.now()));
      play(next.moves.at(-1)!);
    } catch (error) {
      return words(error);
    }
  };

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      const takesKeys = target.matches('input:not([type=checkbox]), textarea, select, [role=tab]');
      // Where a move can be typed the arrows do nothing before something is there.
      const isEmpty = target.matches('.typed input') && !(target as HTMLInputElement).value;
      if (takesKeys && !isEmpty) return;
      const step: Record<string, () => Path> = {
        ArrowLeft: () => path.slice(0, -1),
        ArrowRight: () => (atEnd ? path : [...path, 0]),
        Home: () => [],
        End: () => toEnd(tree, path),
      };
      if (event.key === 'f' && !takesKeys) setOrientation(orientation === 'white' ? 'black' : 'white');
      if (!step[event.key]) return;
      event.preventDefault();
      go(step[event.key]());
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  });

  const startGame = (person: 'white' | 'black', level: Level, time: Time) => {
    const engine = `Zugwerk, ${LEVELS.find(([known]) => known === level)![1].toLowerCase()}`;
    const names = person === 'white' ? ['You', engine] : [engine, 'You'];
    setTree({ ...emptyTree(), tags: [['White', names[0]], ['Black', names[1]]] });
    setReport(null);
    go([]);
    setOrientation(person);
    setEngineOn(false);
    setPlaying({ person, level, clock: newClock(time), over: null, engineScore: 0 });
  };
  const end = (result: string, reason: string) => setPlaying((old) => old && { ...old, over: { result, reason } });
  const takeBack = () => {
    if (!playing) return;
    // Back to the person's last turn, wherever they look.
    const count = gameTurn === playing.person ? 2 : 1;
    const shorter = mainPath.slice(0, Math.max(0, mainPath.length - count));
    setTree(mainPath.length > shorter.length ? prune(tree, mainPath.slice(0, shorter.length + 1)) : tree);
    setPlaying({ ...playing, over: null, clock: playing.clock && { ...playing.clock, at: Date.now() } });
    go(shorter);
  };
  const offerDraw = () => {
    // It takes half a point where it stands worse, or where the game is old and it is not ahead.
    const { engineScore } = playing!;
    if (engineScore < -150 || (mainPath.length >= 40 && engineScore < 30)) end('1/2-1/2', 'draw agreed');
    else setMessage('The engine would rather play on.');
  };
  const showHint = () => {
    setMessage('Looking for a good move…');
    const question = { place, session: `${session()}-hint`, millis: 500 };
    hinting.current = listen<EngineNews>('/chess/move', question, (news) => {
      if (news.type !== 'done' || !news.best) return;
      setHint(news.best.uci);
      setMessage(`How about ${news.best.san}?`);
    });
    hinting.current.done.catch((error) => setMessage(words(error)));
  };

  const analyse = () => {
    if (over) setTree({ ...tree, over });
    setPlaying(null);
  };

  const best = lines[0];
  // An end off the board is told at the end of the game, from where one may still look further.
  const ended = over ?? (!playing && mainPath.join() === path.join() ? tree.over : undefined);
  const arrows = hint
    ? [{ move: hint, brush: 'blue' }]
    : lines.slice(0, 3).map((line, at) => ({ move: line.line[0]?.uci ?? 'a1a1', brush: at ? 'paleBlue' : 'blue' }));
  const fields = (tree.fen ?? START).split(' ');
  const fullmove = Number(fields[5] ?? 1) || 1;
  const black = fields[1] === 'b';
  const mainMoves = gamePlace.moves;
  const mainNames = nodesAlong(tree, mainPath).map((node) => node.san);
  const marks = Object.fromEntries(
    report && report.of === JSON.stringify({ fen: tree.fen, moves: mainMoves })
      ? report.plies.filter((ply) => ply.mark).map((ply) => [ply.ply, ply.mark!])
      : [],
  );
  const movable = over || editing || (playing && (looksBack || gameTurn !== playing.person)) ? undefined : turn;
  const status = ended
    ? [ended.result.replace('1/2-1/2', '½–½').replace('-', '–'), ended.reason].filter(Boolean).join(': ')
    : thinking
      ? 'The engine thinks…'
      : `${turn === 'white' ? 'White' : 'Black'} to move${standing?.check ? ', in check' : ''}`;

  if (editing)
    return (
      <Editor
        fen={fen}
        onCancel={() => setEditing(false)}
        onDone={async (next) => {
          try {
            await ask('/chess/position', { fen: next, moves: [] });
          } catch (error) {
            return words(error);
          }
          load(emptyTree(next));
          setEditing(false);
        }}
      />
    );

  return (
    <div class="table">
      <section class={playing ? 'board-side with-players' : 'board-side'} aria-label="Board">
        {playing && <Player playing={playing} color={orientation === 'white' ? 'black' : 'white'} turn={gameTurn} />}
        <div class={engineOn && !playing ? 'with-bar' : ''}>
          {engineOn && !playing && (
            <EvaluationBar line={best} result={(fresh && standing?.end?.result) || undefined} orientation={orientation} />
          )}
          <Board
            fen={fen}
            settled={fresh || !!wrong}
            orientation={orientation}
            turn={turn}
            check={standing?.check}
            lastMove={nodes.at(-1)?.uci}
            legal={standing?.legal.map((move) => move.uci)}
            movable={movable ?? undefined}
            arrows={arrows}
            version={version}
            onMove={(from, to) => void tryMove(from, to)}
          />
        </div>
        {playing && <Player playing={playing} color={orientation} turn={gameTurn} />}
        {promotion && (
          <Promotion
            color={turn}
            onCancel={() => setPromotion(null)}
            onChoose={(piece) => {
              setPromotion(null);
              void tryMove(promotion.from, promotion.to, piece);
            }}
          />
        )}
      </section>
      <section class="panel" aria-label="Game">
        <Notice text={wrong || status} kind={wrong ? 'bad' : 'plain'} />
        {(message || engineWrong) && <Notice text={message || engineWrong} kind={engineWrong ? 'bad' : 'plain'} />}
        {standing?.claim && !over && playing && (
          <button onClick={() => end('1/2-1/2', standing.claim!)}>Claim a draw: {standing.claim}</button>
        )}
        {playing ? (
          <div class="row">
            <button onClick={takeBack} disabled={!mainPath.length}>
              Take back
            </button>
            <button onClick={showHint} disabled={!movable}>
              Hint
            </button>
            <button onClick={offerDraw} disabled={!!over}>
              Offer draw
            </button>
            {resigning && !over ? (
              <span class="row" role="group" aria-label="Resign the game?">
                <button
                  class="main"
                  onClick={() => end(playing.person === 'white' ? '0-1' : '1-0', `${playing.person} resigns`)}
                >
                  Yes, resign
                </button>
                <button onClick={() => setResigning(false)}>Play on</button>
              </span>
            ) : (
              <button onClick={() => setResigning(true)} disabled={!!over}>
                Resign
              </button>
            )}
            <button onClick={analyse}>Analyse</button>
          </div>
        ) : (
          <div class="row">
            <label class="switch">
              <input
                type="checkbox"
                role="switch"
                checked={engineOn}
                onChange={(event) => setEngineOn(event.currentTarget.checked)}
              />
              Engine
            </label>
            <Choice
              label="Lines"
              value={lineCount}
              options={[...'12345'].map((count) => [count, count] as const)}
              onChange={setLineCount}
            />
          </div>
        )}
        {engineOn && !playing && !standing?.end && (
          <EngineLines
            lines={lines}
            fullmove={Number(fen.split(' ')[5]) || 1}
            black={turn === 'black'}
            onPlay={(line) => line[0] && play(line[0])}
          />
        )}
        <MoveList tree={tree} path={path} fullmove={fullmove} black={black} marks={marks} onGo={go} />
        <div class="row navigation">
          <button aria-label="First position" onClick={() => go([])}>
            «
          </button>
          <button aria-label="Back" onClick={() => go(path.slice(0, -1))}>
            ‹
          </button>
          <button aria-label="Forward" onClick={() => !atEnd && go([...path, 0])}>
            ›
          </button>
          <button aria-label="Last position" onClick={() => go(toEnd(tree, path))}>
            »
          </button>
          <button onClick={() => setOrientation(orientation === 'white' ? 'black' : 'white')}>Flip</button>
          {!playing && path.length > 0 && (
            <>
              <button
                onClick={() => {
                  setTree(prune(tree, path));
                  go(path.slice(0, -1));
                }}
              >
                Delete from here
              </button>
              {path.some((at) => at > 0) && (
                <button
                  onClick={() => {
                    const [next, at] = promote(tree, path);
                    setTree(next);
                    go(at);
                  }}
                >
                  Make main line
                </button>
              )}
            </>
          )}
        </div>
        <TypedMove onMove={typeMove} disabled={!movable} />
        <NewGame onStart={startGame} open={!playing && !tree.children.length} />
        <Fold title="Position and PGN">
          <div class="row">
            <button onClick={() => load(emptyTree())}>Start position</button>
            <button onClick={() => setEditing(true)}>Edit the position</button>
          </div>
          <Import onLoad={load} />
        </Fold>
        <Fold title="Share">
          <Share tree={tree} fen={fen} moves={place.moves} result={(over ?? tree.over)?.result ?? '*'} flipped={orientation === 'black'} />
        </Fold>
        <Fold title="Game report">
          <GameReport
            place={{ fen: tree.fen, moves: mainMoves }}
            names={mainNames}
            ply={path.length}
            report={report}
            onReport={setReport}
            onGo={(ply) => go(Array(ply).fill(0))}
          />
        </Fold>
      </section>
    </div>
  );
}

/** Takes a game given in the address, `#chess?fen=…&moves=e2e4,e7e5`, onto the table. */
export function openLink() {
  const [table, text] = location.hash.slice(1).split('?');
  if (table !== 'chess' || !text) return;
  const query = new URLSearchParams(text);
  let tree = emptyTree(query.get('fen') ?? undefined);
  let path: Path = [];
  for (const uci of (query.get('moves') ?? '').split(',').filter(Boolean)) {
    [tree, path] = add(tree, path, { uci, san: uci });
  }
  store('chess/tree', tree);
  store('chess/path', path);
  store('chess/playing', null);
  history.replaceState(null, '', '#chess');
}
