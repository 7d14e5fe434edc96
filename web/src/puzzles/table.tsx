// The puzzle table, for every kind: fill in, ask for hints, check, make new ones.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTitle, writeAddress } from '../address';
import { ask, fetchList, listen, words, type Running } from '../api';
import { clockText } from '../chess/play';
import { named, numeral, t, toldPuzzle, toldStep, type Text } from '../lang';
import { Choice, Copy, Fold, Notice, Paste, useUndoKeys } from '../parts';
import { useRetry, useVisible } from '../retry';
import { useStored } from '../stored';
import { PuzzleBoard } from './board';
import { cellsOf, placeOf } from './places';
import {
  fragment,
  known,
  lawsFor,
  linked,
  nothing,
  readFilled,
  type Checked,
  type Explained,
  type Fact,
  type Filled,
  type Marks,
  type Shown,
  type Step,
} from './state';

interface State {
  shown: Shown | null;
  filled: Filled;
  marks: Marks;
  past: [Filled, Marks][];
  future: [Filled, Marks][];
  seconds: number;
  done: boolean;
  /** The puzzle that lay here before another came over it, and the one that Undo took away again. */
  before?: State;
  after?: State;
}

interface Kind {
  kind: string;
  about: string;
}

/** A law in words with its places, and the cells to mark. */
interface Law {
  text: string;
  cells: number[];
}

type Made = { type: 'progress'; share: number } | { type: 'done'; text: string; difficulty: string; score?: number };

const EMPTY: State = { shown: null, filled: {}, marks: {}, past: [], future: [], seconds: 0, done: false };
/** How many puzzles can be had back. */
const KEPT = 3;
const FIRST = 'https://puzz.link/p?nurikabe/5/5/g5k2o1k3g';
const SIZES = ['4', '5', '6', '7', '8', '9', '10', '12', '15', '20', '25', '30'].map((size) => [size, size] as const);
const GRADES = [
  ['easy', 'Easy'],
  ['medium', 'Medium'],
  ['hard', 'Hard'],
] as const;
const TURNS = [
  ['none', 'Anywhere'],
  ['half', 'Half turn'],
  ['quarter', 'Quarter turn'],
  ['mirror', 'Mirrored'],
  ['cross', 'Mirrored twice'],
] as const;
/** The longest side of a new puzzle; Kuromasu has a generator for large boards. */
const longest = (kind: string) => (kind === 'kuromasu' ? 30 : 15);
/** Kinds of a size of their own: the height follows the width. */
const HEIGHTS: Record<string, (width: number) => number> = { dominosa: (width) => width - 1 };

/** What to ask for, for a new puzzle. */
function orderOf(kind: string, width: number, height: number, difficulty = 'easy', symmetry = 'none') {
  return { width, height: HEIGHTS[kind]?.(width) ?? height, difficulty, symmetry, seed: Math.floor(Math.random() * 2 ** 31) };
}

export function PuzzlesTable() {
  const [state, setState] = useStored<State>('puzzles/state', () => EMPTY);
  const [kinds, setKinds] = useState<Kind[]>([]);
  const [message, setMessage] = useState<{ text: string; kind: 'plain' | 'bad' | 'good' }>({ text: '', kind: 'plain' });
  const [steps, setSteps] = useState<Step[]>([]);
  // Laws that are broken whatever comes, laws that are not kept yet, and cells that a hint calls wrong.
  const [conflicts, setConflicts] = useState<Law[]>([]);
  const [openLaws, setOpenLaws] = useState<Law[]>([]);
  const [mistaken, setMistaken] = useState<number[]>([]);
  const [share, setShare] = useState<number | null>(null);
  const [cursor, setCursor] = useState(0);
  const [pencil, setPencil] = useState(false);
  const [running, setRunning] = useState<Running | null>(null);
  const typed = useRef({ cell: -1, at: 0 });
  const visible = useVisible();
  const { shown, filled } = state;
  // A link that is still to be opened; the one that the table itself wrote is open already.
  const [link, setLink] = useState(() => {
    const named = linked(location.hash);
    const kindAlone = named && !named.puzzle;
    const lies = shown && (kindAlone ? named.kind === shown.kind : `#${fragment(shown, filled)}` === location.hash);
    return lies ? null : named;
  });
  const [attempt, failed] = useRetry();
  useTitle(shown ? named('puzzle', shown.kind) : t('Puzzles'));

  const quiet = () => {
    setSteps([]);
    setMistaken([]);
    setOpenLaws([]);
    setMessage({ text: '', kind: 'plain' });
  };
  // What was found out about another board says nothing about this one.
  const latest = useRef(state);
  latest.current = state;
  const open = async (kind: string, puzzle: string, answer = ''): Promise<string | void> => {
    try {
      const next = await ask<Shown>(`/puzzles/${kind}/show`, { puzzle });
      quiet();
      setConflicts([]);
      setCursor(0);
      setState((old) => ({ ...EMPTY, shown: next, filled: readFilled(next.layers, answer), before: old.shown ? kept(old) : undefined }));
    } catch (error) {
      failed(error);
      return words(error);
    }
  };
  /** A new puzzle, where the address names its kind alone. */
  const make = async (kind: string): Promise<string | void> => {
    let text = '';
    const now = listen<Made>(`/puzzles/${kind}/generate`, orderOf(kind, 6, 6), (news) => {
      if (news.type === 'done') text = news.text;
    });
    setRunning(now);
    try {
      await now.done;
    } catch (error) {
      failed(error);
      return words(error);
    } finally {
      setRunning((old) => (old === now ? null : old));
    }
    if (text) return open(kind, text);
  };
  useEffect(() => {
    if (!kinds.length) fetchList<{ puzzles: Kind[] }>('/puzzles').then((list) => setKinds(list.puzzles), failed);
  }, [attempt]);
  useEffect(() => {
    // Once more where the program was gone before there was anything to show.
    if (attempt && shown) return;
    if (!link && shown) return;
    const opened = link && !link.puzzle ? make(link.kind) : open(link?.kind ?? 'any', link?.puzzle ?? FIRST, link?.answer);
    void opened.then((wrong) => {
      // Where nothing lies on the table, the link may be asked for once more.
      if (!wrong || shown) setLink(null);
      if (!wrong) return;
      setMessage({ text: wrong, kind: 'bad' });
      // Where nothing lies on the table, the first puzzle does, unless the program is gone.
      if (link && !shown) void open('any', FIRST).then((gone) => !gone && (setLink(null), setMessage({ text: wrong, kind: 'bad' })));
    });
  }, [attempt]);
  useEffect(() => () => running?.stop(), [running]);

  // The address says what is on the table, as soon as it is there.
  const address = shown && !link ? `#${fragment(shown, filled)}` : '';
  useLayoutEffect(() => {
    if (address) writeAddress(address);
  }, [address]);

  // Right is finished, as soon as it is right.
  useEffect(() => {
    if (!shown || state.done) return;
    const blank = Object.values(filled).every((values) => values.every((value) => !value));
    if (blank) return setConflicts([]);
    let check: Running | null = null;
    const timer = setTimeout(() => {
      check = listen<Checked>(`/puzzles/${shown.kind}/check`, { puzzle: shown.text, filled: known(shown.layers, filled) }, (news) => {
        // What cannot be mended any more is marked at once.
        if (news.status !== 'correct') return setConflicts(lawsOf(news.conflicts));
        setSteps([]);
        setConflicts([]);
        setMessage({ text: '', kind: 'plain' });
        setState((old) => ({ ...old, done: true }));
      });
      check.done.catch(() => undefined);
    }, 150);
    return () => {
      clearTimeout(timer);
      check?.stop();
    };
  }, [shown, filled, state.done]);
  useEffect(() => {
    if (!shown || state.done || !visible) return;
    const timer = setInterval(() => setState((old) => ({ ...old, seconds: old.seconds + 1 })), 1000);
    return () => clearInterval(timer);
  }, [shown, state.done, visible]);

  const begin = () => {
    quiet();
    setState((old) => ({ ...old, past: [...old.past.slice(-500), [old.filled, old.marks]], future: [], after: undefined }));
  };
  const change = (layer: string, place: number, value: number | null) =>
    setState((old) => {
      const values = [...old.filled[layer]];
      values[place] = value;
      return { ...old, filled: { ...old.filled, [layer]: values }, done: false };
    });
  const turn = (from: 'past' | 'future', to: 'past' | 'future') => {
    quiet();
    setState((old) => {
      const last = old[from].at(-1);
      if (!last) return old;
      const [filled, marks] = last;
      return { ...old, filled, marks, done: false, [from]: old[from].slice(0, -1), [to]: [...old[to], [old.filled, old.marks]] };
    });
  };
  /** To the puzzle that lay here before, or back from it. */
  const swap = (to: 'before' | 'after') => {
    quiet();
    setConflicts([]);
    setCursor(0);
    setState((old) => {
      const { before, after, ...here } = old;
      if (to === 'before') return before ? { ...before, after: { ...here, after } } : old;
      return after ? { ...after, before: { ...here, before } } : old;
    });
  };
  const canUndo = state.past.length > 0 || !!state.before;
  const canRedo = state.future.length > 0 || !!state.after;
  const undo = () => (state.past.length ? turn('past', 'future') : swap('before'));
  const redo = () => (state.future.length ? turn('future', 'past') : swap('after'));

  const digits = shown?.layers.find((layer) => layer.name === 'digit');
  const write = (cell: number, key: string) => {
    if (!digits || digits.given[cell] !== null) return;
    if (key === 'Backspace' || key === 'Delete') {
      begin();
      setState((old) => ({ ...old, marks: without(old.marks, cell) }));
      return change('digit', cell, null);
    }
    // Numbers of two digits are typed quickly.
    const now = Date.now();
    const before = typed.current.cell === cell && now - typed.current.at < 900 ? filled.digit[cell] : null;
    typed.current = { cell, at: now };
    const longer = Number(`${before ?? ''}${key}`);
    number(cell, longer <= digits.high ? longer : Number(key));
  };
  const number = (cell: number, value: number) => {
    if (!digits || digits.given[cell] !== null || value < digits.low || value > digits.high) return;
    begin();
    if (!pencil) return change('digit', cell, value);
    setState((old) => {
      const marks = old.marks[cell] ?? [];
      const next = marks.includes(value) ? marks.filter((mark) => mark !== value) : [...marks, value].sort((a, b) => a - b);
      return { ...old, marks: { ...old.marks, [cell]: next } };
    });
  };

  /** Each law once, with all its places. */
  const lawsOf = (laws: Checked['broken']): Law[] => {
    const places = new Map<string, string[]>();
    for (const { law, places: at } of laws) places.set(law, [...new Set([...(places.get(law) ?? []), ...at])]);
    return [...places].map(([law, at]) => ({
      text: `${toldPuzzle(law)}${at.length ? `: ${at.map(toldPuzzle).join(', ')}` : ''}`,
      cells: at.flatMap((place) => cellsOf(shown!, place)),
    }));
  };

  const run = <N extends { type: string }>(path: string, question: unknown, hear: (news: N) => void) => {
    quiet();
    setShare(null);
    const now = listen<N>(path, question, hear);
    setRunning(now);
    now.done
      .catch((error) => setMessage({ text: words(error), kind: 'bad' }))
      .finally(() => setRunning((old) => (old === now ? null : old)));
  };
  const question = () => ({ puzzle: shown!.text, filled: known(shown!.layers, filled) });
  /** Asks about what lies on the table; nothing is heard if that changes, or is found to be right, meanwhile. */
  const askNow = <N extends { type: string }>(what: string, more: object, hear: (news: N) => void) =>
    run<N>(`/puzzles/${shown!.kind}/${what}`, { ...question(), ...more }, (news) => {
      if (latest.current.filled === filled && latest.current.done === state.done) hear(news);
    });
  const check = () =>
    askNow<Checked>('check', {}, (news) => {
      if (news.status === 'correct') return setState((old) => ({ ...old, done: true }));
      if (news.message) return setMessage({ text: toldPuzzle(news.message), kind: 'bad' });
      const found = lawsOf(news.conflicts);
      setConflicts(found);
      if (found.length) return setMessage({ text: t('Some rules are broken; see below.'), kind: 'bad' });
      setOpenLaws(lawsOf(news.broken));
      if (news.broken.length) setMessage({ text: t('Nothing is wrong so far, but these laws are not kept yet:'), kind: 'plain' });
      else setMessage({ text: t('Nothing is wrong so far; {count} places are open.', { count: news.open }), kind: 'good' });
    });
  const hint = () =>
    askNow<Explained>('explain', { hint: true }, (news) => {
      if (news.steps.length) setSteps(news.steps);
      else setMessage({ text: toldStep(shown!.kind, news.text), kind: news.status === 'solved' ? 'good' : 'bad' });
      setMistaken((news.mistakes ?? []).flatMap((fact) => cellsOf(shown!, fact.place)));
    });
  const solve = () =>
    run<{ type: 'done'; status: string; unique?: boolean; answer?: string[]; message?: string }>(
      `/puzzles/${shown!.kind}/solve`,
      { puzzle: shown!.text, unique: true },
      (news) => {
        if (!news.answer) return setMessage({ text: news.message ? toldPuzzle(news.message) : t('This puzzle has no solution: proved.'), kind: 'bad' });
        void ask<Shown>(`/puzzles/${shown!.kind}/show`, { puzzle: shown!.text, answer: news.answer }).then((solved) => {
          begin();
          const open = (layer: string, values: (number | null)[]) =>
            values.map((value, at) => (shown!.layers.find((other) => other.name === layer)!.given[at] === null ? value : null));
          const next = Object.fromEntries(solved.layers.map((layer) => [layer.name, open(layer.name, layer.values)]));
          setConflicts([]);
          setState((old) => ({ ...old, filled: next, done: true }));
          if (news.unique === false) setMessage({ text: t('There is more than one solution; here is one.'), kind: 'bad' });
        });
      },
    );
  const prove = () =>
    run<{ type: 'done'; unique?: boolean; answer?: string[]; message?: string }>(`/puzzles/${shown!.kind}/solve`, { puzzle: shown!.text, unique: true }, (news) => {
      if (news.unique) return setMessage({ text: t('There is exactly one solution: proved.'), kind: 'good' });
      const several = news.answer && news.unique === false;
      const text = several ? t('There is more than one solution.') : news.message ? toldPuzzle(news.message) : t('This puzzle has no solution: proved.');
      setMessage({ text, kind: 'bad' });
    });
  const follow = (facts: Fact[]) => {
    begin();
    for (const fact of facts) {
      const place = placeOf(shown!, fact.place);
      if (fact.is && place !== null && filled[fact.layer]) change(fact.layer, place, fact.value);
    }
  };

  useUndoKeys(undo, redo);

  if (!shown) return <Notice text={message.text || t('Setting up…')} kind={message.kind} />;
  const last = steps.at(-1);
  const news = new Set(last?.shows.flatMap((fact) => cellsOf(shown, fact.place)));
  const reasons = new Set(steps.flatMap((step) => [...step.because, ...step.shows].flatMap((fact) => cellsOf(shown, fact.place)))
    .concat(steps.flatMap((step) => step.laws.flatMap((law) => law.places.slice(0, 8).flatMap((place) => cellsOf(shown, place))))));
  const wrong = new Set([...mistaken, ...conflicts.flatMap((law) => law.cells)]);
  const told = conflicts.length ? conflicts : openLaws;
  const clock = clockText(1000 * state.seconds);
  const how = shown.layers.map((layer) => t(HOW[layer.name] ?? HOW[layer.site])).join(' ');

  return (
    <div class="table">
      <section class="board-side" aria-label={t('Board')}>
        <PuzzleBoard
          shown={shown}
          filled={filled}
          marks={state.marks}
          news={news}
          reasons={reasons}
          broken={wrong}
          cursor={cursor}
          onCursor={setCursor}
          onBegin={begin}
          onChange={change}
          onNumber={write}
        />
        {digits && (
          <div class="row keypad" role="group" aria-label={t('Numbers')}>
            {Array.from({ length: Math.min(digits.high - Math.max(digits.low, digits.high > 1 ? 1 : 0) + 1, 20) }, (_, at) => {
              const value = at + Math.max(digits.low, digits.high > 1 ? 1 : 0);
              return (
                <button key={value} onClick={() => number(cursor, value)}>
                  {value}
                </button>
              );
            })}
            <button onClick={() => write(cursor, 'Delete')} aria-label={t('Clear the cell')}>
              ⌫
            </button>
            <button aria-pressed={pencil} onClick={() => setPencil(!pencil)}>
              {t('Marks')}
            </button>
          </div>
        )}
      </section>
      <section class="panel" aria-label={t('Puzzle')}>
        <Notice
          text={state.done ? `${t('Solved!')} ${clock}` : `${named('puzzle', shown.kind)}, ${shown.width} × ${shown.height}: ${toldPuzzle(shown.about)}`}
          kind={state.done ? 'good' : 'plain'}
        />
        <p class="faint timer" aria-label={t('Time')}>
          {clock}
        </p>
        {message.text && <Notice text={message.text} kind={message.kind} />}
        {told.length > 0 && (
          <ul class={conflicts.length ? 'broken' : 'laws'} aria-label={t('Broken rules')}>
            {told.slice(0, 6).map((law) => (
              <li key={law.text}>{law.text}</li>
            ))}
          </ul>
        )}
        {last && (
          <div class="advice" role="status">
            {steps.slice(-4).map((step) => (
              <p key={step.text}>{toldStep(shown.kind, step.text)}</p>
            ))}
            <button class="main" onClick={() => follow(last.shows)}>
              {t('Do it')}
            </button>
          </div>
        )}
        <div class="row">
          <button onClick={check}>{t('Check')}</button>
          <button onClick={hint} disabled={!!running}>
            {t('Hint')}
          </button>
          <button disabled={!canUndo} onClick={undo}>
            {t('Undo')}
          </button>
          <button disabled={!canRedo} onClick={redo}>
            {t('Redo')}
          </button>
        </div>
        <div class="row">
          <button
            onClick={() => {
              begin();
              setState((old) => ({ ...old, filled: nothing(shown.layers), marks: {}, done: false }));
            }}
          >
            {t('Clear')}
          </button>
          <button onClick={solve} disabled={!!running}>
            {t('Solve')}
          </button>
          <button onClick={prove} disabled={!!running}>
            {t('Prove unique')}
          </button>
          <button onClick={() => print()}>{t('Print')}</button>
        </div>
        {/* Below what is clicked next, which does not jump when the answer is there. */}
        {running && (
          <div class="row">
            {share !== null && <progress value={share} max={1} aria-label={t('Progress')} />}
            <button
              onClick={() => {
                running.stop();
                setMessage({ text: t('Cancelled.'), kind: 'plain' });
              }}
            >
              {t('Cancel')}
            </button>
          </div>
        )}
        <Fold title={t('Rules')} open onPaper>
          <ul class="laws">
            {lawsFor(shown, toldPuzzle).map((law) => (
              <li key={law}>{law}</li>
            ))}
            {(shown.parameters ?? []).map(([name, count]) => COUNTED[name] && <li key={name}>{t(COUNTED[name], { count })}</li>)}
          </ul>
          <p class="faint">
            {how} {t('? shows the keys.')}
          </p>
        </Fold>
        <Generator
          key={shown.kind}
          shown={shown.kind}
          kinds={kinds}
          disabled={!!running}
          onGenerate={(kind, order) =>
            run<Made>(`/puzzles/${kind}/generate`, order, (news) => {
              if (news.type === 'progress') return setShare(news.share);
              const difficulty = [t(news.difficulty as Text), ...(news.score === undefined ? [] : [numeral(news.score)])].join(', ');
              void open(kind, news.text).then((wrong) =>
                setMessage(wrong ? { text: wrong, kind: 'bad' } : { text: t('A new puzzle ({difficulty}), with exactly one solution.', { difficulty }), kind: 'good' }),
              );
            })
          }
        />
        <Fold title={t('Links and formats')}>
          <Paste
            label={t('Paste a puzzle: a puzz.link address, a pzprv3 file, or plain text')}
            button={t('Load')}
            rows={3}
            placeholder="https://puzz.link/p?slither/…"
            onPaste={(text) => open('any', text)}
          />
          <Copy label={t('Link')} text={`${location.origin}${location.pathname}${address}`} />
          {shown.formats.url && <Copy label="puzz.link" text={shown.formats.url} />}
          {shown.formats.id && <Copy label={t('Game ID')} text={shown.formats.id} />}
        </Fold>
      </section>
    </div>
  );
}

/** A puzzle as it is kept while another lies on the table: not for ever, and without what was undone. */
function kept(state: State, count = KEPT): State {
  const { before, after: _, ...here } = state;
  return { ...here, past: here.past.slice(-50), future: [], before: before && count > 1 ? kept(before, count - 1) : undefined };
}

/** What laws count with, in words. */
const COUNTED: Record<string, Text> = {
  stars: 'Stars in every row, column and room: {count}',
  size: 'Cells of every piece: {count}',
  bridges: 'Bridges between two islands: {count} at most',
};

const HOW: Record<string, Text> = {
  cell: 'Click or drag over cells: in, then a dot for out, then open again.',
  digit: 'Choose a cell and type a number, or use the keys below the board; with Marks on, numbers are only noted.',
  link: 'Drag from cell to cell to draw lines; click between two cells for a line, then a cross.',
  edge: 'Click or drag along the sides of cells: a line, then a cross, then open again.',
  slash: 'Click cells: a line one way, then the other way, then open again.',
  border: 'Click or drag along the sides of cells to draw borders.',
};

function without(marks: Marks, cell: number): Marks {
  const left = { ...marks };
  delete left[cell];
  return left;
}

function Generator(props: { shown: string; kinds: Kind[]; disabled: boolean; onGenerate: (kind: string, order: unknown) => void }) {
  // First another of the kind that lies on the table.
  const [kind, setKind] = useState(props.shown);
  const [wanted, setWidth] = useStored('puzzles/width', () => '6');
  const [tall, setHeight] = useStored('puzzles/height', () => '6');
  const sizes = SIZES.filter(([size]) => Number(size) <= longest(kind));
  const [width, height] = [wanted, tall].map((side) => String(Math.min(Number(side), longest(kind))));
  const [difficulty, setDifficulty] = useStored<'easy' | 'medium' | 'hard'>('puzzles/difficulty', () => 'easy');
  const [symmetry, setSymmetry] = useStored<(typeof TURNS)[number][0]>('puzzles/symmetry', () => 'none');
  return (
    <Fold title={t('New puzzle')} open>
      <div class="row">
        <Choice label={t('Kind')} value={kind} options={props.kinds.map(({ kind }) => [kind, named('puzzle', kind)] as const)} onChange={setKind} />
        <Choice label={t('Width')} value={width} options={sizes} onChange={setWidth} />
        <Choice label={t('Height')} value={height} options={sizes} onChange={setHeight} />
      </div>
      <div class="row">
        <Choice label={t('Difficulty')} value={difficulty} options={GRADES.map(([grade, text]) => [grade, t(text)] as const)} onChange={setDifficulty} />
        <Choice label={t('Clues')} value={symmetry} options={TURNS.map(([turn, text]) => [turn, t(text)] as const)} onChange={setSymmetry} />
      </div>
      <div class="row">
        <button
          class="main"
          disabled={props.disabled}
          onClick={() => props.onGenerate(kind, orderOf(kind, Number(width), Number(height), difficulty, symmetry))}
        >
          {t('Generate')}
        </button>
      </div>
    </Fold>
  );
}
