// Every table has an address that says what lies on it, `#chess?moves=e2e4`, kept up to date as one plays: it
// can be sent, kept and opened again.
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { read, store } from './stored';

/** What an address says: the table's name, and pairs. */
export function parse(hash = location.hash): { table: string; query: URLSearchParams } {
  const at = hash.indexOf('?');
  // Behind a slash stands what a table shows: `#puzzles/sudoku`.
  const table = (at < 0 ? hash : hash.slice(0, at)).slice(1).split('/')[0];
  return { table, query: new URLSearchParams(at < 0 ? '' : hash.slice(at + 1)) };
}

/** The address of a table with what lies on it, to be sent. */
export function linkTo(table: string, query: URLSearchParams): string {
  return `${location.origin}${location.pathname}${hashOf(table, query)}`;
}

function hashOf(table: string, query: URLSearchParams): string {
  const text = query.toString();
  return text ? `#${table}?${text}` : `#${table}`;
}

/** What the address brings to this table, unless it is only what the table itself wrote there. */
export function brought(name: string): URLSearchParams | null {
  const { table, query } = parse();
  const text = query.toString();
  return table === name && text && text !== read<string>(`address/${name}`) ? query : null;
}

/** The address that the page has taken in: it was opened with it, was told of it, or wrote it. */
let taken = location.hash;
addEventListener('hashchange', () => {
  taken = location.hash;
});

/** Writes the address of a table, `#chess?moves=e2e4`: never over another table's, nor over a link that was followed
 * a moment ago and that nobody has looked at yet. */
export function writeAddress(hash: string) {
  if (location.hash !== taken || (location.hash && parse().table !== parse(hash).table)) return;
  if (hash !== location.hash) history.replaceState(null, '', hash);
  taken = location.hash;
}

/** Longer addresses are not kept up to date: some programs do not take them. */
const LONGEST = 8000;

/** Keeps the address of the page in step with the table `name`; with nothing, the address is not touched. With the
 * drawing, not after it: a link to what lay there a moment ago would lead nowhere, since the address still says so. */
export function useAddress(name: string, query: URLSearchParams | null) {
  const text = query?.toString();
  useLayoutEffect(() => {
    if (!query || text === undefined) return;
    // Also where the address is not written: what lies on the table is what a link is compared with.
    store(`address/${name}`, text);
    writeAddress(hashOf(name, text.length > LONGEST ? new URLSearchParams() : query));
  }, [name, text]);
}

/** The title of the tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} – Zugwerk`;
  }, [title]);
}

/** Tables that once were: where what they had lies now. */
const OLD: Record<string, (query: URLSearchParams) => string> = {
  deathstacks(query) {
    const [fen, moves] = [query.get('fen'), query.get('moves')];
    return hashOf('games', new URLSearchParams({ name: 'deathstacks', ...(fen ? { position: fen } : {}), ...(moves ? { moves } : {}) }));
  },
  kuromasu(query) {
    const [puzzle, cells] = [query.get('p'), query.get('cells')];
    const answer = cells?.replaceAll('b', '1').replaceAll('w', '0');
    return puzzle ? hashOf('puzzles/kuromasu', new URLSearchParams({ p: puzzle, ...(answer ? { a: answer } : {}) })) : '#puzzles';
  },
};

/** Follows a link to a table that once was. */
export function followOld() {
  const { table, query } = parse();
  const moved = Object.hasOwn(OLD, table) ? OLD[table](query) : null;
  if (!moved) return;
  history.replaceState(null, '', moved);
  taken = location.hash;
}
