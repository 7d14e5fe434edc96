// The desk: chess problems with a stipulation, and sketches, each with answers that move the board.
import { useEffect, useState } from 'preact/hooks';
import { ask, listen, words, type Running } from '../api';
import { Board } from '../chess/board';
import { START, type Standing } from '../chess/standing';
import { StacksBoard } from '../deathstacks/stack';
import { Choice, Fold, Notice } from '../parts';
import { useStored } from '../stored';
import { PROBLEMS, SKETCHES } from './examples';
import { SketchEditor, type Mistake } from './sketch';
import { AnswerTree, trailName, type Step, type Trail } from './tree';

interface Answer {
  kind: 'plain' | 'bad' | 'good';
  sentence: string;
  details: string[];
  /** The position the steps start from. */
  fen: string;
  steps: Step[];
}

type Mode = 'problem' | 'sketch';

const QUESTIONS = [
  ['auto', 'What the holes ask'],
  ['solve', 'Solve: fill the holes'],
  ['verify', 'Verify: does it always hold?'],
  ['synthesize', 'Synthesize: a strategy'],
  ['debug', 'Debug: why not?'],
] as const;
type Question = (typeof QUESTIONS)[number][0];

type ProblemNews = {
  type: 'answer';
  sentence: string;
  solved: boolean;
  start: string;
  steps: Step[];
  details: string[];
};
type SketchNews =
  | { type: 'mistake'; mistake: Mistake }
  | {
      type: 'answer';
      answer: { question: string; answer: 'yes' | 'no' | 'limit'; core?: string[]; engine: string };
      line: string;
      solutions: { start: string | null; tree: Step[] }[];
    };

export function ProblemsDesk() {
  const [mode, setMode] = useStored<Mode>('problems/mode', () => 'problem');
  const [fen, setFen] = useStored('problems/fen', () => PROBLEMS[0].fen);
  const [stipulation, setStipulation] = useStored('problems/stipulation', () => PROBLEMS[0].stipulation);
  const [sketch, setSketch] = useStored('problems/sketch', () => SKETCHES[0].text);
  const [question, setQuestion] = useStored<Question>('problems/question', () => 'auto');
  const [mistake, setMistake] = useState<Mistake | null>(null);
  const [answer, setAnswer] = useStored<Answer | null>('problems/answer', () => null);
  const [trail, setTrail] = useState<Trail>([]);
  const [running, setRunning] = useState<Running | null>(null);
  const [shown, setShown] = useState({ fen: START, check: false, legal: [] as string[] });
  const [stacks, setStacks] = useState<string[]>([]);
  const [message, setMessage] = useState('');
  const [version, setVersion] = useState(0);

  const isChess = mode === 'problem' || !/^\s*game\s+deathstacks/m.test(sketch);
  const start = answer?.fen ?? (mode === 'problem' ? fen : sketchStart(sketch, isChess));
  const moves = trail.map((step) => step.uci);
  const key = JSON.stringify([isChess, start, moves]);
  useEffect(() => {
    const control = new AbortController();
    if (isChess) showPosition(start, trail, control.signal).then(setShown, () => undefined);
    else showStacks(start, moves, control.signal).then(setStacks, () => undefined);
    return () => control.abort();
  }, [key]);
  useEffect(() => () => running?.stop(), [running]);

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
    setAnswer(null);
    setTrail([]);
    setMessage('');
  };
  const follow = (now: Running) => {
    setRunning(now);
    now.done
      .catch((error) => setAnswer({ kind: 'bad', sentence: words(error), details: [], fen: start, steps: [] }))
      .finally(() => setRunning((old) => (old === now ? null : old)));
  };
  const solve = () => {
    forget();
    follow(
      listen<ProblemNews>('/problems/solve', { fen, stipulation }, (news) =>
        // A second answer is for the sides exchanged.
        setAnswer((first) => ({
          kind: news.solved || first?.kind === 'good' ? 'good' : 'plain',
          sentence: first ? `${first.sentence} With the sides exchanged: ${news.sentence}` : news.sentence,
          details: [...(first?.details ?? []), ...news.details],
          fen: first?.fen ?? news.start,
          steps: [...(first?.steps ?? []), ...news.steps],
        })),
      ),
    );
  };
  const askSketch = () => {
    forget();
    const from = sketchStart(sketch, isChess);
    follow(
      listen<SketchNews>('/sketches/ask', { sketch, most: 10, question: question === 'auto' ? undefined : question }, (news) => {
        if (news.type === 'mistake') return setMistake(news.mistake);
        const { answer } = news;
        const said = { yes: 'Yes', no: 'No', limit: 'The time was up before an answer was found' }[answer.answer];
        setAnswer({
          kind: answer.answer === 'yes' ? 'good' : 'plain',
          sentence: news.line ? `${said}: ${news.line}` : `${said}.`,
          details: answer.core ?? [],
          fen: news.solutions[0]?.start ?? from,
          steps: news.solutions.flatMap(({ start, tree }) =>
            start ? tree.map((step) => ({ ...step, start, note: `from ${start.split(' ')[0]}` })) : tree,
          ),
        });
      }),
    );
  };

  const tryMove = async (from: string, to: string) => {
    setVersion(version + 1);
    if (shown.legal.some((move) => move.startsWith(from + to))) {
      return setMessage(`${from}${to} is legal; the solution shows what it leads to.`);
    }
    const answer = await ask<{ reason: string }>('/chess/why', {
      place: { fen: shown.fen, moves: [], any_position: true },
      move: from + to,
    }).catch((error) => ({ reason: words(error) }));
    setMessage(answer.reason);
  };
  const flat = flatten(answer?.steps ?? []);
  const here = flat.findIndex((other) => trailName(other) === trailName(trail));
  const turn = shown.fen.split(' ')[1] === 'b' ? 'black' : 'white';

  return (
    <div class="table">
      <section class="board-side" aria-label="Board">
        {isChess ? (
          <Board
            fen={shown.fen}
            orientation="white"
            turn={turn}
            check={shown.check}
            lastMove={/^[a-h][1-8][a-h][1-8]/.test(trail.at(-1)?.uci ?? '') ? trail.at(-1)!.uci : undefined}
            legal={shown.legal}
            rings={answer || mode === 'problem' ? [] : holes(sketch)}
            movable={turn}
            version={version}
            onMove={(from, to) => void tryMove(from, to)}
          />
        ) : (
          <StacksBoard stacks={stacks} lastMove={trail.at(-1)?.uci} />
        )}
      </section>
      <section class="panel" aria-label="Question">
        <Choice
          label="Ask with a"
          value={mode}
          options={[
            ['problem', 'chess problem'],
            ['sketch', 'sketch'],
          ]}
          onChange={(next) => {
            forget();
            setMode(next);
          }}
        />
        {mode === 'problem' ? (
          <form
            class="problem"
            onSubmit={(event) => {
              event.preventDefault();
              solve();
            }}
          >
            <label class="paste">
              <span>Position (FEN)</span>
              <textarea
                rows={2}
                value={fen}
                spellcheck={false}
                onInput={(event) => {
                  forget();
                  setFen(event.currentTarget.value);
                }}
              />
            </label>
            <div class="row">
              <label class="choice">
                <span>Stipulation</span>
                <input
                  value={stipulation}
                  spellcheck={false}
                  size={8}
                  onInput={(event) => {
                    forget();
                    setStipulation(event.currentTarget.value);
                  }}
                />
              </label>
              <button class="main" disabled={!!running}>
                Solve
              </button>
              {running && (
                <button type="button" onClick={() => running.stop()}>
                  Cancel
                </button>
              )}
            </div>
            <p class="faint">
              #3 mate, s#2 selfmate, r#2 reflexmate, h#2.5 helpmate, ser-h#5 series, dia 6.5 proof game; = for stalemate;
              +k for set play and tries.
            </p>
          </form>
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
            {mistake && (
              <pre class="drawing" role="alert">
                {mistake.drawing}
              </pre>
            )}
            <div class="row">
              <Choice label="Question" value={question} options={QUESTIONS} onChange={setQuestion} />
              <button class="main" disabled={!!running} onClick={askSketch}>
                Ask
              </button>
              {running && <button onClick={() => running.stop()}>Cancel</button>}
            </div>
          </>
        )}
        {running && <Notice text="Working…" />}
        {answer && <Notice text={answer.sentence} kind={answer.kind} />}
        {answer?.details.length ? (
          <ul class="details">
            {answer.details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        ) : null}
        {message && <Notice text={message} />}
        {answer && answer.steps.length > 0 && (
          <>
            <div class="row navigation">
              <button aria-label="Start of the solution" onClick={() => setTrail([])}>
                «
              </button>
              <button aria-label="Previous move" onClick={() => setTrail(trail.slice(0, -1))}>
                ‹
              </button>
              <button
                aria-label="Next move"
                onClick={() => {
                  const next = trail.length ? trail.at(-1)!.then[0] : answer.steps[0];
                  if (next) setTrail([...trail, next]);
                  else if (flat[here + 1]) setTrail(flat[here + 1]);
                }}
              >
                ›
              </button>
            </div>
            <div class="answer-box" tabIndex={0} role="group" aria-label="Answer">
              <AnswerTree key={answer.sentence} steps={answer.steps} chosen={trailName(trail)} onGo={setTrail} />
            </div>
          </>
        )}
        <Fold title="Examples" open>
          <div class="examples">
            {PROBLEMS.map((example) => (
              <button
                key={example.name}
                onClick={() => {
                  forget();
                  setMode('problem');
                  setFen(example.fen);
                  setStipulation(example.stipulation);
                }}
              >
                {example.name}
              </button>
            ))}
            {SKETCHES.map((example) => (
              <button
                key={example.name}
                onClick={() => {
                  forget();
                  setMode('sketch');
                  setSketch(example.text);
                }}
              >
                {example.name}
              </button>
            ))}
          </div>
        </Fold>
      </section>
    </div>
  );
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

/** The stacks after some moves of Death Stacks; the start is a board and r or b. */
async function showStacks(start: string, moves: string[], signal: AbortSignal): Promise<string[]> {
  const [fen, mover] = start.trim().split(/\s+/);
  const place = { fen: fen || undefined, player: mover === 'b' ? 'blue' : 'red', moves };
  return (await ask<{ stacks: string[] }>('/deathstacks/position', place, signal)).stacks;
}
