// The Kuromasu table: colour cells by hand, ask for hints, have it solved, make new puzzles.
import { useEffect, useRef, useState } from 'preact/hooks';
import { brought, linkTo, useAddress, useTitle } from '../address';
import { ask, listen, words, type Running } from '../api';
import { clockText } from '../chess/play';
import { CELL, Grid } from '../grid';
import { t, type Text, toldKuromasu } from '../lang';
import { Choice, Copy, Fold, Notice, Paste, useUndoKeys } from '../parts';
import { useRetry, useVisible } from '../retry';
import { useStored } from '../stored';

interface Puzzle {
  height: number;
  width: number;
  clues: (number | null)[];
  puzzle: string;
  formats: [string, string][];
}

interface Checked {
  broken: { rule: string; sentence: string; cells: number[] }[];
  solved: boolean;
}

type Advice =
  | { type: 'step'; sentence: string; technique: string; cells: [number, string][]; reasons: number[] }
  | { type: 'mistake'; sentence: string; cells: number[] }
  | { type: 'end'; sentence: string };

interface State {
  puzzle: Puzzle | null;
  /** One letter a cell: `b`, `w`, or `.` */
  cells: string;
  past: string[];
  future?: string[];
  seconds?: number;
}

const UNCHECKED: Checked = { broken: [], solved: false };
const FIRST = 'w 6\nh 5\nc 0 4 6\nc 1 3 5\nc 1 5 8\nc 3 2 10\nc 3 0 8\nc 4 1 9';
const SIZES = ['5', '6', '8', '10', '12', '15', '20', '25', '30'].map((size) => [size, `${size} × ${size}`] as const);
const DIFFICULTIES = [
  ['easy', 'Easy'],
  ['medium', 'Medium'],
  ['hard', 'Hard'],
] as const;
const LAYOUTS = [
  ['none', 'Anywhere'],
  ['turn', 'Half turn'],
  ['mirror', 'Mirrored'],
  ['cross', 'Mirrored twice'],
] as const;
const RULES =
  'Click: black, then a dot for white, then open again. No two black cells touch; a number counts the white cells seen from it along row and column, itself included; all white cells hang together.';
const VERDICTS: Record<string, Text> = {
  solved: 'Solved.',
  unique: 'This is the only solution: proved.',
  several: 'There is more than one solution; here is the first.',
  unsolvable: 'This puzzle has no solution: proved.',
  limit: 'The time was up before an answer was found.',
};

export function KuromasuTable() {
  const [state, setState] = useStored<State>('kuromasu/state', () => ({ puzzle: null, cells: '', past: [] }));
  const [known, setKnown] = useState<{ of: string; checked: Checked }>({ of: '', checked: UNCHECKED });
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [message, setMessage] = useState<{ text: string; kind: 'plain' | 'bad' | 'good' }>({ text: '', kind: 'plain' });
  const [running, setRunning] = useState<{ run: Running; share: number | null } | null>(null);
  // A link that is still to be opened.
  const [link, setLink] = useState(() => brought('kuromasu'));
  const { puzzle, cells } = state;
  const [attempt, failed] = useRetry();
  // What was found out about another board says nothing about this one.
  const key = `${puzzle?.puzzle} ${cells}`;
  const checked = known.of === key ? known.checked : UNCHECKED;
  const latest = useRef(key);
  latest.current = key;

  const open = (next: Puzzle) => {
    setAdvice(null);
    setMessage({ text: '', kind: 'plain' });
    setState({ puzzle: next, cells: '.'.repeat(next.clues.length), past: [], future: [], seconds: 0 });
  };
  const read = async (text: string): Promise<string | void> => {
    try {
      open(await ask<Puzzle>('/kuromasu/read', { puzzle: text }));
    } catch (error) {
      failed(error);
      return words(error);
    }
  };
  // A link brings a puzzle, and perhaps what was filled in.
  useEffect(() => {
    // Once more where the program was gone before there was anything to show.
    if (attempt && puzzle) return;
    const linked = link?.get('p');
    const complain = (wrong: string | void) => wrong && setMessage({ text: wrong, kind: 'bad' });
    if (!linked) {
      setLink(null);
      return void (puzzle || read(FIRST).then(complain));
    }
    const fillIn = (wrong: string | void) => {
      // Where nothing lies on the table, the link may be asked for once more.
      if (!wrong || puzzle) setLink(null);
      if (wrong) {
        complain(wrong);
        // The first puzzle would take the message away.
        return void (puzzle || read(FIRST).then(() => complain(wrong)));
      }
      const cells = link!.get('cells') ?? '';
      setState((old) => (/^[bw.]+$/.test(cells) && cells.length === old.cells.length ? { ...old, cells } : old));
    };
    void read(linked).then(fillIn);
  }, [attempt]);
  const address = new URLSearchParams();
  const short = puzzle?.formats.find(([name]) => name === 'url')?.[1].trim();
  if (short) address.set('p', short);
  if (short && /[bw]/.test(cells)) address.set('cells', cells);
  useAddress('kuromasu', puzzle && !link ? address : null);
  useTitle('Kuromasu');
  useEffect(() => () => running?.run.stop(), [running?.run]);

  useEffect(() => {
    if (!puzzle) return;
    const control = new AbortController();
    ask<Checked>('/kuromasu/check', { puzzle: puzzle.puzzle, cells }, control.signal).then(
      (checked) => setKnown({ of: key, checked }),
      (error) => !control.signal.aborted && failed(error),
    );
    return () => control.abort();
  }, [key, attempt]);

  const change = (next: string) => {
    setAdvice(null);
    setMessage({ text: '', kind: 'plain' });
    setState((old) => ({ ...old, cells: next, past: [...old.past.slice(-500), old.cells], future: [] }));
  };
  const turn = (from: 'past' | 'future', to: 'past' | 'future') => {
    setAdvice(null);
    setMessage({ text: '', kind: 'plain' });
    setState((old) => {
      const last = old[from]?.at(-1);
      return last === undefined ? old : { ...old, cells: last, [from]: old[from]!.slice(0, -1), [to]: [...(old[to] ?? []), old.cells] };
    });
  };
  const undo = () => turn('past', 'future');
  const redo = () => turn('future', 'past');
  useUndoKeys(undo, redo);
  const visible = useVisible();
  const runs = !!puzzle && !checked.solved && visible;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setState((old) => ({ ...old, seconds: (old.seconds ?? 0) + 1 })), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  const fill = (changes: [number, string][]) => {
    const letters = [...cells];
    for (const [cell, letter] of changes) letters[cell] = letter;
    change(letters.join(''));
  };
  const pick = (cell: number, event: MouseEvent | KeyboardEvent) => {
    if (!puzzle || puzzle.clues[cell] !== null) return;
    // The other button goes the other way round: open, white, black.
    const back = event instanceof MouseEvent && (event.button === 2 || event.type === 'contextmenu');
    const order = back ? '.wb' : '.bw';
    fill([[cell, order[(order.indexOf(cells[cell]) + 1) % 3]]]);
  };

  const run = <N extends { type: string }>(path: string, question: unknown, hear: (news: N) => void, share: number | null) => {
    setAdvice(null);
    setMessage({ text: '', kind: 'plain' });
    const now = listen<N>(path, question, hear);
    setRunning({ run: now, share });
    now.done
      .catch((error) => setMessage({ text: words(error), kind: 'bad' }))
      .finally(() => setRunning((old) => (old?.run === now ? null : old)));
  };
  const solve = (unique: boolean) => {
    let found = '';
    run<{ type: 'solution'; cells: string } | { type: 'done'; verdict: string }>(
      '/kuromasu/solve',
      { puzzle: puzzle!.puzzle, unique },
      (news) => {
        if (news.type === 'solution') found ||= news.cells;
        else {
          if (found && !unique) change(found);
          const bad = news.verdict === 'unsolvable' || news.verdict === 'limit';
          const text = t(unique && news.verdict === 'unique' ? 'There is exactly one solution: proved.' : VERDICTS[news.verdict]);
          setMessage({ text, kind: bad ? 'bad' : 'good' });
        }
      },
      null,
    );
  };
  const hint = () => run<Advice>('/kuromasu/hint', { puzzle: puzzle!.puzzle, cells }, setAdvice, null);
  const check = async () => {
    setMessage({ text: t('Checking…'), kind: 'plain' });
    try {
      const checked = await ask<Checked>('/kuromasu/check', { puzzle: puzzle!.puzzle, cells });
      if (latest.current !== key) return;
      setKnown({ of: key, checked });
      if (checked.solved) setMessage({ text: t('Solved!'), kind: 'good' });
      else if (checked.broken.length) setMessage({ text: t('Some rules are broken; see below.'), kind: 'bad' });
      else setMessage({ text: t('No rule is broken so far.'), kind: 'good' });
    } catch (error) {
      setMessage({ text: words(error), kind: 'bad' });
    }
  };

  if (!puzzle) return <Notice text={message.text || t('Setting up…')} kind={message.kind} />;
  const broken = new Set(checked.broken.flatMap((rule) => rule.cells));
  const news = new Map(advice?.type === 'step' ? advice.cells : []);
  const reasons = new Set(advice?.type === 'step' ? advice.reasons : advice?.type === 'mistake' ? advice.cells : []);
  const placeName = (cell: number) => `r${Math.floor(cell / puzzle.width) + 1}c${(cell % puzzle.width) + 1}`;

  return (
    <div class="table">
      <section class="board-side" aria-label={t('Board')}>
        <Grid
          columns={puzzle.width}
          rows={puzzle.height}
          label={t('{game} board', { game: 'Kuromasu' })}
          name={(cell) => {
            const clue = puzzle.clues[cell];
            const ink = { b: t('black cell'), w: t('white cell'), '.': t('open cell') }[cells[cell]];
            return `${placeName(cell)}: ${clue === null ? ink : clue || t('white, number not told')}${broken.has(cell) ? `, ${t('breaks a rule')}` : ''}`;
          }}
          cellClass={(cell) =>
            [
              'ink-cell',
              cells[cell] === 'b' && 'black',
              broken.has(cell) && 'broken',
              reasons.has(cell) && 'reason',
              news.has(cell) && 'news',
            ]
              .filter(Boolean)
              .join(' ')
          }
          draw={(cell) => {
            const clue = puzzle.clues[cell];
            if (clue !== null)
              return (
                <text class="clue" x={CELL / 2} y={CELL / 2 + 16}>
                  {clue || '?'}
                </text>
              );
            if (cells[cell] === 'w') return <circle class="white-mark" cx={CELL / 2} cy={CELL / 2} r="9" />;
            if (news.has(cell))
              return <circle class={`ghost ${news.get(cell)}`} cx={CELL / 2} cy={CELL / 2} r="24" />;
            return null;
          }}
          onPick={pick}
          onKey={(cell, event) => {
            const letter = { b: 'b', w: 'w', Delete: '.', Backspace: '.' }[event.key];
            if (letter && puzzle.clues[cell] === null) fill([[cell, letter]]);
          }}
        />
      </section>
      <section class="panel" aria-label={t('Puzzle')}>
        <Notice
          text={
            checked.solved
              ? `${t('Solved!')} ${clockText(1000 * (state.seconds ?? 0))}`
              : t('{width} × {height}, {count} clues', {
                  width: puzzle.width,
                  height: puzzle.height,
                  count: puzzle.clues.filter((clue) => clue !== null).length,
                })
          }
          kind={checked.solved ? 'good' : 'plain'}
        />
        {!checked.solved && (
          <p class="faint timer" aria-label={t('Time')}>
            {clockText(1000 * (state.seconds ?? 0))}
          </p>
        )}
        {message.text && message.text !== t('Solved!') && <Notice text={message.text} kind={message.kind} />}
        {running && (
          <div class="row">
            {running.share !== null && <progress value={running.share} max={1} aria-label={t('Progress')} />}
            <button
              onClick={() => {
                running.run.stop();
                setRunning(null);
                setMessage({ text: t('Cancelled.'), kind: 'plain' });
              }}
            >
              {t('Cancel')}
            </button>
          </div>
        )}
        {checked.broken.length > 0 && (
          <ul class="broken" aria-label={t('Broken rules')}>
            {checked.broken.slice(0, 6).map((rule) => (
              <li key={rule.sentence}>{toldKuromasu(rule.sentence)}</li>
            ))}
          </ul>
        )}
        {advice && (
          <div class="advice" role="status">
            <p>{toldKuromasu(advice.sentence)}</p>
            {advice.type === 'step' && (
              <button class="main" onClick={() => fill(advice.cells)}>
                {t('Do it')}
              </button>
            )}
          </div>
        )}
        <div class="row">
          <button onClick={() => void check()}>{t('Check')}</button>
          <button onClick={hint} disabled={!!running}>
            {t('Hint')}
          </button>
          <button disabled={!state.past.length} onClick={undo}>
            {t('Undo')}
          </button>
          <button disabled={!state.future?.length} onClick={redo}>
            {t('Redo')}
          </button>
          <button onClick={() => change('.'.repeat(cells.length))}>{t('Clear')}</button>
        </div>
        <div class="row">
          <button onClick={() => solve(false)} disabled={!!running}>
            {t('Solve')}
          </button>
          <button onClick={() => solve(true)} disabled={!!running}>
            {t('Prove unique')}
          </button>
          <button onClick={() => print()}>{t('Print')}</button>
        </div>
        <p class="faint">
          {t(RULES)}
        </p>
        <Generator
          disabled={!!running}
          onGenerate={(question) =>
            run<{ type: 'progress'; share: number } | { type: 'done'; board: Puzzle; difficulty: string }>(
              '/kuromasu/generate',
              question,
              (news) => {
                if (news.type === 'progress') setRunning((old) => old && { ...old, share: news.share });
                else {
                  open(news.board);
                  setMessage({ text: t('A new puzzle ({difficulty}), with exactly one solution.', { difficulty: t(news.difficulty as Text) }), kind: 'good' });
                }
              },
              0,
            )
          }
        />
        <Fold title={t('Formats')}>
          <Copy label={t('Link')} text={linkTo('kuromasu', address)} />
          <Paste
            label={t('Paste a puzzle: a puzz.link address, a Range game, course lines, or a grid')}
            button={t('Load')}
            rows={3}
            placeholder="https://puzz.link/p?kurodoko/…"
            onPaste={read}
          />
          {puzzle.formats
            .filter(([name]) => name === 'url' || name === 'range')
            .map(([name, text]) => (
              <Copy key={name} label={name === 'url' ? 'puzz.link' : 'Range'} text={text.trim()} />
            ))}
        </Fold>
      </section>
    </div>
  );
}

function Generator(props: { disabled: boolean; onGenerate: (question: unknown) => void }) {
  const [size, setSize] = useStored('kuromasu/size', () => '8');
  const [difficulty, setDifficulty] = useStored<'easy' | 'medium' | 'hard'>('kuromasu/difficulty', () => 'easy');
  const [symmetry, setSymmetry] = useStored<(typeof LAYOUTS)[number][0]>('kuromasu/symmetry', () => 'none');
  const seed = () => Math.floor(Math.random() * 2 ** 31);
  return (
    <Fold title={t('New puzzle')} open>
      <div class="row">
        <Choice label={t('Size')} value={size} options={SIZES} onChange={setSize} />
        <Choice label={t('Difficulty')} value={difficulty} options={DIFFICULTIES.map(([value, name]) => [value, t(name)] as const)} onChange={setDifficulty} />
        <Choice label={t('Clues')} value={symmetry} options={LAYOUTS.map(([value, name]) => [value, t(name)] as const)} onChange={setSymmetry} />
      </div>
      <div class="row">
        <button
          class="main"
          disabled={props.disabled}
          onClick={() => props.onGenerate({ height: Number(size), width: Number(size), difficulty, symmetry, seed: seed() })}
        >
          {t('Generate')}
        </button>
      </div>
    </Fold>
  );
}
