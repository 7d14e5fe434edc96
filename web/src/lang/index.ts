// The page's language. English stands in the code; every other language is one file that says each text in
// it. It is chosen by the browser and can be switched in the settings.
import * as german from './de';
import { ERRORS } from './de-errors';
import { PARAMETERS, PIECES, PLAYERS, PUZZLE_TITLES, RULES, ruleSentence, STACK_REASONS, TITLES } from './de-games';
import { mistake } from './de-mistakes';
import { openingName } from './de-openings';
import { ABOUT, kuromasuSentence, LAWS, LAYERS, puzzleSentence } from './de-puzzles';
import { RETRO_REASONS } from './de-retro';
import { SKETCH_LAWS, SKETCH_REASONS } from './de-sketches';
import { inTable } from './look';

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
  /** A step of Kuromasu, which has a solver of its own. */
  kuromasu: (text: string) => string;
  /** What the rules of a game say. */
  rule: (text: string) => string;
  /** What is wrong with what somebody wrote; nothing where that is not known. */
  mistake: (text: string) => string | undefined;
  /** Names: of games, of their players and parameters, of kinds of puzzles, and of openings. */
  names: Record<Named, (name: string) => string | undefined>;
  /** The letters of the pieces K Q R B N in moves. */
  pieces: string;
}

/** What has a name. */
export type Named = 'game' | 'player' | 'piece' | 'parameter' | 'puzzle' | 'opening';

const same = (text: string) => text;
const ENGLISH = 'KQRBN';
/** Kinds of puzzles that are more than their name with a large letter. */
const PUZZLES: Record<string, string> = { lits: 'LITS', ripple: 'Ripple Effect', starbattle: 'Star Battle' };

const DICTIONARIES: Record<Language, Dictionary> = {
  en: {
    texts: {},
    ends: {},
    reasons: [],
    puzzle: same,
    kuromasu: same,
    rule: same,
    mistake: () => undefined,
    names: { game: same, player: same, piece: same, parameter: same, puzzle: inTable(PUZZLES), opening: same },
    pieces: ENGLISH,
  },
  de: {
    texts: german.DE,
    ends: { ...RULES, ...SKETCH_LAWS, ...german.ENDS },
    reasons: [...german.REASONS, ...ERRORS, ...SKETCH_REASONS, ...RETRO_REASONS, ...STACK_REASONS],
    puzzle: (text) => LAWS[text] ?? ABOUT[text] ?? LAYERS[text] ?? puzzleSentence(text),
    kuromasu: kuromasuSentence,
    rule: ruleSentence,
    mistake: (text) => mistake(text, told),
    names: {
      game: inTable(TITLES),
      player: inTable(PLAYERS),
      piece: inTable(PIECES),
      parameter: inTable(PARAMETERS),
      puzzle: inTable({ ...PUZZLES, ...PUZZLE_TITLES }),
      opening: openingName,
    },
    pieces: 'KDTLS',
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
  const { ends, texts, mistake } = DICTIONARIES[now];
  const known = inTable(ends)(text) ?? inTable(texts)(text);
  if (known) return known;
  // The reason why a move is not legal follows the move.
  const [, move = '', reason = text] = /^(\S+: )(.+)$/s.exec(text) ?? [];
  for (const [before, rest] of [['', text], [move, reason]]) {
    const said = toldReasons(rest);
    if (said) return before + said;
  }
  return mistake(text) ?? text;
}

/** One reason, or several of them, where all are known. */
function toldReasons(text: string): string | undefined {
  const one = (reason: string) => {
    for (const [pattern, say] of DICTIONARIES[now].reasons) {
      const parts = pattern.exec(reason);
      if (parts) return say(...parts.slice(1));
    }
  };
  const several = text.split('; ').map(one);
  return several.every(Boolean) ? several.join('; ') : one(text);
}

/** A name in the page's language, with a large letter at its start where a kind or a parameter has none. */
export function named(what: Named, name: string): string {
  const known = DICTIONARIES[now].names[what](name) ?? name;
  return known.charAt(0).toUpperCase() + known.slice(1);
}

/** The part of a short move that has the letter of a piece: `N` of `Nf3`, `exd8=Q` of `exd8=Q+`. */
const SHORT_MOVE = /(^|[\s.…(])([KQRBN](?=[a-h]?[1-8]?x?[a-h][1-8])|[a-h](?:x[a-h])?[18]=?[QRBN])/g;

/** Moves with the letters of the page's language: `Nf3` is `Sf3` in German. */
export function moveText(san: string): string {
  const { pieces } = DICTIONARIES[now];
  const letter = (sign: string) => pieces[ENGLISH.indexOf(sign)] ?? sign;
  return pieces === ENGLISH ? san : san.replace(SHORT_MOVE, (_, before, move: string) => before + move.replace(/[KQRBN]/g, letter));
}

/** A move that somebody typed, in the letters of any language, as the program reads it. */
export function readMove(text: string): string {
  for (const { pieces } of Object.values(DICTIONARIES)) {
    // A letter that is one of the program's own is taken as such.
    const letter = (sign: string) => (ENGLISH.includes(sign) ? sign : (ENGLISH[pieces.indexOf(sign)] ?? sign));
    const read = text.trim().replace(/^[A-Z](?=[a-h1-8x])|(?<=[18]=?)[A-Z]/g, letter);
    if (read !== text.trim()) return read;
  }
  return text.trim();
}

/** What the program said of a puzzle, in the page's language. */
export const toldPuzzle = (text: string): string => DICTIONARIES[now].puzzle(text);

/** A step or the end of an explanation of a puzzle of that kind. */
export function toldStep(kind: string, text: string): string {
  const own = kind === 'kuromasu' ? DICTIONARIES[now].kuromasu(text) : text;
  return own === text ? toldPuzzle(text) : own;
}

/** What the program said of the rules of a game, in the page's language. */
export const toldRule = (text: string): string => DICTIONARIES[now].rule(text);

function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A game as PGN, in the letters of any language, as the program reads it; tags and comments stay as they are. */
export function readGame(pgn: string): string {
  const parts = pgn.split(/(\{[^}]*\}|\[[^\]]*\]|;[^\n]*)/);
  return parts.map((part, at) => (at % 2 ? part : part.replace(/[A-Za-z][\w=]*/g, readMove))).join('');
}

/** A number as people of this language write it. */
export function numeral(number: number, digits = 0): string {
  return Intl.NumberFormat(now, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(number);
}

/** The same, short. */
export function compact(number: number): string {
  return Intl.NumberFormat(now, { notation: 'compact', maximumFractionDigits: 1 }).format(number);
}
