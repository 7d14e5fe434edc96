// Writing sketches: a text with coloured words, and the place of a mistake marked in it.
import { useRef } from 'preact/hooks';
import { numeral, t, type Text } from '../lang';
import { Fold } from '../parts';
import type { Mistake } from '../types';

const WORDS = /#[^\n]*|"[^"\n]*"|\b(?:game|from|for all|where|play|series|expect|always|find|without|with only)\b|\b(?:and|or|not|legal|mate|check|stalemate)\b|[?*]+|\S+|\s+/g;

function kind(word: string): string {
  if (word.startsWith('#')) return 'remark';
  if (word.startsWith('"')) return 'quoted';
  if (/^(game|from|for all|where|play|series|expect|always|find|without|with only)$/.test(word)) return 'keyword';
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

/** What the proof checker says of an answer. */
export function certificate(checked?: { accepted: boolean; proofs: number; steps: number }): string[] {
  if (!checked) return [];
  const { accepted, proofs } = checked;
  const steps = numeral(checked.steps);
  return [
    accepted
      ? t('The proof checker accepts {proofs} proofs of {steps} steps.', { proofs, steps })
      : t('The proof checker does not accept the proof.'),
  ];
}

/** The squares of a chessboard that sentences name. */
export function squaresIn(sentences: string[]): string[] {
  const found = sentences.flatMap((sentence) => sentence.match(/\b[a-h][1-8]\b/g) ?? []);
  return [...new Set(found)];
}

const HELP: [string, Text][] = [
  ['game chess', 'the game: chess, deathstacks, or any of the list of games'],
  ['from "8/8/8/8/8/1k6/8/K1?5 w"', 'the position; ? is a square to be filled'],
  ['where not check', 'what must hold at the start'],
  ['play 1. e4 ? 2. *', 'moves; ? is to be found, * is any move of the other side, ?{1..4} one to four moves, (e4 or d4) a choice'],
  ['expect mate', 'what must hold at the end: mate, check, stalemate, draw, count(white) > 3, and, or, not'],
  ['always count(white) <= 16', 'what must hold in every position that play can reach'],
  ['without "a king is never left in check"', 'a law put aside'],
];

/** The language in a few lines, beside the editor. */
export function SketchHelp() {
  return (
    <Fold title={t('How to write a sketch')}>
      <dl class="sketch-help">
        {HELP.map(([code, meaning]) => (
          <>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{t(meaning)}</dd>
          </>
        ))}
      </dl>
    </Fold>
  );
}
