// Games and positions in and out: FEN, PGN, a link, a picture.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, diagram, words } from '../api';
import { linkTo } from '../address';
import { numeral, readGame, t, told } from '../lang';
import { Copy, NumberField, Paste } from '../parts';
import { savePicture, saveText } from '../save';
import type { Heading, Record } from '../types';
import { emptyTree, fromLine, toLine, type Line, type Tree } from './tree';
import { START } from './standing';

export function Import({ tree: current, onLoad }: { tree: Tree; onLoad: (tree: Tree) => Promise<boolean> }) {
  // What was said of a game that was read, as long as it lies on the table.
  const [note, setNote] = useState({ of: '', text: '' });
  const [wrong, setWrong] = useState('');
  // A text of several games, to choose another from.
  const [text, setText] = useState('');
  const [headings, setHeadings] = useState<Heading[]>([]);
  const [chosen, setChosen] = useState(0);
  const [count, setCount] = useState(0);
  const load = async (text: string, game = 0): Promise<string | void> => {
    setNote({ of: '', text: '' });
    setWrong('');
    try {
      if (looksLikeFen(text)) {
        await ask('/chess/position', { fen: text.trim(), moves: [] });
        setHeadings([]);
        return void (await onLoad(emptyTree(text.trim())));
      }
      const record = await ask<Record>('/chess/pgn/read', { pgn: readGame(text), game });
      const missing = record.games === 1 && record.fen === START && !record.line.moves.length && !record.error && missingIn(text);
      if (missing) return missing;
      // What was read has every member.
      const tree = fromLine(record.line as Line, record.fen === START ? undefined : record.fen, record.tags);
      const ended = record.result === '*' ? tree : { ...tree, over: { result: record.result, reason: '' } };
      if (!(await onLoad(ended))) return;
      setText(text);
      setHeadings(record.games > 1 ? record.headings : []);
      setChosen(game);
      setCount(record.games);
      const first = record.games > 1 ? `${t('Game {number} of {count}.', { number: numeral(game + 1), count: numeral(record.games) })} ` : '';
      setNote({ of: nameOf(ended), text: first + told(record.error ?? '') });
    } catch (error) {
      return words(error);
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const error = file.size > 1_000_000 ? t('The file has more than a million bytes.') : await load(await file.text());
    setWrong(error ?? '');
  };
  // A file may be dropped anywhere on the page.
  useEffect(() => {
    const over = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      void take(event.dataTransfer.files[0]);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  });
  // A file that was dropped may have something to tell or to choose while this part is folded away.
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (headings.length > 1 || wrong) here.current?.closest('details')?.setAttribute('open', '');
  }, [headings, wrong]);
  return (
    <div class="import" ref={here}>
      {headings.length > 1 && (
        <label class="choice games-of-file">
          <span>{t('Game')}</span>
          <select value={String(chosen)} onChange={(event) => void load(text, Number(event.currentTarget.value))}>
            {chosen >= headings.length && <option value={String(chosen)}>{numeral(chosen + 1)}.</option>}
            {headings.map((heading, at) => (
              <option key={at} value={String(at)}>
                {at + 1}. {heading.white} – {heading.black} {heading.result} {heading.date.replace(/^\?.*/, '')}
              </option>
            ))}
          </select>
        </label>
      )}
      {count > headings.length && headings.length > 1 && (
        <label class="choice">
          <span>{t('The list has the first {shown} of {count} games; number of another:', { shown: numeral(headings.length), count: numeral(count) })}</span>
          <NumberField
            value={chosen + 1}
            min={1}
            max={count}
            onChoose={(wanted) => {
              if (wanted >= 1 && wanted <= count) void load(text, wanted - 1).then((error) => setWrong(error ?? ''));
            }}
          />
        </label>
      )}
      <Paste label={t('Paste a FEN or PGN')} button={t('Load')} rows={3} onPaste={(text) => load(text)} placeholder="1. e4 e5 2. Nf3 …" />
      <label class="file">
        <span class="faint">{t('or a file, which can also be dropped on the page:')}</span>
        <input type="file" accept=".pgn,.fen,.txt" onChange={(event) => void take(event.currentTarget.files?.[0])} />
      </label>
      {note.text && note.of === nameOf(current) && <p class="notice">{note.text}</p>}
      {wrong && (
        <p class="notice bad" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** What tells a game from others: its start and its tags. */
const nameOf = (tree: Tree) => JSON.stringify([tree.fen, tree.tags]);

/** A FEN has rows separated by slashes in its first word; no PGN begins so. */
function looksLikeFen(text: string): boolean {
  return (text.trim().split(/\s/)[0].match(/\//g)?.length ?? 0) >= 3;
}

/** What a text lacks that was read as a game without moves; one with a result is a game all the same. */
function missingIn(text: string): string {
  const rest = text.replace(/\[\s*\w+\s+"(?:[^"\\]|\\.)*"\s*\]/g, '').trim();
  if (rest.startsWith('[')) return t('A tag is incomplete: it is written [Event "x"].');
  return rest ? '' : t('There are no moves after the tags.');
}

/** The address of a game: its start and the moves of the line one looks at. */
export function addressOf(tree: Tree, moves: string[]): URLSearchParams {
  const query = new URLSearchParams();
  if (tree.fen) query.set('fen', tree.fen);
  if (moves.length) query.set('moves', moves.join(','));
  return query;
}

export function Share(props: { tree: Tree; fen: string; moves: string[]; result: string; flipped: boolean }) {
  const [pgn, setPgn] = useState('');
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    const control = new AbortController();
    const question = { fen: props.tree.fen, tags: props.tree.tags ?? [], result: props.result, line: toLine(props.tree) };
    ask<{ pgn: string }>('/chess/pgn/write', question, control.signal).then(
      (written) => setPgn(written.pgn),
      () => undefined,
    );
    return () => control.abort();
  }, [props.tree, props.result]);
  const picture = async (kind: 'svg' | 'png') => {
    try {
      await savePicture(await diagram(props.fen, props.flipped), 'position', kind);
      setWrong('');
    } catch (error) {
      setWrong(words(error));
    }
  };
  return (
    <>
      <Copy label="FEN" text={props.fen} />
      <Copy label={t('Link')} text={linkTo('chess', addressOf(props.tree, props.moves))} />
      <label class="paste">
        <span>PGN</span>
        <textarea readOnly rows={5} value={pgn} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row">
        <button onClick={() => saveText(pgn, 'game.pgn', 'application/x-chess-pgn')}>{t('Save PGN')}</button>
        <button onClick={() => void picture('svg')}>{t('Save picture (SVG)')}</button>
        <button onClick={() => void picture('png')}>PNG</button>
        <button onClick={() => print()}>{t('Print')}</button>
      </div>
      {wrong && <p class="notice bad">{wrong}</p>}
    </>
  );
}
