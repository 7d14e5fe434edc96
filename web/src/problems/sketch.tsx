// Writing sketches: a text with coloured words, and the place of a mistake marked in it.
import { useRef } from 'preact/hooks';
import { t } from '../lang';
import type { Mistake } from '../types';

const WORDS = /#[^\n]*|"[^"\n]*"|\b(?:game|from|where|play|expect)\b|\b(?:and|or|not|legal|mate|check|stalemate)\b|[?*]+|\S+|\s+/g;

function kind(word: string): string {
  if (word.startsWith('#')) return 'remark';
  if (word.startsWith('"')) return 'quoted';
  if (/^(game|from|where|play|expect)$/.test(word)) return 'keyword';
  if (/^(and|or|not|legal|mate|check|stalemate)$/.test(word)) return 'expectation';
  if (/^[?*]+$/.test(word)) return 'hole';
  return '';
}

export function SketchEditor(props: { text: string; mistake: Mistake | null; onChange: (text: string) => void }) {
  const colours = useRef<HTMLPreElement>(null);
  const { mistake } = props;
  // The server counts bytes.
  const bytes = new TextEncoder().encode(props.text);
  const decode = (from: number, to?: number) => new TextDecoder().decode(bytes.slice(from, to));
  const parts = mistake
    ? [
        { text: decode(0, mistake.from), wrong: false },
        { text: decode(mistake.from, Math.max(mistake.to, mistake.from + 1)) || ' ', wrong: true },
        { text: decode(Math.max(mistake.to, mistake.from + 1)), wrong: false },
      ]
    : [{ text: props.text, wrong: false }];
  return (
    <div class="sketch-editor">
      <pre ref={colours} aria-hidden="true">
        {parts.map((part, at) => (
          <span key={at} class={part.wrong ? 'wrong' : ''}>
            {(part.text.match(WORDS) ?? []).map((word, index) => (
              <span key={index} class={kind(word)}>
                {word}
              </span>
            ))}
          </span>
        ))}{' '}
      </pre>
      <textarea
        aria-label={t('Sketch')}
        spellcheck={false}
        rows={7}
        value={props.text}
        onInput={(event) => props.onChange(event.currentTarget.value)}
        onScroll={(event) => {
          if (!colours.current) return;
          colours.current.scrollTop = event.currentTarget.scrollTop;
          colours.current.scrollLeft = event.currentTarget.scrollLeft;
        }}
      />
    </div>
  );
}
