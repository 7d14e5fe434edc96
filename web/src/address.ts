// Every table has an address that says what lies on it, `#chess?moves=e2e4`, kept up to date as one plays: it
// can be sent, kept and opened again.
import { useEffect } from 'preact/hooks';
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

/** Longer addresses are not kept up to date: some programs do not take them. */
const LONGEST = 8000;

/** Keeps the address of the page in step with the table `name`. */
export function useAddress(name: string, query: URLSearchParams) {
  const text = query.toString();
  const drawn = location.hash;
  useEffect(() => {
    // A link that was followed since this was drawn is not written over.
    if (location.hash !== drawn) return;
    if (parse().table !== name && location.hash) return;
    store(`address/${name}`, text);
    const hash = hashOf(name, text.length > LONGEST ? new URLSearchParams() : query);
    if (hash !== location.hash) history.replaceState(null, '', hash);
  }, [name, text]);
}

/** The title of the tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} – Zugwerk`;
  }, [title]);
}
