// The numbers that a game can be changed by.
import { useRef, useState } from 'preact/hooks';
import { named } from '../lang';
import { Notice, NumberField } from '../parts';

/** `onChoose` begins a game with another value: it tells what is wrong with that, or false where the game stays as it is. */
export function Parameters(props: { values: [string, number][]; onChoose: (name: string, value: number) => Promise<string | boolean> }) {
  const [wrong, setWrong] = useState('');
  const count = useRef(0);
  const choose = async (name: string, value: number, old: number) => {
    const mine = (count.current += 1);
    const begun = value !== old && (await props.onChoose(name, value));
    // What is wrong with a value says nothing of one that was chosen after it.
    if (mine === count.current) setWrong(typeof begun === 'string' ? begun : '');
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
