// The page: a heading, tables to choose from, and the chosen one.
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { followOld, parse, useTitle } from './address';
import { watchWaiting } from './api';
import { ChessTable } from './chess/table';
import { HelpWindow, Questions, SettingsWindow } from './dialogs';
import { GamesTable } from './games/table';
import { t } from './lang';
import { mayLeave } from './leave';
import { ProblemsDesk } from './problems/desk';
import { PuzzlesTable } from './puzzles/table';
import { apply, change, isDark, useSettings } from './settings';
import './style.css';
import './controls.css';
import './chess/chess.css';
import './problems/problems.css';
import './games/games.css';
import './games/stack.css';
import './dialogs.css';
import './chess/table.css';
import './puzzles/table.css';
import './puzzles/advice.css';
import './media.css';

const TABLES = [
  { id: 'chess', name: 'Chess', more: '', view: ChessTable },
  { id: 'problems', name: 'Problems', more: ' & sketches', view: ProblemsDesk },
  { id: 'games', name: 'Games', more: '', view: GamesTable },
  { id: 'puzzles', name: 'Puzzles', more: '', view: PuzzlesTable },
] as const;

/** The table that the address names; the first one where it names none. */
const chosenTable = () => parse().table || 'chess';

function Page() {
  const [chosen, choose] = useState(chosenTable);
  const [links, countLinks] = useState(0);
  const [shown, show] = useState<'settings' | 'help' | null>(null);
  const tabs = useRef<HTMLDivElement>(null);
  useSettings();
  useEffect(() => {
    const follow = () => {
      followOld();
      if (/[?/]/.test(location.hash)) countLinks((count) => count + 1);
      choose(chosenTable());
    };
    const key = (event: KeyboardEvent) => {
      const writes = (event.target as HTMLElement).matches('input:not([type=checkbox]), textarea, select');
      if (event.key === '?' && !writes) show('help');
    };
    addEventListener('hashchange', follow);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener('keydown', key);
    };
  }, []);
  // On a phone the row of tables is longer than the screen.
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (tab) tabs.current!.scrollLeft = tab.offsetLeft - (tabs.current!.clientWidth - tab.offsetWidth) / 2;
  }, [chosen]);
  const open = async (id: string) => {
    if (id !== chosenTable() && (await mayLeave())) location.hash = id;
  };
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    // The address is up to date at once, `chosen` only after the next drawing: keys may come faster.
    const at = TABLES.findIndex((table) => table.id === chosenTable());
    const next = (at + step + TABLES.length) % TABLES.length;
    void open(TABLES[next].id);
    tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[next].focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const table = TABLES.find((table) => table.id === chosen);
  return (
    <>
      <header class="masthead">
        <h1>
          <img src="icon.svg" alt="" width="28" height="28" /> Zugwerk
        </h1>
        <div class="tabs" role="tablist" aria-label={t('Tables')} ref={tabs} onKeyDown={turn}>
          {TABLES.map(({ id, name, more }, at) => (
            <button
              key={id}
              role="tab"
              id={`tab-${id}`}
              aria-selected={id === chosen}
              aria-controls="table"
              tabIndex={id === chosen || (!table && !at) ? 0 : -1}
              onClick={() => void open(id)}
            >
              {t(name)}
              {more && <span class="wide">{t(more)}</span>}
            </button>
          ))}
        </div>
        <div class="tools">
          <ThemeButton />
          <button class="quiet" aria-label={t('Settings')} title={t('Settings')} onClick={() => show('settings')}>
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <g fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round">
                <path d="M3 6h6m4 0h4M3 14h3m4 0h7" />
                <circle cx="11" cy="6" r="2" />
                <circle cx="8" cy="14" r="2" />
              </g>
            </svg>
          </button>
          <button class="quiet" aria-label={t('Help')} title={t('Help')} onClick={() => show('help')}>
            <b aria-hidden="true">?</b>
          </button>
        </div>
      </header>
      <Waiting />
      <main>
        <div id="table" role="tabpanel" aria-labelledby={table ? `tab-${chosen}` : undefined}>
          {table ? <table.view key={`${chosen} ${links}`} /> : <NotFound name={chosen} onOpen={open} />}
        </div>
      </main>
      {shown === 'settings' && <SettingsWindow onClose={() => show(null)} />}
      {shown === 'help' && <HelpWindow table={chosen} onClose={() => show(null)} />}
      <Questions />
    </>
  );
}

function NotFound({ name, onOpen }: { name: string; onOpen: (id: string) => void }) {
  useTitle(t('Not found'));
  return (
    <div class="not-found">
      <h2>{t('There is no table “{name}”.', { name })}</h2>
      <p>{t('These there are:')}</p>
      <div class="row">
        {TABLES.map((table) => (
          <button key={table.id} onClick={() => onOpen(table.id)}>
            {t(table.name)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Says so where a question waits for other searches to end. */
function Waiting() {
  const [count, setCount] = useState(0);
  useEffect(() => watchWaiting(setCount), []);
  return (
    <p class="waiting" role="status" hidden={!count}>
      {count ? t('Other searches run first, perhaps in other tabs; this one waits for its turn.') : ''}
    </p>
  );
}

function ThemeButton() {
  const dark = isDark();
  return (
    <button
      class="quiet theme"
      aria-pressed={dark}
      aria-label={t('Dark colours')}
      title={t('Dark or light')}
      onClick={() => change({ theme: dark ? 'light' : 'dark' })}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6" />
        <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
      </svg>
    </button>
  );
}

apply();
followOld();
render(<Page />, document.getElementById('page')!);
