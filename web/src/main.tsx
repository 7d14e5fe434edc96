// The page: a heading, tables to choose from, and the chosen one.
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { watchWaiting } from './api';
import { ChessTable, openLink } from './chess/table';
import { DeathStacksTable } from './deathstacks/table';
import { GamesTable } from './games/table';
import { KuromasuTable } from './kuromasu/table';
import { ProblemsDesk } from './problems/desk';
import './style.css';

const TABLES = [
  { id: 'chess', name: 'Chess', more: '', view: ChessTable },
  { id: 'problems', name: 'Problems', more: ' & sketches', view: ProblemsDesk },
  { id: 'games', name: 'Games', more: '', view: GamesTable },
  { id: 'deathstacks', name: 'Death Stacks', more: '', view: DeathStacksTable },
  { id: 'kuromasu', name: 'Kuromasu', more: '', view: KuromasuTable },
] as const;

function chosenTable(): string {
  const id = location.hash.slice(1).split('?')[0];
  return TABLES.some((table) => table.id === id) ? id : 'chess';
}

function Page() {
  const [chosen, choose] = useState(chosenTable);
  const [links, countLinks] = useState(0);
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = () => {
      if (location.hash.includes('?')) countLinks((count) => count + 1);
      openLink();
      choose(chosenTable());
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    // The address is up to date at once, `chosen` only after the next drawing: keys may come faster.
    const at = TABLES.findIndex((table) => table.id === chosenTable());
    const next = (at + step + TABLES.length) % TABLES.length;
    location.hash = TABLES[next].id;
    tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[next].focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const table = TABLES.find((table) => table.id === chosen)!;
  return (
    <>
      <header class="masthead">
        <h1>
          <img src="/icon.svg" alt="" width="28" height="28" /> Zugwerk
        </h1>
        <div class="tabs" role="tablist" aria-label="Tables" ref={tabs} onKeyDown={turn}>
          {TABLES.map(({ id, name, more }) => (
            <button
              key={id}
              role="tab"
              id={`tab-${id}`}
              aria-selected={id === chosen}
              aria-controls="table"
              tabIndex={id === chosen ? 0 : -1}
              onClick={() => (location.hash = id)}
            >
              {name}
              {more && <span class="wide">{more}</span>}
            </button>
          ))}
        </div>
        <ThemeButton />
      </header>
      <Waiting />
      <main>
        <div id="table" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
          <table.view key={`${chosen} ${links}`} />
        </div>
      </main>
    </>
  );
}

/** Says so where a question waits for other searches to end. */
function Waiting() {
  const [count, setCount] = useState(0);
  useEffect(() => watchWaiting(setCount), []);
  return (
    <p class="waiting" role="status" hidden={!count}>
      {count ? 'Other searches run first, perhaps in other tabs; this one waits for its turn.' : ''}
    </p>
  );
}

function ThemeButton() {
  const [dark, setDark] = useState(() => {
    const kept = sessionStorage.getItem('zugwerk/theme');
    return kept ? kept === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  });
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }, [dark]);
  const change = () => {
    sessionStorage.setItem('zugwerk/theme', dark ? 'light' : 'dark');
    setDark(!dark);
  };
  return (
    <button class="quiet theme" aria-pressed={dark} aria-label="Dark colours" title="Dark or light" onClick={change}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6" />
        <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
      </svg>
    </button>
  );
}

openLink();
render(<Page />, document.getElementById('page')!);
