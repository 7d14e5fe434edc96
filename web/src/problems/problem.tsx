// The question of a chess problem: a position and a stipulation.
import type { Running } from '../api';
import { t } from '../lang';
import { Choice } from '../parts';
import { KINDS, putTogether, takeApart } from './stipulations';

export interface Problem {
  fen: string;
  stipulation: string;
  notation: 'problemist' | 'san' | 'uci';
  /** Whether the position may be one that no game can have. */
  any?: boolean;
  /** Twins as changes to the diagram, one a line. */
  twins?: string;
  /** Whether only the twins are solved. */
  zero?: boolean;
  letters: 'page' | 'en' | 'de' | 'fr' | 'nl';
}

/** The twins of a problem, each as its changes. */
export const twinsOf = (problem: Problem) =>
  (problem.twins ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function ProblemForm(props: {
  problem: Problem;
  editing: boolean;
  running: Running | null;
  onChange: (some: Partial<Problem>) => void;
  onEdit: (editing: boolean) => void;
  onSolve: () => void;
}) {
  const { problem, running } = props;
  const parts = takeApart(problem.stipulation);
  const kind = KINDS.find(([kind]) => kind === parts?.kind);
  const withTries = /\+k\b/.test(problem.stipulation);
  const tries = (on: boolean) => {
    const bare = problem.stipulation.replace(/\s*\+k\b/, '').trim();
    props.onChange({ stipulation: on ? `${bare} +k` : bare });
  };
  return (
    <form
      class="problem"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSolve();
      }}
    >
      <label class="paste">
        <span>{t('Position (FEN)')}</span>
        <textarea rows={2} value={problem.fen} spellcheck={false} onInput={(event) => props.onChange({ fen: event.currentTarget.value })} />
      </label>
      <label class="check">
        <input type="checkbox" checked={props.editing} onChange={(event) => props.onEdit(event.currentTarget.checked)} />
        {t('Set up the position on the board')}
      </label>
      <div class="row">
        <Choice
          label={t('Asked for')}
          value={parts?.kind ?? 'other'}
          options={[...KINDS.map(([kind, name]) => [kind, t(name)] as const), ['other', t('something else')] as const]}
          onChange={(kind) => {
            if (kind === 'other') return;
            const length = parts?.length ?? '2';
            props.onChange({ stipulation: putTogether({ kind, length, extra: parts?.extra ?? '' }) });
          }}
        />
        <label class="choice">
          <span>{t('Stipulation')}</span>
          <input value={problem.stipulation} spellcheck={false} size={9} onInput={(event) => props.onChange({ stipulation: event.currentTarget.value })} />
        </label>
      </div>
      <p class="faint">
        {kind ? t(kind[2]) : t('All stipulations and goals are in the manual; “zugwerk solve --help” tells more.')}
      </p>
      <label class="check">
        <input type="checkbox" checked={withTries} onChange={(event) => tries(event.currentTarget.checked)} />
        {t('with set play and tries')}
      </label>
      <label class="check">
        <input type="checkbox" checked={!!problem.any} onChange={(event) => props.onChange({ any: event.currentTarget.checked })} />
        {t('also a position that no game can have')}
      </label>
      <label class="paste">
        <span>{t('Twins, one a line')}</span>
        <textarea
          rows={1}
          value={problem.twins ?? ''}
          placeholder="move a3 b4"
          spellcheck={false}
          onInput={(event) => props.onChange({ twins: event.currentTarget.value })}
        />
      </label>
      {twinsOf(problem).length > 0 && (
        <label class="check">
          <input type="checkbox" checked={!!problem.zero} onChange={(event) => props.onChange({ zero: event.currentTarget.checked })} />
          {t('only the twins, not the diagram')}
        </label>
      )}
      <div class="row">
        <Choice
          label={t('Notation')}
          value={problem.notation}
          options={[
            ['problemist', t('problemist')],
            ['san', 'SAN'],
            ['uci', 'UCI'],
          ]}
          onChange={(notation) => props.onChange({ notation })}
        />
        <Choice
          label={t('Letters')}
          value={problem.letters}
          options={[
            ['page', t('as the page')],
            ['en', 'KQRBN'],
            ['de', 'KDTLS'],
            ['fr', 'RDTFC'],
            ['nl', 'KDTLP'],
          ]}
          onChange={(letters) => props.onChange({ letters })}
        />
      </div>
      <div class="row">
        <button class="main" disabled={!!running}>
          {t('Solve')}
        </button>
        {running && (
          <button type="button" onClick={() => running.stop()}>
            {t('Cancel')}
          </button>
        )}
      </div>
    </form>
  );
}
