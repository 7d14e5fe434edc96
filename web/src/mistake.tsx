// What is wrong with a sketch or a rulebook that somebody writes.
import { t, told } from './lang';
import type { Mistake } from './types';

/** What is wrong with it: the line, a mark under the place, what was expected there and what helps. */
export function MistakeBox({ text, mistake }: { text: string; mistake: Mistake }) {
  const before = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, mistake.from));
  const number = before.split('\n').length;
  const line = text.split('\n')[number - 1] ?? '';
  const column = before.length - before.lastIndexOf('\n') - 1;
  // Mistakes are told in bytes; a mark goes no further than its line.
  const width = Math.max(1, Math.min(mistake.to - mistake.from, line.length - column));
  return (
    <div class="mistake-box" role="alert">
      <p>
        {t('Line {number}', { number })}: {told(mistake.message)}
      </p>
      <pre class="drawing">
        {line}
        {'\n'}
        {' '.repeat(column)}
        {'^'.repeat(width)}
      </pre>
      <p>{t('Expected: {what}', { what: told(mistake.expected) })}</p>
      {mistake.help && <p>{told(mistake.help)}</p>}
    </div>
  );
}
