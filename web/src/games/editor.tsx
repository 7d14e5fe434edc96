// The text of a rulebook, to read, to change, and to play at once; mistakes are told as one types. Another text is another editor
// (give it a key): a text that came later would take away what was typed meanwhile. What was typed is kept by the tab, for each game.
import { useEffect, useState } from 'preact/hooks';
import { ask, words } from '../api';
import { t, toldRule } from '../lang';
import { MistakeBox } from '../mistake';
import { Notice } from '../parts';
import { useStored } from '../stored';
import type { Mistake, RulesChecked } from '../types';

export function Editor(props: { text: string; name: string; onPlay: (rules: string) => void }) {
  const [typed, setText] = useStored<string | null>(`games/typed/${props.name}`, () => null);
  const text = typed ?? props.text;
  const [mistake, setMistake] = useState<Mistake | null>(null);
  const [refused, setRefused] = useState('');
  const changed = text !== props.text;
  const wrong = !!mistake || !!refused;
  useEffect(() => {
    setMistake(null);
    setRefused('');
    if (!changed || !text.trim()) return;
    const control = new AbortController();
    // Not at every key: a person types faster than rules are checked.
    const timer = setTimeout(() => {
      ask<RulesChecked>('/rules/check', { rules: text }, control.signal).then(
        (checked) => setMistake(checked.mistake ?? null),
        (error) => {
          if (!control.signal.aborted) setRefused(words(error));
        },
      );
    }, 300);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text, changed]);
  if (!props.text && props.name !== 'own' && !changed) {
    return (
      <>
        <p class="faint">{t('This game is written in Rust and has no rulebook here. Write one of your own:')}</p>
        <button onClick={() => setText(EXAMPLE)}>{t('Start from an example')}</button>
      </>
    );
  }
  return (
    <div class="rule-editor">
      <ul class="laws">
        {sentencesOf(props.text).map((sentence) => (
          <li key={sentence}>{toldRule(sentence)}</li>
        ))}
      </ul>
      <label>
        <span class="faint">{t('The rules of the game. Change them, and play what you wrote.')}</span>
        <textarea
          rows={Math.min(30, text.split('\n').length + 1)}
          value={text}
          spellcheck={false}
          aria-invalid={wrong}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {mistake && <MistakeBox text={text} mistake={mistake} />}
      {refused && <Notice text={refused} kind="bad" />}
      <div class="row">
        <button class="main" disabled={!changed || wrong || !text.trim()} onClick={() => props.onPlay(text)}>
          {t('Play these rules')}
        </button>
        <button disabled={!changed} onClick={() => setText(null)}>
          {t('Undo changes')}
        </button>
      </div>
    </div>
  );
}

/** What each rule says of itself; a start in quotes is none. */
function sentencesOf(rules: string): string[] {
  return [...new Set([...rules.replace(/^start ".*$/gm, '').matchAll(/"([^"\n]+)"/g)].map(([, sentence]) => sentence))];
}

const EXAMPLE = `game three-in-a-row "who first has three in a line wins"
players cross, nought
board 3 x 3
pieces mark

move place c "a mark is set on an empty cell"
  c is empty
  do c := own mark

end
  me wins "three in a line" when some c, d of directions: own mark on c and run(c, d, own mark) >= 2
  draw "the board is full" when no cell is empty
`;
