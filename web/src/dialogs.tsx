// Windows over the page: a question before something is lost, the settings, and the help.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { LANGUAGES, t, type Text } from './lang';
import { Choice } from './parts';
import { change, useSettings, type Settings } from './settings';

function Window(props: { label: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      class="window"
      ref={dialog}
      aria-label={props.label}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event) => event.target === dialog.current && props.onClose()}
    >
      <div>{props.children}</div>
    </dialog>
  );
}

interface Question {
  text: string;
  yes: string;
  no: string;
  answer: (yes: boolean) => void;
}
let pose: ((question: Question) => void) | undefined;

/** Asks before something is lost; true where it may be. */
export function question(text: string, yes: string, no: string): Promise<boolean> {
  return new Promise((answer) => (pose ? pose({ text, yes, no, answer }) : answer(true)));
}

/** Where questions are asked. */
export function Questions() {
  const [asked, setAsked] = useState<Question | null>(null);
  useEffect(() => {
    pose = setAsked;
    return () => void (pose = undefined);
  }, []);
  if (!asked) return null;
  const answer = (yes: boolean) => {
    setAsked(null);
    asked.answer(yes);
  };
  return (
    <Window label={asked.text} onClose={() => answer(false)}>
      <p>{asked.text}</p>
      <div class="row">
        <button class="main" onClick={() => answer(true)}>
          {asked.yes}
        </button>
        <button onClick={() => answer(false)}>{asked.no}</button>
      </div>
    </Window>
  );
}

export function SettingsWindow({ onClose }: { onClose: () => void }) {
  const now = useSettings();
  const choice = <K extends keyof Settings & string>(label: string, key: K, options: readonly (readonly [string, string])[]) => (
    <Choice label={label} value={now[key] as string} options={options} onChange={(value) => change({ [key]: value })} />
  );
  return (
    <Window label={t('Settings')} onClose={onClose}>
      <h2>{t('Settings')}</h2>
      <div class="settings">
        {choice(t('Colours'), 'theme', [
          ['system', t('as the system')],
          ['light', t('light')],
          ['dark', t('dark')],
        ])}
        {choice(t('Board'), 'board', [
          ['wood', t('wood')],
          ['green', t('green')],
          ['slate', t('slate')],
          ['plain', t('plain')],
        ])}
        {choice(t('Pieces'), 'pieces', [
          ['drawn', t('drawn')],
          ['letters', t('letters')],
        ])}
        {choice(t('Language'), 'language', [['system', t('as the browser')], ...LANGUAGES])}
        {choice(t('Sound'), 'sound', [
          ['off', t('off')],
          ['on', t('on')],
        ])}
        <label class="choice">
          <span>{t('Your name')}</span>
          <input
            value={now.name}
            maxLength={40}
            placeholder={t('You')}
            onChange={(event) => change({ name: event.currentTarget.value.trim() })}
          />
        </label>
      </div>
      <p class="faint">{t('Kept by this browser. Games are kept by their tab alone, until it is closed.')}</p>
      <button class="main" onClick={onClose}>
        {t('Done')}
      </button>
    </Window>
  );
}

type Keys = [string, Text][];

const WALK: Keys = [
  ['← →', 'one move back or forward'],
  ['Home End', 'to the first or last position'],
];
const BOARD: Keys = [['Tab', 'to the board; there the arrows walk and Enter chooses']];

/** The keys of each table. */
const KEYS: Record<string, Keys> = {
  chess: [...WALK, ['F', 'turn the board'], ['E', 'engine on or off'], ...BOARD, ['Esc', 'let go of what was chosen']],
  problems: [
    ['← →', 'one move of the solution back or forward'],
    ['Home', 'to the position of the problem'],
    ...BOARD,
    ['K … p', 'choose a piece to set up: a capital letter for White, a small one for Black'],
    ['Del', 'remove pieces from the board'],
  ],
  games: [...WALK, ...BOARD, ['1 … 9', 'take so many stones of a stack']],
  puzzles: [
    ['Tab', 'to the board; there the arrows walk'],
    ['Space Enter', 'change the cell: in, out, open'],
    ['B W X', 'the cell is in (B), or out (W or X)'],
    ['Shift ←↑↓→', 'draw the line or the border in that direction; again for a cross, and again for nothing'],
    ['0 … 9', 'write a number'],
    ['Del', 'clear the cell'],
    ['Ctrl+Z Ctrl+Y', 'undo and redo'],
  ],
};

export function HelpWindow({ table, onClose }: { table: string; onClose: () => void }) {
  const keys: Keys = [...(KEYS[table] ?? []), ['?', 'this help']];
  return (
    <Window label={t('Help')} onClose={onClose}>
      {/* It is read from its beginning, however low the window is. */}
      <h2 tabIndex={-1} autofocus>
        {t('Help')}
      </h2>
      <dl class="keys">
        {keys.map(([key, text]) => (
          <>
            <dt>
              {key.split(' ').map((name) => (name === '…' ? ' … ' : <kbd key={name}>{t(name as Text)}</kbd>))}
            </dt>
            <dd>{t(text)}</dd>
          </>
        ))}
      </dl>
      <p class="faint">{t('A move that is not legal is taken back, and the rule that it breaks is named.')}</p>
      <p class="faint">{t('The address of the page says what lies on the table: copy it to keep or send it.')}</p>
      <p class="faint">Zugwerk {VERSION} · GPL-3.0-or-later</p>
      <button class="main" onClick={onClose}>
        {t('Done')}
      </button>
    </Window>
  );
}

declare const VERSION: string;
