// Which piece a pawn becomes: chosen on the square where it arrives.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../lang';

const PIECES = [
  ['q', 'queen'],
  ['n', 'knight'],
  ['r', 'rook'],
  ['b', 'bishop'],
] as const;

export function Promotion(props: {
  color: 'white' | 'black';
  square: string;
  orientation: 'white' | 'black';
  onChoose: (piece: string) => void;
  onCancel: () => void;
}) {
  const picker = useRef<HTMLDivElement>(null);
  useEffect(() => picker.current?.querySelector('button')?.focus(), []);
  const file = 'abcdefgh'.indexOf(props.square[0]);
  const column = props.orientation === 'white' ? file : 7 - file;
  const top = props.color === props.orientation;
  const key = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') return props.onCancel();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...picker.current!.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length].focus();
  };
  const pieces = top ? PIECES : [...PIECES].reverse();
  return (
    <div class="promotion-shade" onClick={props.onCancel}>
      <div
        class={`promotion ${top ? 'top' : 'bottom'}`}
        style={{ left: `${12.5 * column}%` }}
        role="dialog"
        aria-label={t('Promote to')}
        ref={picker}
        onKeyDown={key}
        onClick={(event) => event.stopPropagation()}
      >
        {pieces.map(([letter, name]) => (
          <button key={letter} aria-label={t(name)} title={t(name)} onClick={() => props.onChoose(letter)}>
            <span class="cg-wrap">
              <piece class={`${name} ${props.color}`} />
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      piece: { class: string };
    }
  }
}
