// The desk: chess problems with a stipulation, and sketches, each with answers that move the board.
import { useEffect, useState } from 'preact/hooks';
import { brought, linkTo, useAddress, useTitle } from '../address';
import { ApiError, ask, diagram, fetchList, listen, words, type Running } from '../api';
import { Board } from '../chess/board';
import { SetUp } from '../chess/edit';
import { START, type Standing } from '../chess/standing';
import { Board as GameBoard, type Picture } from '../games/board';
import { compact, language, moveText, named, numeral, t, told } from '../lang';
import { useBusy } from '../leave';
import { MistakeBox } from '../mistake';
import { Choice, Copy, Fold, Notice, takesKeys, useKeys } from '../parts';
import { useRetry } from '../retry';
import { savePicture, saveText } from '../save';
import { read, store, useStored } from '../stored';
import type { Mistake, ProblemNews } from '../types';
import { PROBLEMS, SKETCHES, sketchText } from './examples';
import { ProblemForm, twinsOf, type Problem } from './problem';
import { certificate, SketchEditor, SketchHelp, squaresIn } from './sketch';
import { asText, sentence } from './telling';
import { AnswerTree, trailName, type Step, type Trail } from './tree';

interface Answer {
  kind: 'plain' | 'bad' | 'good';
  sentence: string;
  details: string[];
  /** The position the steps start from. */
  fen: string;
  steps: Step[];
  nodes?: number;
  seconds?: number;
  /** Squares that the reasons are about. */
  squares?: string[];
  /** What each law costs, as a table. */
  profile?: string;
  /** Whether it says that the position is wrong. */
  badPosition?: boolean;
  /** Whether it can be asked why not. */
  whyNot?: boolean;
}

type Mode = 'problem' | 'sketch';
type Question = 'auto' | 'solve' | 'verify' | 'synthesize' | 'debug';

type Engine = 'auto' | 'search' | 'sat';

/** The board of another game than chess. */
interface OtherBoard {
  title: string;
  picture: Picture;
  rules: string | null;
  players: string[];
}

const CHESS = { name: 'chess', settings: [] as [string, number][] };

/** What the board shows before the position is known. */
const NOTHING = '8/8/8/8/8/8/8/8 w - - 0 1';

type SketchNews =
  | { type: 'mistake'; mistake: Mistake }
  | {
      type: 'answer';
      answer: {
        question: string;
        answer: 'yes' | 'no' | 'limit';
        core?: string[];
        proof?: string[];
        certificate?: { accepted: boolean; proofs: number; steps: number };
        engine: string;
      };
      profile?: string | null;
      line: string;
      solutions: { start: string | null; tree: Step[] }[];
    };

const firstProblem = (): Problem => ({
  fen: PROBLEMS[0].fen,
  stipulation: PROBLEMS[0].stipulation,
  notation: 'problemist',
  letters: 'page',
});

export function ProblemsDesk() {
  useState(openLink);
  const [mode, setMode] = useStored<Mode>('problems/mode', () => 'problem');
  const [problem, setProblem] = useStored<Problem>('problems/problem', firstProblem);
  const [sketch, setSketch] = useStored<string>('problems/sketch', () => sketchText(SKETCHES[0]));
  const [question, setQuestion] = useStored<Question>('problems/question', () => 'auto');
  const [mistake, setMistake] = useState<Mistake | null>(null);
  const [answer, setAnswer] = useStored<Answer | null>('problems/answer', () => null);
  const [trail, setTrail] = useState<Trail>([]);
  const [engine, setEngine] = useStored<Engine>('problems/engine', () => 'auto');
  const [certify, setCertify] = useStored<boolean>('problems/certify', () => false);
  const [profile, setProfile] = useStored<boolean>('problems/profile', () => false);
  const [running, setRunning] = useState<Running | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [nodes, setNodes] = useState(0);
  const [editing, setEditing] = useState(false);
  const [shown, setShown] = useState({ fen: NOTHING, check: false, legal: [] as string[] });
  const [other, setOther] = useState<OtherBoard | null>(null);
  const [message, setMessage] = useState('');
  // Why the position cannot be shown.
  const [wrong, setWrong] = useState('');
  const [version, setVersion] = useState(0);
  const [attempt, failed] = useRetry();

  const game = mode === 'problem' ? CHESS : gameOf(sketch);
  const isChess = game.name === 'chess';
  const start = answer?.fen ?? (mode === 'problem' ? problem.fen : sketchStart(sketch, isChess));
  const moves = trail.map((step) => step.uci);
  const key = JSON.stringify([game, start, moves]);
  useEffect(() => {
    const control = new AbortController();
    const show = (now: typeof shown) => {
      setShown(now);
      setWrong('');
    };
    const refuse = (error: unknown) => {
      if (control.signal.aborted) return;
      setWrong(words(error));
      failed(error);
    };
    if (isChess) showPosition(start, trail, control.signal).then(show, refuse);
    else {
      const place = { position: start.trim() || undefined, settings: game.settings, moves };
      const look = async () => {
        // Half a name is no game.
        const { games } = await fetchList<{ games: { name: string }[] }>('/games');
        const isKnown = games.some(({ name }) => name === game.name);
        return isKnown && !control.signal.aborted ? ask<OtherBoard>(`/games/${game.name}/position`, place, control.signal) : null;
      };
      look().then(
        (found) => !control.signal.aborted && setOther(found),
        (error) => {
          if (control.signal.aborted) return;
          setOther(null);
          failed(error);
        },
      );
    }
    return () => control.abort();
  }, [key, attempt]);
  useEffect(() => () => running?.stop(), [running]);
  useBusy(!!running);
  useEffect(() => {
    if (!running) return;
    const begin = Date.now();
    setSeconds(0);
    setNodes(0);
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begin) / 1000)), 250);
    return () => clearInterval(timer);
  }, [running]);
  const address = addressOf(mode, problem, sketch, question);
  useAddress('problems', address);
  useTitle(mode === 'problem' ? `${problem.stipulation} – ${t('Problems')}` : t('Sketches'));

  // A sketch is checked while it is written.
  useEffect(() => {
    if (mode !== 'sketch') return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      ask<{ mistake: Mistake | null }>('/sketches/check', { sketch }, control.signal).then(
        (checked) => setMistake(checked.mistake),
        () => undefined,
      );
    }, 250);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [sketch, mode]);

  const forget = () => {
    running?.stop();
    setAnswer(null);
    setTrail([]);
    setMessage('');
  };
  const follow = (now: Running) => {
    setRunning(now);
    now.done
      .catch((error) => {
        const badPosition = error instanceof ApiError && error.place === 'fen';
        setAnswer({ kind: 'bad', sentence: words(error), details: [], fen: start, steps: [], badPosition });
      })
      .finally(() => setRunning((old) => (old === now ? null : old)));
  };
  const solve = () => {
    forget();
    setEditing(false);
    const letters = problem.letters === 'page' ? language() : problem.letters;
    const { fen, stipulation, notation, any, zero } = problem;
    const begin = Date.now();
    const wanted = { fen, stipulation, notation, language: letters, any_position: any, twins: twinsOf(problem), zero_position: zero };
    follow(
      listen<ProblemNews>('/problems/solve', wanted, (news) => {
        if (news.type === 'progress') return setNodes(news.nodes);
        // More answers are for the sides exchanged and for twins.
        const steps = news.twin
          ? news.steps.map((step) => ({ ...step, start: news.start, note: [`${news.twin})`, step.note].filter(Boolean).join(', ') }))
          : news.steps;
        setAnswer((first) => ({
          kind: news.solved || first?.kind === 'good' ? 'good' : 'plain',
          sentence: first ? `${first.sentence} ${sentence(news)}` : sentence(news),
          details: [...(first?.details ?? []), ...news.details.map(told)],
          fen: first?.fen ?? news.start,
          steps: [...(first?.steps ?? []), ...steps],
          nodes: (first?.nodes ?? 0) + news.nodes,
          seconds: (Date.now() - begin) / 1000,
        }));
      }),
    );
  };
  const askSketch = (asked: Question = question) => {
    forget();
    const from = sketchStart(sketch, isChess);
    const options = { question: asked === 'auto' ? undefined : asked, engine, certify, profile };
    follow(
      listen<SketchNews>('/sketches/ask', { sketch, most: 10, ...options }, (news) => {
        if (news.type === 'mistake') return setMistake(news.mistake);
        const { answer } = news;
        const said = { yes: t('Yes'), no: t('No'), limit: t('The time was up before an answer was found') }[answer.answer];
        setAnswer({
          kind: answer.answer === 'yes' ? 'good' : 'plain',
          sentence: news.line ? `${said}: ${moveText(news.line)}` : `${said}.`,
          details: [...(answer.core ?? []).map(told), ...(answer.proof ?? []).map(told), ...certificate(answer.certificate)],
          // The squares that the reasons name are ringed on the board.
          squares: squaresIn(answer.core ?? []),
          profile: news.profile ?? undefined,
          whyNot: answer.answer === 'no' && asked !== 'debug' && !answer.core?.length,
          fen: news.solutions[0]?.start ?? from,
          steps: news.solutions.flatMap(({ start, tree }) =>
            inLetters(tree).map((step) => (start ? { ...step, start, note: t('from {board}', { board: start.split(' ')[0] }) } : step)),
          ),
        });
      }),
    );
  };

  const tryMove = async (from: string, to: string) => {
    setVersion(version + 1);
    if (shown.legal.some((move) => move.startsWith(from + to))) {
      return setMessage(t('{move} is legal; the solution shows what it leads to.', { move: from + to }));
    }
    const answer = await ask<{ reason: string }>('/chess/why', {
      place: { fen: shown.fen, moves: [], any_position: true },
      move: from + to,
    }).catch((error) => ({ reason: words(error) }));
    setMessage(told(answer.reason));
  };
  const flat = flatten(answer?.steps ?? []);
  const here = flat.findIndex((other) => trailName(other) === trailName(trail));
  const turn = shown.fen.split(' ')[1] === 'b' ? 'black' : 'white';
  const back = () => setTrail(trail.slice(0, -1));
  const forward = () => {
    const next = trail.length ? trail.at(-1)!.then[0] : answer?.steps[0];
    if (next) setTrail([...trail, next]);
    else if (flat[here + 1]) setTrail(flat[here + 1]);
  };
  useKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target as HTMLElement)) return;
    const step: Record<string, () => void> = { ArrowLeft: back, ArrowRight: forward, Home: () => setTrail([]) };
    if (!answer?.steps.length || !step[event.key]) return;
    event.preventDefault();
    step[event.key]();
  });
  const picture = async (kind: 'svg' | 'png') => {
    try {
      await savePicture(await diagram(shown.fen), 'problem', kind);
    } catch (error) {
      setMessage(words(error));
    }
  };

  return (
    <div class="table">
      <section class="board-side" aria-label={t('Board')}>
        {mode === 'problem' && editing ? (
          <SetUp
            fen={problem.fen}
            onChange={(fen) => {
              forget();
              setProblem({ ...problem, fen });
            }}
          />
        ) : isChess ? (
          <Board
            fen={shown.fen}
            orientation="white"
            turn={turn}
            check={shown.check}
            lastMove={/^[a-h][1-8][a-h][1-8]/.test(trail.at(-1)?.uci ?? '') ? trail.at(-1)!.uci : undefined}
            legal={shown.legal}
            rings={answer ? (answer.squares ?? []) : mode === 'problem' ? [] : holes(sketch)}
            movable={turn}
            version={version}
            onMove={(from, to) => void tryMove(from, to)}
            onWheel={answer?.steps.length ? (step) => (step > 0 ? forward() : back()) : undefined}
          />
        ) : (
          other && (
            <GameBoard
              picture={other.picture}
              rules={other.rules}
              players={other.players}
              label={t('{game} board', { game: named('game', other.title) })}
              targets={new Set()}
              chosen={[]}
              last={new Set(trail.at(-1)?.uci.match(/[a-z]+\d+/g) ?? [])}
              hinted={new Set()}
              onPick={() => undefined}
            />
          )
        )}
      </section>
      <section class="panel" aria-label={t('Question')}>
        <pre class="only-paper on-paper">{mode === 'problem' ? [problem.stipulation, ...twinsOf(problem)].join('\n') : sketch}</pre>
        <Choice
          label={t('Ask with a')}
          value={mode}
          options={[
            ['problem', t('chess problem')],
            ['sketch', t('sketch')],
          ]}
          onChange={(next) => {
            forget();
            setMode(next);
          }}
        />
        {mode === 'problem' ? (
          <ProblemForm
            problem={problem}
            editing={editing}
            running={running}
            onEdit={setEditing}
            onSolve={solve}
            onChange={(some) => {
              forget();
              setProblem({ ...problem, ...some });
            }}
          />
        ) : (
          <>
            <SketchEditor
              text={sketch}
              mistake={mistake}
              onChange={(text) => {
                forget();
                setSketch(text);
              }}
            />
            {mistake && <MistakeBox text={sketch} mistake={mistake} />}
            <div class="row">
              <Choice
                label={t('Question')}
                value={question}
                options={[
                  ['auto', t('What the holes ask')],
                  ['solve', t('Solve: fill the holes')],
                  ['verify', t('Verify: does it always hold?')],
                  ['synthesize', t('Synthesize: a strategy')],
                  ['debug', t('Debug: why not?')],
                ]}
                onChange={setQuestion}
              />
              <Choice
                label={t('Engine')}
                value={engine}
                options={[
                  ['auto', t('Whichever suits')],
                  ['search', t('Search')],
                  ['sat', t('Laws and solver')],
                ]}
                onChange={setEngine}
              />
              <button class="main" disabled={!!running} onClick={() => askSketch()}>
                {t('Ask')}
              </button>
              {running && <button onClick={() => running.stop()}>{t('Cancel')}</button>}
            </div>
            <div class="row">
              <label class="check">
                <input type="checkbox" checked={certify} onChange={(event) => setCertify(event.currentTarget.checked)} />
                {t('Check every “no” by its proof')}
              </label>
              <label class="check">
                <input type="checkbox" checked={profile} onChange={(event) => setProfile(event.currentTarget.checked)} />
                {t('What each law costs')}
              </label>
            </div>
            <SketchHelp />
          </>
        )}
        {wrong && mode === 'problem' && !answer?.badPosition && <Notice text={wrong} kind="bad" />}
        {running && <Notice text={seconds ? t('Working for {seconds} s…', { seconds }) : t('Working…')} />}
        {running && nodes > 0 && <p class="faint">{t('{nodes} positions so far', { nodes: compact(nodes) })}</p>}
        {answer && <Notice text={answer.sentence} kind={answer.kind} />}
        {answer?.nodes ? (
          <p class="faint">
            {t('{nodes} positions in {seconds} s', { nodes: compact(answer.nodes), seconds: numeral(answer.seconds ?? 0, 1) })}
          </p>
        ) : null}
        {answer?.details.length ? (
          <ul class="details">
            {answer.details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        ) : null}
        {answer?.whyNot && (
          <div class="row">
            <button disabled={!!running} onClick={() => askSketch('debug')}>
              {t('Why not?')}
            </button>
          </div>
        )}
        {answer?.profile && (
          <Fold title={t('What each law costs')} open>
            <pre class="drawing">{answer.profile}</pre>
          </Fold>
        )}
        {message && <Notice text={message} />}
        {answer && answer.steps.length > 0 && (
          <>
            <div class="row navigation">
              <button aria-label={t('Start of the solution')} onClick={() => setTrail([])}>
                «
              </button>
              <button aria-label={t('Previous move')} onClick={back}>
                ‹
              </button>
              <button aria-label={t('Next move')} onClick={forward}>
                ›
              </button>
            </div>
            <div class="answer-box" tabIndex={0} role="group" aria-label={t('Answer')}>
              <AnswerTree key={answer.sentence} steps={answer.steps} chosen={trailName(trail)} onGo={setTrail} />
            </div>
          </>
        )}
        <Fold title={t('Share')}>
          <Copy label={t('Link')} text={linkTo('problems', address)} />
          <div class="row">
            <button
              disabled={!answer}
              onClick={() => saveText(`${answer!.fen}\n${answer!.sentence}\n\n${asText(answer!.steps)}`, 'solution.txt')}
            >
              {t('Save as text')}
            </button>
            <button disabled={!answer} onClick={() => saveText(JSON.stringify(answer, null, 2), 'solution.json', 'application/json')}>
              JSON
            </button>
            {isChess && (
              <>
                <button onClick={() => void picture('svg')}>{t('Save picture (SVG)')}</button>
                <button onClick={() => void picture('png')}>PNG</button>
              </>
            )}
            <button onClick={() => print()}>{t('Print')}</button>
          </div>
        </Fold>
        <Fold title={t('Examples')} open>
          <div class="examples">
            {PROBLEMS.map((example) => (
              <button
                key={example.name}
                onClick={() => {
                  forget();
                  setMode('problem');
                  setProblem({ ...problem, fen: example.fen, stipulation: example.stipulation, twins: '' });
                }}
              >
                {t(example.name)}
              </button>
            ))}
            {SKETCHES.map((example) => (
              <button
                key={example.name}
                onClick={() => {
                  forget();
                  setMode('sketch');
                  setSketch(sketchText(example));
                }}
              >
                {t(example.name)}
              </button>
            ))}
          </div>
        </Fold>
      </section>
    </div>
  );
}

/** The address of a question: `#problems?fen=…&stipulation=…` or `#problems?sketch=…`. */
function addressOf(mode: Mode, problem: Problem, sketch: string, question: Question): URLSearchParams {
  if (mode === 'problem') {
    const { fen, stipulation, any, zero } = problem;
    const query = new URLSearchParams({ fen, stipulation, ...(any ? { any: '1' } : {}) });
    for (const twin of twinsOf(problem)) query.append('twin', twin);
    if (zero && query.has('twin')) query.set('zero', '1');
    return query;
  }
  const query = new URLSearchParams({ sketch });
  if (question !== 'auto') query.set('question', question);
  return query;
}

/** Takes a question given in the address onto the desk. */
function openLink() {
  const query = brought('problems');
  if (!query) return;
  const sketch = query.get('sketch');
  store('problems/mode', sketch === null ? 'problem' : 'sketch');
  store('problems/answer', null);
  if (sketch !== null) {
    store('problems/sketch', sketch);
    store('problems/question', query.get('question') ?? 'auto');
    return;
  }
  const known = read<Problem>('problems/problem') ?? firstProblem();
  const [fen, stipulation] = [query.get('fen') ?? known.fen, query.get('stipulation') ?? known.stipulation];
  const twins = query.getAll('twin').join('\n');
  store('problems/problem', { ...known, fen, stipulation, any: query.has('any'), twins, zero: query.has('zero') });
}

/** The position that a sketch starts from, as far as it can be shown. */
function sketchStart(sketch: string, isChess: boolean): string {
  const from = /^\s*from\s+(?:"([^"]*)"|(\S+))/m.exec(sketch);
  const text = from?.[1] ?? '';
  if (!text.includes('/')) return isChess ? START : '';
  // Squares that the solver is to fill are shown empty, with a ring around them.
  const [board, ...rest] = text.split(' ');
  return [board.replaceAll('?', isChess ? '1' : ''), ...rest].join(' ');
}

/** The squares of a chess sketch that the solver is to fill. */
function holes(sketch: string): string[] {
  const board = /^\s*from\s+"([^"\s]*)/m.exec(sketch)?.[1] ?? '';
  return board.split('/').flatMap((row, index) => {
    const squares: string[] = [];
    let file = 0;
    for (const sign of row) {
      if (sign === '?') squares.push(`${'abcdefgh'[file]}${8 - index}`);
      file += /\d/.test(sign) ? Number(sign) : 1;
    }
    return file === 8 ? squares : [];
  });
}

/** The moves of a sketch with the letters of the page's language. */
const inLetters = (steps: Step[]): Step[] =>
  steps.map((step) => ({ ...step, text: moveText(step.text), then: inLetters(step.then) }));

function flatten(steps: Step[], before: Trail = []): Trail[] {
  return steps.flatMap((step) => {
    const trail = [...before, step];
    return [trail, ...flatten(step.then, trail)];
  });
}

/** The position after a trail. */
async function showPosition(start: string, trail: Trail, signal: AbortSignal) {
  const told = trail.at(-1)?.fen;
  const moves = told ? [] : trail.map((step) => step.uci);
  const place = { fen: told ?? trail[0]?.start ?? start, moves, any_position: true };
  const now = await ask<Standing>('/chess/position', place, signal);
  return { fen: now.fen, check: now.check, legal: now.legal.map((move) => move.uci) };
}

/** The game that a sketch is about, with its parameters. */
function gameOf(sketch: string): { name: string; settings: [string, number][] } {
  const [, name, parameters = ''] = /^\s*game\s+([\w-]+)(.*)$/m.exec(sketch) ?? [];
  const settings = [...parameters.matchAll(/(\w+)\s*=\s*(\d+)/g)].map(([, key, value]): [string, number] => [key, Number(value)]);
  return name ? { name, settings } : CHESS;
}
