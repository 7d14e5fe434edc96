// What stands around the chess board: the players with their clocks, the end, a new game, moves typed in.
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../lang';
import { Choice, Fold } from '../parts';
import { settings } from '../settings';
import { useStored } from '../stored';
import { LEVELS, TIMES, clockText, levelName, timeName, type Level, type Playing, type Time } from './play';
import { fromFen, material } from './position';
import type { Ended } from './tree';

const FIGURES: Record<string, string> = { q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' };

/** A side with its name, what it has won, and its clock. */
export function Player(props: {
  playing: Playing | null;
  name: string;
  color: 'white' | 'black';
  turn: string;
  fen: string;
}) {
  const { playing, color } = props;
  const { white, black, points } = material(fromFen(props.fen));
  const ahead = color === 'white' ? points : -points;
  return (
    <div class={`player ${props.turn === color && !playing?.over ? 'on-turn' : ''}`}>
      <span class={`dot ${color}`} /> {props.name}
      {playing && color !== playing.person && <span class="faint"> · {levelName(playing.level)}</span>}
      <span class="won" aria-hidden="true">
        {[...(color === 'white' ? white : black)].map((letter) => FIGURES[letter]).join('')}
        {ahead > 0 && ` +${ahead}`}
      </span>
      {playing?.clock && <time>{clockText(playing.clock.left[color])}</time>}
    </div>
  );
}

/** A result in words: `1–0: checkmate, white wins`. */
export function resultText(end: Ended): string {
  return [end.result.replace('1/2-1/2', '½–½').replace('-', '–'), end.reason].filter(Boolean).join(': ');
}

/** The end of a game, on the board. */
export function EndCard(props: { text: string; onRematch: () => void; onAnalyse: () => void; onClose: () => void }) {
  return (
    <div class="end-card" role="group" aria-label={t('The game is over')}>
      <b>{props.text}</b>
      <div class="row">
        <button class="main" onClick={props.onRematch}>
          {t('Rematch')}
        </button>
        <button onClick={props.onAnalyse}>{t('Analyse the game')}</button>
        <button class="quiet" aria-label={t('Close')} onClick={props.onClose}>
          ×
        </button>
      </div>
    </div>
  );
}

export const personName = () => settings().name || t('You');

export function NewGame(props: {
  onStart: (person: 'white' | 'black', level: Level, time: Time, fromHere: boolean) => void;
  isSetUp: boolean;
  /** Whether there is another position than the usual start to play from. */
  canPlayFromHere: boolean;
  open: boolean;
}) {
  const [level, setLevel] = useStored<Level>('chess/level', () => '1200');
  const [time, setTime] = useStored<Time>('chess/time', () => 'free');
  const [wanted, setFromHere] = useState<boolean>();
  // A position that was set up is there to be played.
  const fromHere = wanted ?? props.isSetUp;
  const start = (person: 'white' | 'black') => props.onStart(person, level, time, fromHere && props.canPlayFromHere);
  return (
    <Fold title={t('Play against the engine')} open={props.open}>
      <div class="row">
        <Choice label={t('Strength')} value={level} options={LEVELS.map((level) => [level, levelName(level)] as const)} onChange={setLevel} />
        <Choice label={t('Time')} value={time} options={TIMES.map((time) => [time, timeName(time)] as const)} onChange={setTime} />
      </div>
      {props.canPlayFromHere && (
        <label class="check">
          <input type="checkbox" checked={fromHere} onChange={(event) => setFromHere(event.currentTarget.checked)} />
          {t('From the position on the board')}
        </label>
      )}
      <div class="row">
        <button class="main" onClick={() => start('white')}>
          {t('Play White')}
        </button>
        <button class="main" onClick={() => start('black')}>
          {t('Play Black')}
        </button>
      </div>
    </Fold>
  );
}

export function TypedMove(props: {
  /** Where the game stands. */
  position: string;
  onMove: (text: string) => Promise<string | void>;
  disabled: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState('');
  // What was wrong before says nothing of another position.
  useEffect(() => setWrong(''), [props.position]);
  return (
    <form
      class="row typed"
      onSubmit={async (event) => {
        event.preventDefault();
        if (props.disabled) return;
        const error = await props.onMove(input.current!.value);
        setWrong(error ?? '');
        if (!error) input.current!.value = '';
      }}
    >
      <label class="choice">
        <span>{t('Type a move')}</span>
        <input ref={input} placeholder={t('e4 or e2e4')} aria-disabled={props.disabled} autocomplete="off" spellcheck={false} onInput={() => setWrong('')} />
      </label>
      <button disabled={props.disabled}>{t('Play')}</button>
      {wrong && (
        <p class="notice bad" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}
