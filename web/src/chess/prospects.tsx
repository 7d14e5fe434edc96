// A position that is set up: whether a game can lead to it, and whether either side can still win it.
import { useEffect, useState } from 'preact/hooks';
import { listen, words, type Running } from '../api';
import { t, told } from '../lang';

interface Side {
  can_win: boolean | null;
  reason?: string;
  squares?: string[];
}
export interface Winnable {
  type: 'answer';
  white: Side;
  black: Side;
  dead: boolean | null;
}
interface Reachable {
  type: 'answer';
  reachable: boolean | null;
  line?: string[];
  reason?: string;
  squares?: string[];
}

/** `onReason` hears the squares that the answers are about: why no game leads here, or why a side cannot win. */
export function Prospects(props: { fen: string; onReason: (squares: string[]) => void }) {
  const [past, setPast] = useState('');
  const [future, setFuture] = useState('');
  const [running, setRunning] = useState<Running[]>([]);
  useEffect(() => () => running.forEach((one) => one.stop()), [running]);

  const start = () => {
    const question = { fen: props.fen };
    setPast(t('Looking for a game…'));
    setFuture(t('Looking for mates…'));
    const ringed: { past?: string[]; future?: string[] } = {};
    const tell = (more: typeof ringed) => {
      const { past = [], future = [] } = Object.assign(ringed, more);
      props.onReason([...new Set([...past, ...future])]);
    };
    const before = listen<Reachable>('/chess/reachable', question, (news) => {
      setPast(pastInWords(news));
      tell({ past: news.squares });
    });
    const after = listen<Winnable>('/chess/winnable', question, (news) => {
      setFuture(futureInWords(news));
      tell({ future: [news.white, news.black].flatMap((side) => (side.can_win === false ? (side.squares ?? []) : [])) });
    });
    before.done.catch((error) => setPast(words(error)));
    after.done.catch((error) => setFuture(words(error)));
    Promise.allSettled([before.done, after.done]).then(() => setRunning([]));
    setRunning([before, after]);
  };

  // What is wrong with the board itself is the answer to both questions.
  const twice = past.includes(future.replace(/\.$/, ''));
  return (
    <div class="prospects">
      <div class="row">
        <button onClick={start} disabled={running.length > 0}>
          {t('Can it occur, and can it be won?')}
        </button>
      </div>
      {past && (
        <p class="notice" role="status">
          {past}
        </p>
      )}
      {future && !twice && (
        <p class="notice" role="status">
          {future}
        </p>
      )}
    </div>
  );
}

/** A reason that the program has put together. */
const inWords = (reason = '') => reason.split('; ').map(told).join('; ');

function pastInWords({ reachable, line, reason: why }: Reachable): string {
  const reason = inWords(why);
  if (reachable && !line?.length) return t('It is the start.');
  if (reachable) return t('It can occur: a game of {plies} plies leads here.', { plies: line!.length });
  return reachable === false
    ? t('It cannot occur: {reason}.', { reason })
    : t('Whether it can occur is not known: {reason}.', { reason });
}

function futureInWords({ white, black, dead }: Winnable): string {
  if (dead) return t('It is dead, nobody can win: {reason}.', { reason: inWords(white.reason) });
  const of = (side: string, { can_win, reason: why }: Side) => {
    const reason = inWords(why);
    if (can_win) return t('{side} can win.', { side });
    return can_win === false ? t('{side} cannot win: {reason}.', { side, reason }) : t('{side}: not known, {reason}.', { side, reason });
  };
  return `${of(t('White'), white)} ${of(t('Black'), black)}`;
}
