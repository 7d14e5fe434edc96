// The page's language. English stands in the code; every other language is one file that says each text in
// it. It is chosen by the browser and can be switched in the settings.
import * as german from './de';
import { ERRORS } from './de-errors';
import { RULES, ruleSentence } from './de-games';
import { ABOUT, kuromasuSentence, LAWS, LAYERS, puzzleSentence } from './de-puzzles';
import { RETRO_REASONS } from './de-retro';
import { SKETCH_LAWS, SKETCH_REASONS } from './de-sketches';

/** A text that every language has. */
export type Text = keyof typeof german.DE;
export type Language = 'en' | 'de';

/** A language in its own words. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
];

/** A language: each text of the page, and the sentences that the program itself says. */
interface Dictionary {
  texts: Partial<Record<string, string>>;
  ends: Record<string, string>;
  reasons: [RegExp, (...parts: string[]) => string][];
  /** A law of a puzzle, what a puzzle is about, what a cell may be, or a sentence put together from these. */
  puzzle: (text: string) => string;
  kuromasu: (text: string) => string;
  /** What the rules of a game say. */
  rule: (text: string) => string;
}

const DICTIONARIES: Record<Language, Dictionary> = {
  en: { texts: {}, ends: {}, reasons: [], puzzle: (text) => text, kuromasu: (text) => text, rule: (text) => text },
  de: {
    texts: german.DE,
    ends: { ...RULES, ...SKETCH_LAWS, ...german.ENDS },
    reasons: [...german.REASONS, ...ERRORS, ...SKETCH_REASONS, ...RETRO_REASONS],
    puzzle: (text) => LAWS[text] ?? ABOUT[text] ?? LAYERS[text] ?? puzzleSentence(text),
    kuromasu: kuromasuSentence,
    rule: ruleSentence,
  },
};

let now: Language = 'en';

/** The language that the browser asks for first among those there are. */
export function preferred(): Language {
  const known = LANGUAGES.map(([language]) => language);
  const wanted = navigator.languages.map((name) => name.slice(0, 2).toLowerCase() as Language);
  return wanted.find((language) => known.includes(language)) ?? 'en';
}

export function setLanguage(language: Language) {
  now = language;
  document.documentElement.lang = language;
}

export const language = () => now;

/** A text in the page's language, with `{names}` filled in. */
export function t(text: Text, values: Record<string, string | number> = {}): string {
  return fill(DICTIONARIES[now].texts[text] ?? text, values);
}

/** A text that the program said, in the page's language where it is known there. */
export function told(text: string): string {
  const { ends, texts, reasons } = DICTIONARIES[now];
  const known = ends[text] ?? texts[text];
  if (known) return known;
  // The reason why a move is not legal follows the move.
  const [, move = '', reason = text] = /^(\S+: )(.+)$/s.exec(text) ?? [];
  for (const [before, rest] of [['', text], [move, reason]]) {
    for (const [pattern, say] of reasons) {
      const parts = pattern.exec(rest);
      if (parts) return before + say(...parts.slice(1));
    }
  }
  return text;
}

/** What the program said of a puzzle, in the page's language. */
export const toldPuzzle = (text: string): string => DICTIONARIES[now].puzzle(text);

/** What the program said of the rules of a game, in the page's language. */
export const toldRule = (text: string): string => DICTIONARIES[now].rule(text);

export const toldKuromasu = (text: string): string => DICTIONARIES[now].kuromasu(text);

function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A number as people of this language write it, short. */
export function compact(number: number): string {
  return Intl.NumberFormat(now, { notation: 'compact', maximumFractionDigits: 1 }).format(number);
}
