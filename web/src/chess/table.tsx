// The chess table: a game against the engine, or analysis.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { brought, useAddress, useTitle } from '../address';
import { ask, listen, words, type Running } from '../api';
import { question } from '../dialogs';
import { moveText, named, readMove, t, told } from '../lang';
import { Fold, Notice, takesKeys, useKeys } from '../parts';
import { read, session, store, useStored } from '../stored';
import { Board } from './board';
import { EndCard, NewGame, personName, Player, resultText, TypedMove } from './controls';
import { Editor } from './edit';
import { EngineLines, EvaluationBar, useAnalysis, type Effort, type EngineNews } from './engine';
import { addressOf, Import, Share } from './exchange';
import { Annotation, MoveList } from './moves';
import { openingOf } from './openings';
import { useClock, useFlagFall, useOpponent } from './opponent';
import { EngineSwitch, GameButtons, Navigation } from './panel';
import { levelName, newClock, press, type Level, type Playing, type Time } from './play';
import { fromFen, play as playOn, squareAt, toFen } from './position';
import { Promotion } from './promotion';
import { GameReport, type Report } from './report';
import { sound } from './sound';
import { START, useStanding, type Named, type Place } from './standing';
import { add, annotate, emptyTree, nodesAlong, promote, prune, rename, toEnd, type Ended, type Path, type Tree } from './tree';

export function ChessTable() {
  const [replaced] = useState(openLink);
  const [tree, setTree] = useStored<Tree>('chess/tree', emptyTree);
  const [path, setPath] = useStored<Path>('chess/path', () => []);
  const [playing, setPlaying] = useStored<Playing | null>('chess/playing', () => null);
  const [orientation, setOrientation] = useStored<'white' | 'black'>('chess/orientation', () => 'white');
  const [engineOn, setEngineOn] = useStored('chess/engine', () => false);
  const [effort, setEffort] = useStored<Effort>('chess/effort', () => ({ lines: 3, threads: 1, hash: 32 }));
  const [report, setReport] = useStored<Report | null>('chess/report', () => null);
  const [editing, setEditing] = useState(false);
  const [promotion, setPromotion] = useState<{ from: string; to: string } | null>(null);
  const [message, setMessage] = useState('');
  const [hint, setHint] = useState<string | null>(null);
  const [endClosed, setEndClosed] = useState(false);
  // What was there before something was thrown away.
  const [undo, setUndo] = useStored<{ tree: Tree; path: Path } | null>('chess/undo', () => null);
  // A search for a hint, to be given up when the position changes.
  const hinting = useRef<Running | null>(null);
  const [version, setVersion] = useState(0);
  const [started, setStarted] = useState(0);

  const nodes = nodesAlong(tree, path);
  const place: Place = { fen: tree.fen, moves: nodes.map((node) => node.uci) };
  const { standing, fresh, wrong, member } = useStanding(place);
  // A move is drawn at once; what the program says of it comes after.
  const positions = place.moves.reduce((all, uci) => [...all, playOn(all.at(-1)!, uci)], [fromFen(tree.fen ?? START)]);
  const local = positions.at(-1)!;
  const fen = fresh && standing ? standing.fen : toFen(local);
  const turn = local.turn === 'w' ? 'white' : 'black';
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
  const latest = useRef({ tree, path, place });
  latest.current = { tree, path, place };

  const { lines, wrong: engineWrong } = useAnalysis(
    engineOn && !playing && !editing && fresh && !standing?.end ? place : undefined,
    effort,
  );
  useAddress('chess', addressOf(tree, place.moves));
  const tag = (name: string) => tree.tags?.find(([known]) => known === name)?.[1];
  useTitle(tag('White') && tag('Black') ? `${tag('White')} – ${tag('Black')}` : t('Chess'));

  const go = (next: Path) => {
    hinting.current?.stop();
    setHint(null);
    setMessage('');
    setPromotion(null);
    setPath(next);
  };
  const play = (...moves: Named[]) => {
    let next = tree;
    let at = path;
    for (const move of moves) [next, at] = add(next, at, move);
    setTree(next);
    setUndo(null);
    go(at);
  };
  /** Asks before a game that is being played is lost. */
  const mayReplace = async () =>
    !playing ||
    !!over ||
    mainPath.length < 2 ||
    mayGiveUp();
  const load = async (next: Tree) => {
    if (!(await mayReplace())) return false;
    if (tree.children.length || tree.fen) setUndo({ tree, path });
    setPlaying(null);
    setReport(null);
    setTree(next);
    go(toEnd(next, []));
    return true;
  };

  // A link, or a step back in the history of the tab, has brought another game over the one that was being played.
  useEffect(() => {
    if (!replaced) return;
    // When the page has just been opened, questions can be asked only after this.
    const timer = setTimeout(async () => {
      if (await mayGiveUp()) return;
      setPlaying(replaced.playing);
      setTree(replaced.tree);
      go(toEnd(replaced.tree, []));
    });
    return () => clearTimeout(timer);
  }, []);

  // A link may lead where no game can go: then it leads as far as it can.
  useEffect(() => {
    const bad = /^moves\/(\d+)$/.exec(member ?? '');
    if (bad) {
      const legal = path.slice(0, Number(bad[1]));
      setTree(prune(tree, path.slice(0, legal.length + 1)));
      go(legal);
    } else if (member === 'fen') {
      setPlaying(null);
      setTree(emptyTree());
      go([]);
    } else return;
    setMessage(t('This cannot be played: {why}', { why: wrong }));
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
  }, [isOver]);

  const heard = useRef(path.length);
  useEffect(() => {
    if (path.length > heard.current) sound(nodes.at(-1)?.san ?? '');
    heard.current = path.length;
  }, [path.length]);

  const engineTurn = playing !== null && !over && gameTurn !== playing.person;
  const thinking = useOpponent({
    place: gamePlace,
    playing,
    turn: gameTurn,
    isTurn: engineTurn,
    onMessage: setMessage,
    onMove: (move, engineScore) => {
      setPlaying((old) => old && press({ ...old, engineScore }, gameTurn, Date.now()));
      // The person may look elsewhere by now, and goes on doing so.
      const { tree, path } = latest.current;
      const end = toEnd(tree, []);
      const [next, at] = add(tree, end, move);
      setTree(next);
      if (path.join() === end.join()) go(at);
    },
  });
  useClock(!!playing?.clock && !over && mainPath.length > 0, gameTurn, setPlaying);
  useFlagFall(gamePlace, playing, setPlaying);

  const tryMove = async (from: string, to: string, piece = '') => {
    const sign = local.squares[squareAt(from)];
    if (!fresh || !standing) {
      // The program has not answered yet: it will say so if this cannot be.
      const own = sign && (sign === sign.toUpperCase()) === (turn === 'white');
      if (!own) return setVersion(version + 1);
      if (/p/i.test(sign) && /[18]/.test(to[1]) && !piece) return setPromotion({ from, to });
      setPlaying((old) => old && press(old, turn, Date.now()));
      return play({ uci: from + to + piece, san: from + to + piece });
    }
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
    setMessage(told(answer.reason));
  };

  const typeMove = async (text: string): Promise<string | void> => {
    const move = readMove(text);
    const typed = { ...place, moves: [...place.moves, move] };
    try {
      const next = await ask<{ moves: Named[] }>('/chess/position', typed);
      // The game may have gone on meanwhile.
      if (JSON.stringify(latest.current.place) !== JSON.stringify(place)) return;
      setPlaying((old) => old && press(old, turn, Date.now()));
      play(next.moves.at(-1)!);
    } catch (error) {
      // The move is named as it was typed.
      return words(error).replaceAll(move, text.trim());
    }
  };

  const flip = () => setOrientation(orientation === 'white' ? 'black' : 'white');
  const back = () => go(path.slice(0, -1));
  const forward = () => !atEnd && go([...path, 0]);
  useKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || editing) return;
    const target = event.target as HTMLElement;
    const taken = takesKeys(target);
    // Where a move can be typed the arrows do nothing before something is there.
    const isEmpty = target.matches('.typed input') && !(target as HTMLInputElement).value;
    if (taken && !isEmpty) return;
    if (event.key === 'f' && !taken) flip();
    if (event.key === 'e' && !taken && !playing) setEngineOn(!engineOn);
    const step: Record<string, () => unknown> = {
      ArrowLeft: back,
      ArrowRight: forward,
      Home: () => go([]),
      End: () => go(toEnd(tree, path)),
    };
    if (!step[event.key]) return;
    event.preventDefault();
    step[event.key]();
  });

  const start = (person: 'white' | 'black', level: Level, time: Time, from?: string) => {
    const engine = `Zugwerk, ${levelName(level)}`;
    const names = person === 'white' ? [personName(), engine] : [engine, personName()];
    const date = new Date().toLocaleDateString('sv').replaceAll('-', '.');
    const tags: [string, string][] = [['Event', 'Zugwerk'], ['Date', date], ['White', names[0]], ['Black', names[1]]];
    setTree({ ...emptyTree(from), tags });
    setReport(null);
    // What was looked at can be had back after the game.
    setUndo(!playing && (tree.children.length || tree.fen) ? { tree, path } : null);
    setEndClosed(false);
    go([]);
    setStarted((count) => count + 1);
    setOrientation(person);
    setEngineOn(false);
    setPlaying({ person, level, time, clock: newClock(time), over: null, engineScore: 0 });
  };
  // The button lies below the moves: where the window is small, the board and what is said of the game are far above it,
  // or behind a board that stays in sight.
  useLayoutEffect(() => {
    const table = document.querySelector('.table');
    if (started && table && table.getBoundingClientRect().top < 0) table.scrollIntoView();
  }, [started]);
  const startGame = async (person: 'white' | 'black', level: Level, time: Time, fromHere: boolean) => {
    if (await mayReplace()) start(person, level, time, fromHere ? fen : undefined);
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
    else setMessage(t('The engine would rather play on.'));
  };
  const showHint = () => {
    setMessage(t('Looking for a good move…'));
    const asked = { place, session: `${session()}-hint`, millis: 500 };
    hinting.current = listen<EngineNews>('/chess/move', asked, (news) => {
      if (news.type !== 'done' || !news.best) return;
      setHint(news.best.uci);
      setMessage(t('How about {move}?', { move: moveText(news.best.san) }));
    });
    hinting.current.done.catch((error) => setMessage(words(error)));
  };
  const analyse = async () => {
    if (!(await mayReplace())) return;
    if (over) setTree({ ...tree, over });
    setPlaying(null);
  };

  // An end off the board is told at the end of the game, from where one may still look further.
  const ended = over ?? (!playing && mainPath.join() === path.join() ? tree.over : undefined);
  const endText = ended && resultText({ ...ended, reason: told(ended.reason) });
  const arrows = hint
    ? [{ move: hint, brush: 'blue' }]
    : lines.slice(0, 3).flatMap((line, at) => {
        const move = line.line[0]?.uci;
        return move ? [{ move, brush: at ? 'paleBlue' : 'blue', thin: at > 0 }] : [];
      });
  const fields = (tree.fen ?? START).split(' ');
  const gameKey = JSON.stringify({ fen: tree.fen, moves: gamePlace.moves });
  const marks = Object.fromEntries(
    report?.of === gameKey ? report.plies.filter((ply) => ply.mark).map((ply) => [ply.ply, ply.mark!]) : [],
  );
  const locked = over || editing || (playing && looksBack);
  const mayPlay = !locked && (!playing || gameTurn === playing.person);
  const status =
    endText ||
    (thinking
      ? t('The engine thinks…')
      : t(turn === 'white' ? 'White to move' : 'Black to move') + (fresh && standing?.check ? `, ${t('in check')}` : ''));
  const opening = tree.fen ? undefined : openingOf(positions);
  const nameOf = (color: 'white' | 'black') =>
    playing ? (color === playing.person ? personName() : 'Zugwerk') : (tag(color === 'white' ? 'White' : 'Black') ?? '');
  const withPlayers = !!playing || !!(tag('White') ?? tag('Black'));
  const other = orientation === 'white' ? 'black' : 'white';
  const player = (color: 'white' | 'black') =>
    withPlayers && <Player playing={playing} name={nameOf(color)} color={color} turn={playing ? gameTurn : turn} fen={fen} />;

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
          if (await load(emptyTree(next))) setEditing(false);
        }}
      />
    );

  return (
    <div class="table">
      <section class={withPlayers ? 'board-side with-players' : 'board-side'} aria-label={t('Board')}>
        {player(other)}
        <div class={engineOn && !playing ? 'with-bar' : ''}>
          {engineOn && !playing && (
            <EvaluationBar line={lines[0]} result={(fresh && standing?.end?.result) || undefined} orientation={orientation} />
          )}
          <Board
            fen={fen}
            orientation={orientation}
            turn={turn}
            check={fresh && standing?.check}
            waits={!fresh}
            lastMove={nodes.at(-1)?.uci}
            legal={fresh ? standing?.legal.map((move) => move.uci) : undefined}
            movable={locked ? undefined : playing ? playing.person : turn}
            premoves={!!playing && !locked}
            arrows={arrows}
            version={version}
            // Who gave a move before its turn is not asked then: a pawn becomes a queen.
            onMove={(from, to, early) => void tryMove(from, to, early ? 'q' : '')}
            onWheel={(step) => (step > 0 ? forward() : back())}
          >
            {promotion && (
              <Promotion
                color={turn}
                square={promotion.to}
                orientation={orientation}
                onCancel={() => {
                  setPromotion(null);
                  setVersion(version + 1);
                }}
                onChoose={(piece) => {
                  setPromotion(null);
                  void tryMove(promotion.from, promotion.to, piece);
                }}
              />
            )}
            {playing && over && !endClosed && !looksBack && (
              <EndCard
                text={endText ?? ''}
                onClose={() => setEndClosed(true)}
                onAnalyse={() => void analyse()}
                onRematch={() => start(playing.person === 'white' ? 'black' : 'white', playing.level, playing.time ?? 'free', tree.fen)}
              />
            )}
          </Board>
        </div>
        {player(orientation)}
      </section>
      <section class="panel" aria-label={t('Game')}>
        <Notice text={wrong && !fresh ? wrong : status} kind={wrong && !fresh ? 'bad' : 'plain'} />
        {opening && (
          <p class="faint opening">
            {opening.code} · {named('opening', opening.name)}
          </p>
        )}
        <p class="unseen" role="status">
          {nodes.length ? t('Last move: {move}', { move: moveText(nodes.at(-1)!.san) }) : ''}
        </p>
        {(message || engineWrong) && <Notice text={message || engineWrong} kind={engineWrong ? 'bad' : 'plain'} />}
        {undo && !playing && (
          <div class="row">
            <button
              onClick={() => {
                setTree(undo.tree);
                go(undo.path);
                setUndo(null);
              }}
            >
              {t('Undo')}
            </button>
          </div>
        )}
        {standing?.claim && !over && playing && (
          <button onClick={() => end('1/2-1/2', standing.claim!)}>{t('Claim a draw: {why}', { why: told(standing.claim) })}</button>
        )}
        {playing ? (
          <GameButtons
            over={isOver}
            canTakeBack={mainPath.length > 0}
            canHint={!!mayPlay}
            onTakeBack={takeBack}
            onHint={showHint}
            onDraw={offerDraw}
            onResign={() => end(playing.person === 'white' ? '0-1' : '1-0', `${playing.person} resigns`)}
            onAnalyse={() => void analyse()}
          />
        ) : (
          <EngineSwitch on={engineOn} effort={effort} onSwitch={setEngineOn} onEffort={setEffort} />
        )}
        {engineOn && !playing && !standing?.end && (
          <EngineLines lines={lines} fen={fen} orientation={orientation} onPlay={(line) => play(...line)} />
        )}
        <MoveList tree={tree} path={path} fullmove={Number(fields[5] ?? 1) || 1} black={fields[1] === 'b'} marks={marks} onGo={go} />
        <Navigation
          onFirst={() => go([])}
          onBack={back}
          onForward={forward}
          onLast={() => go(toEnd(tree, path))}
          onFlip={flip}
          onDelete={
            !playing && path.length
              ? () => {
                  setUndo({ tree, path });
                  setTree(prune(tree, path));
                  back();
                }
              : undefined
          }
          onPromote={
            !playing && path.some((at) => at > 0)
              ? () => {
                  const [next, at] = promote(tree, path);
                  setTree(next);
                  go(at);
                }
              : undefined
          }
        />
        <TypedMove position={place.moves.join()} onMove={typeMove} disabled={!mayPlay} />
        <NewGame
          onStart={(...wanted) => void startGame(...wanted)}
          open={!playing && !tree.children.length}
          canPlayFromHere={!!tree.fen || path.length > 0}
          isSetUp={!!tree.fen && !tree.children.length}
        />
        {!playing && (
          <Fold title={t('Comments')}>
            <Annotation tree={tree} path={path} onChange={(some) => setTree(annotate(tree, path, some))} />
          </Fold>
        )}
        <Fold title={t('Position and PGN')}>
          <div class="row">
            <button onClick={() => void load(emptyTree())}>{t('Start position')}</button>
            <button onClick={() => setEditing(true)}>{t('Edit the position')}</button>
          </div>
          <Import tree={tree} onLoad={load} />
        </Fold>
        <Fold title={t('Share')}>
          <Share tree={tree} fen={fen} moves={place.moves} result={(over ?? tree.over)?.result ?? '*'} flipped={orientation === 'black'} />
        </Fold>
        <Fold title={t('Game report')}>
          <GameReport
            place={{ fen: tree.fen, moves: gamePlace.moves }}
            names={nodesAlong(tree, mainPath).map((node) => node.san)}
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

/** A game that was being played when a link was followed. */
interface Interrupted {
  tree: Tree;
  playing: Playing;
}

/** Takes a game given in the address, `#chess?fen=…&moves=e2e4,e7e5`, onto the table. */
function openLink(): Interrupted | null {
  const query = brought('chess');
  if (!query) return null;
  const [before, playing] = [read<Tree>('chess/tree'), read<Playing>('chess/playing')];
  let tree = emptyTree(query.get('fen') ?? undefined);
  let path: Path = [];
  for (const uci of (query.get('moves') ?? '').split(',').filter(Boolean)) {
    [tree, path] = add(tree, path, { uci, san: uci });
  }
  store('chess/tree', tree);
  store('chess/path', path);
  store('chess/playing', null);
  return before && playing && !playing.over && toEnd(before, []).length > 1 ? { tree: before, playing } : null;
}

const mayGiveUp = () => question(t('A game is being played. Give it up?'), t('Give it up'), t('Go on playing'));
