// An answer as a tree of moves, each of which moves the board when clicked.
import { useState } from 'preact/hooks';
import { t, told } from '../lang';

export interface Step {
  uci: string;
  text: string;
  /** What the problemist says of it: key, threat, dual and the like. */
  note?: string;
  /** An answer of the other side. */
  reply?: boolean;
  /** The position after it, where the server tells. */
  fen?: string;
  /** Where this solution starts, if not where the others do. */
  start?: string;
  then: Step[];
}

/** The moves that lead to a step, the step itself included. */
export type Trail = Step[];

export function AnswerTree(props: { steps: Step[]; chosen: string; onGo: (trail: Trail) => void }) {
  return (
    <ul class="answer-tree" aria-label={t('Solution')}>
      {props.steps.map((step, at) => (
        <Branch key={at} step={step} trail={[step]} chosen={props.chosen} onGo={props.onGo} depth={0} />
      ))}
    </ul>
  );
}

/** The name of a trail, to tell it from others. */
export const trailName = (trail: Trail) => trail.map((step) => `${step.start ?? ''}${step.uci}`).join(' ');

function Branch(props: { step: Step; trail: Trail; chosen: string; onGo: (trail: Trail) => void; depth: number }) {
  // Moves without a choice go on in one line.
  const line: Trail[] = [props.trail];
  let last = props.step;
  while (last.then.length === 1 && !last.note) {
    last = last.then[0];
    line.push([...line.at(-1)!, last]);
  }
  const [open, setOpen] = useState(props.depth < 2);
  const trail = line.at(-1)!;
  return (
    <li>
      {last.then.length > 0 && (
        <button class="quiet twist" aria-expanded={open} aria-label={t('Variations')} onClick={() => setOpen(!open)}>
          {open ? '▾' : '▸'}
        </button>
      )}
      {line.map((trail) => {
        const step = trail.at(-1)!;
        return (
          <span key={trailName(trail)}>
            <button
              class={step.reply ? 'move reply' : 'move'}
              aria-current={trailName(trail) === props.chosen}
              onClick={() => props.onGo(trail)}
            >
              {step.text}
            </button>
            {step.note && <span class="faint"> {step.note.split(', ').map(told).join(', ')} </span>}
          </span>
        );
      })}
      {open && last.then.length > 0 && (
        <ul>
          {last.then.map((step, at) => (
            <Branch
              key={at}
              step={step}
              trail={[...trail, step]}
              chosen={props.chosen}
              onGo={props.onGo}
              depth={props.depth + 1}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
