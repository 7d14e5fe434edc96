// The numbers that a game can be changed by.
import { useState } from 'preact/hooks';
import { named } from '../lang';
import { Notice, NumberField } from '../parts';

/** `onChoose` begins a game with another value: it tells what is wrong with that, or false where the game stays as it is. */
export function Parameters(props: { values: [string, number][]; onChoose: (name: string, value: number) => Promise<string | boolean> }) {
  const [wrong, setWrong] = useState('');
  const choose = async (name: string, value: number, old: number) => {
    const begun = value !== old && (await props.onChoose(name, value));
    setWrong(typeof begun === 'string' ? begun : '');
  };
  return (
    <>
      <div class="row">
        {props.values.map(([name, value]) => (
          <label key={name} class="choice">
            <span>{named('parameter', name)}</span>
            <NumberField value={value} onChoose={(chosen) => void choose(name, chosen, value)} />
          </label>
        ))}
      </div>
      {wrong && <Notice text={wrong} kind="bad" />}
    </>
  );
}
