// Which piece a pawn becomes.
import { useEffect, useRef } from 'preact/hooks';

const PIECES = [
  ['q', 'queen'],
  ['n', 'knight'],
  ['r', 'rook'],
  ['b', 'bishop'],
] as const;

export function Promotion(props: { color: 'white' | 'black'; onChoose: (piece: string) => void; onCancel: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="promotion" ref={dialog} aria-label="Promote to" onCancel={props.onCancel}>
      {PIECES.map(([letter, name]) => (
        <button key={letter} aria-label={name} title={name} onClick={() => props.onChoose(letter)}>
          <span class="cg-wrap">
            <piece class={`${name} ${props.color}`} />
          </span>
        </button>
      ))}
      <button class="quiet" onClick={props.onCancel}>
        Cancel
      </button>
    </dialog>
  );
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      piece: { class: string };
    }
  }
}
