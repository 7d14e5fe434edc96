// What stands around the chess board: the players with their clocks, a new game, moves typed in.
import { useRef, useState } from 'preact/hooks';
import { Choice, Fold } from '../parts';
import { useStored } from '../stored';
import { clockText, LEVELS, TIMES, type Level, type Playing, type Time } from './play';

export function Player({ playing, color, turn }: { playing: Playing; color: 'white' | 'black'; turn: string }) {
  const name = color === playing.person ? 'You' : 'Zugwerk';
  const level = LEVELS.find(([level]) => level === playing.level)?.[1];
  return (
    <div class={`player ${turn === color && !playing.over ? 'on-turn' : ''}`}>
      <span class={`dot ${color}`} /> {name}
      {name === 'Zugwerk' && <span class="faint"> · {level}</span>}
      {playing.clock && <time>{clockText(playing.clock.left[color])}</time>}
    </div>
  );
}

export function NewGame(props: { onStart: (person: 'white' | 'black', level: Level, time: Time) => void; open: boolean }) {
  const [level, setLevel] = useStored<Level>('chess/level', () => '1200');
  const [time, setTime] = useStored<Time>('chess/time', () => 'free');
  return (
    <Fold title="Play against the engine" open={props.open}>
      <div class="row">
        <Choice label="Strength" value={level} options={LEVELS} onChange={setLevel} />
        <Choice label="Time" value={time} options={TIMES} onChange={setTime} />
      </div>
      <div class="row">
        <button class="main" onClick={() => props.onStart('white', level, time)}>
          Play White
        </button>
        <button class="main" onClick={() => props.onStart('black', level, time)}>
          Play Black
        </button>
      </div>
    </Fold>
  );
}

export function TypedMove(props: { onMove: (text: string) => Promise<string | void>; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState('');
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
        <span>Type a move</span>
        <input ref={input} placeholder="e4 or e2e4" aria-disabled={props.disabled} autocomplete="off" spellcheck={false} />
      </label>
      <button disabled={props.disabled}>Play</button>
      {wrong && (
        <p class="notice bad" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}
