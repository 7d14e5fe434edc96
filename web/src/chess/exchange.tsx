// Games and positions in and out: FEN, PGN, a link, a picture.
import { useEffect, useState } from 'preact/hooks';
import { ask, words } from '../api';
import { Copy, Paste } from '../parts';
import { emptyTree, fromLine, toLine, type Line, type Tree } from './tree';
import { START } from './standing';

interface Record {
  games: number;
  fen: string;
  line: Line;
  tags: [string, string][];
  result: string;
  error: string | null;
}

export function Import({ onLoad }: { onLoad: (tree: Tree) => void }) {
  const [note, setNote] = useState('');
  const load = async (text: string): Promise<string | void> => {
    setNote('');
    try {
      if (looksLikeFen(text)) {
        await ask('/chess/position', { fen: text.trim(), moves: [] });
        return onLoad(emptyTree(text.trim()));
      }
      const record = await ask<Record>('/chess/pgn/read', { pgn: text });
      const tree = fromLine(record.line, record.fen === START ? undefined : record.fen, record.tags);
      onLoad(record.result === '*' ? tree : { ...tree, over: { result: record.result, reason: '' } });
      const first = record.games > 1 ? `This is the first of ${record.games} games. ` : '';
      setNote(first + (record.error ?? ''));
    } catch (error) {
      return words(error);
    }
  };
  return (
    <>
      <Paste label="Paste a FEN or PGN" button="Load" rows={3} onPaste={load} placeholder="1. e4 e5 2. Nf3 …" />
      {note && <p class="notice">{note}</p>}
    </>
  );
}

/** A FEN has rows separated by slashes in its first word; no PGN begins so. */
function looksLikeFen(text: string): boolean {
  return (text.trim().split(/\s/)[0].match(/\//g)?.length ?? 0) >= 3;
}

export function Share(props: { tree: Tree; fen: string; moves: string[]; result: string; flipped: boolean }) {
  const [pgn, setPgn] = useState('');
  useEffect(() => {
    const control = new AbortController();
    const question = { fen: props.tree.fen, tags: props.tree.tags ?? [], result: props.result, line: toLine(props.tree) };
    ask<{ pgn: string }>('/chess/pgn/write', question, control.signal).then(
      (written) => setPgn(written.pgn),
      () => undefined,
    );
    return () => control.abort();
  }, [props.tree, props.result]);
  const query = new URLSearchParams();
  if (props.tree.fen) query.set('fen', props.tree.fen);
  if (props.moves.length) query.set('moves', props.moves.join(','));
  const picture = new URLSearchParams({ fen: props.fen, flip: String(props.flipped) });
  return (
    <>
      <Copy label="FEN" text={props.fen} />
      <Copy label="Link" text={`${location.origin}/#chess?${query}`} />
      <label class="paste">
        <span>PGN</span>
        <textarea readOnly rows={5} value={pgn} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row">
        <a class="button" download="game.pgn" href={`data:application/x-chess-pgn,${encodeURIComponent(pgn)}`}>
          Save PGN
        </a>
        <a class="button" download="position.svg" href={`/api/v1/chess/diagram.svg?${picture}`}>
          Save picture
        </a>
      </div>
    </>
  );
}
