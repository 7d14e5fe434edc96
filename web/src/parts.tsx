// Small parts that all tables use.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from './lang';

/** A message for everyone: shown, and read out by screen readers. */
export function Notice({ text, kind = 'plain' }: { text: string; kind?: 'plain' | 'bad' | 'good' }) {
  // A place in a text is drawn under it.
  const Tag = text.includes('\n') ? 'pre' : 'p';
  return (
    <Tag class={`notice ${kind}`} role="status" aria-live="polite">
      {text}
    </Tag>
  );
}

/** A labelled choice among a few words. */
export function Choice<T extends string>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  disabled?: boolean;
}) {
  return (
    <label class="choice">
      <span>{props.label}</span>
      <select
        value={props.value}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.currentTarget.value as T)}
      >
        {props.options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A whole number, chosen when it has been typed. */
export function NumberField(props: { value: number; min?: number; max?: number; onChoose: (value: number) => void }) {
  // What is being typed stays, however often the page is drawn anew meanwhile.
  const [typed, type] = useState<string | null>(null);
  return (
    <input
      type="number"
      min={props.min}
      max={props.max}
      value={typed ?? props.value}
      onInput={(event) => type(event.currentTarget.value)}
      onChange={(event) => {
        const { value } = event.currentTarget;
        type(null);
        if (value) props.onChoose(Math.round(Number(value)));
      }}
      onBlur={() => type(null)}
    />
  );
}

/** A text to paste something into, with its button and what is wrong with the paste. */
export function Paste(props: {
  label: string;
  button: string;
  placeholder?: string;
  rows?: number;
  onPaste: (text: string) => Promise<string | void>;
}) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const submit = async () => {
    const error = await props.onPaste(text);
    setWrong(error ?? '');
    if (!error) setText('');
  };
  return (
    <form
      class="paste"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label>
        <span>{props.label}</span>
        <textarea
          rows={props.rows ?? 2}
          value={text}
          placeholder={props.placeholder}
          spellcheck={false}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setWrong('');
          }}
        />
      </label>
      <button type="submit" disabled={!text.trim()}>
        {props.button}
      </button>
      {wrong && (
        <p class="notice bad" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}

/** Something to copy: a text with a button. */
export function Copy({ label, text }: { label: string; text: string }) {
  const [said, say] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    const copied = await putOnClipboard(text, field.current!);
    say(copied ? t('Copied') : t('Press Ctrl+C'));
    setTimeout(() => say(''), copied ? 1500 : 6000);
  };
  return (
    <label class="copy">
      <span>{label}</span>
      <input ref={field} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" onClick={copy} aria-label={t('Copy {what}', { what: label })}>
        {said || t('Copy')}
      </button>
    </label>
  );
}

/** Whether the text lies on the clipboard now. Browsers have one only where the page comes safely: elsewhere the text is
 * copied from its field in the old way, and where that is refused too it is at least selected there. */
async function putOnClipboard(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}

/** A part of the side panel that can be folded away; one that belongs to the board is on paper too, folded or not. */
export function Fold(props: { title: string; children: ComponentChildren; open?: boolean; onPaper?: boolean }) {
  const { title, children, open, onPaper } = props;
  return (
    <details class={onPaper ? 'fold on-paper' : 'fold'} open={open}>
      <summary>{title}</summary>
      <div class="folded">{children}</div>
    </details>
  );
}

/** Listens to the keys of the whole page. */
export function useKeys(hear: (event: KeyboardEvent) => void) {
  // As soon as the page shows what they are about: a key that is pressed then is not one of the time before.
  useLayoutEffect(() => {
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  });
}

/** Whether a key belongs to what has the focus: a text, a list, a tab, or a window that asks something. */
export function takesKeys(target: HTMLElement): boolean {
  return target.matches('input:not([type=checkbox]), textarea, select, [role=tab]') || !!target.closest('dialog');
}

/** The usual keys to undo and redo, where no text is written. */
export function useUndoKeys(undo: () => void, redo: () => void) {
  useKeys((event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || !['z', 'y'].includes(key)) return;
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
}

/** Keeps the move that one looks at in sight in its list. */
export function useMoveInSight(list: RefObject<HTMLElement | null>, here: unknown) {
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current=true]');
    if (!box || !current) return;
    const { offsetTop: top, offsetHeight: row } = current;
    if (top >= box.scrollTop && top + row <= box.scrollTop + box.clientHeight) return;
    // To the middle, with a whole row at the edge.
    box.scrollTop = top - row * Math.floor(box.clientHeight / row / 2);
  }, [here]);
}
