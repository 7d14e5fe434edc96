// What is on the table: a puzzle, what is filled in, and the address that says both.
import type { Site } from './places';

export interface Layer {
  name: string;
  site: Site;
  is_set: boolean;
  low: number;
  high: number;
  values: (number | null)[];
  given: (number | null)[];
}

export interface Shown {
  kind: string;
  about: string;
  laws: string[];
  /** What the laws count with; 1 or 0 where a law is asked for or not. */
  parameters: [string, number][];
  width: number;
  height: number;
  text: string;
  svg: string;
  size: [number, number];
  origin: [number, number];
  cell: number;
  layers: Layer[];
  formats: Record<string, string>;
}

export interface Fact {
  layer: string;
  place: string;
  value: number;
  is: boolean;
}

export interface Step {
  shows: Fact[];
  technique: string;
  laws: { law: string; places: string[] }[];
  because: Fact[];
  text: string;
}

export interface Explained {
  type: 'done';
  status: string;
  steps: Step[];
  text: string;
  mistakes?: Fact[];
}

export interface Checked {
  type: 'done';
  status: string;
  broken: { law: string; places: string[] }[];
  /** Those that are broken whatever is put into the open places. */
  conflicts: { law: string; places: string[] }[];
  open: number;
  message?: string;
}

/** By layer and place: a value, or nothing. */
export type Filled = Record<string, (number | null)[]>;

/** Small numbers in cells, by cell: what may stand there. */
export type Marks = Record<number, number[]>;

export function nothing(layers: Layer[]): Filled {
  return Object.fromEntries(layers.map((layer) => [layer.name, layer.values.map(() => null)]));
}

/** The value after a click: in sets first in, then out, then open again. */
export function nextValue(layer: Layer, value: number | null, back: boolean): number | null {
  const values: (number | null)[] = [null];
  if (layer.is_set) values.push(1, 0);
  else {
    for (let at = Math.max(layer.low, layer.name === 'slash' ? layer.low : 1); at <= layer.high; at++) values.push(at);
    if (layer.low === 0 && layer.site !== 'cell') values.push(0);
  }
  const at = values.indexOf(value);
  return values[(at + (back ? values.length - 1 : 1)) % values.length];
}

/** What is filled in, as a short text. */
export function written(layers: Layer[], filled: Filled): string {
  const letter = (value: number | null) => (value === null ? '.' : value < 36 ? value.toString(36) : `(${value})`);
  const row = (layer: Layer) => filled[layer.name].map(letter).join('').replace(/\.+$/, '');
  return layers
    .map(row)
    .join('~')
    .replace(/\.{4,}/g, (dots) => `*${dots.length}*`);
}

/** The same read again; what does not fit is left open. */
export function readFilled(layers: Layer[], text: string): Filled {
  const rows = text.replace(/\*(\d{1,5})\*/g, (_, count) => '.'.repeat(Math.min(Number(count), 10_000))).split('~');
  const filled = nothing(layers);
  layers.forEach((layer, at) => {
    const values = [...(rows[at] ?? '').matchAll(/\((\d+)\)|[.0-9a-z]/g)].map(([all, long]) =>
      all === '.' ? null : long ? Number(long) : parseInt(all, 36),
    );
    values.slice(0, layer.values.length).forEach((value, place) => {
      const fits = value !== null && value >= layer.low && value <= layer.high && layer.given[place] === null;
      filled[layer.name][place] = fits ? value : null;
    });
  });
  return filled;
}

/** The part of the address behind `#`. */
export function fragment(shown: Shown, filled: Filled): string {
  const puzzle = shown.formats.url ?? shown.formats.id ?? shown.text;
  const query = new URLSearchParams({ p: puzzle });
  const answer = written(shown.layers, filled);
  if (answer.replace(/~/g, '')) query.set('a', answer);
  return `puzzles/${shown.kind}?${query}`;
}

/** The puzzle that the address names, if it names one; without a puzzle where it names a kind alone, `#puzzles/sudoku`. */
export function linked(hash: string): { kind: string; puzzle: string; answer: string } | null {
  const found = /^#puzzles(?:\/([^?/]+))?(?:\?(.*))?$/.exec(hash);
  if (!found) return null;
  const query = new URLSearchParams(found[2] ?? '');
  const puzzle = query.get('p') ?? '';
  return puzzle || found[1] ? { kind: found[1] ?? 'any', puzzle, answer: query.get('a') ?? '' } : null;
}

/** What is filled in together with what is given, as questions take it. */
export function known(layers: Layer[], filled: Filled): Filled {
  const value = (layer: Layer, at: number) => layer.given[at] ?? filled[layer.name][at];
  return Object.fromEntries(layers.map((layer) => [layer.name, layer.values.map((_, at) => value(layer, at))]));
}

/** How the sentence of a law begins that not every puzzle asks for. */
const ASKED = 'where the puzzle asks for it, ';

/** The laws of this puzzle as sentences, each once: those that it does not ask for are left out. */
export function lawsFor({ laws, parameters = [] }: Shown, told: (text: string) => string): string[] {
  const asks = parameters.some(([, value]) => value !== 0);
  const kept = [...new Set(laws)].filter((law) => asks || !law.startsWith(ASKED));
  return kept.map((law) => (law.startsWith(ASKED) ? told(law).slice(told(ASKED).length) : told(law)));
}

/** What is given on the cells, in the signs of the plain text: by layer, by cell, `.` where nothing is. */
export function givenOf({ text, width, height }: Shown): Record<string, string[]> {
  const given: Record<string, string[]> = {};
  // A layer is its name and the rows below it; those that are not of the size of the board are not on its cells.
  for (const [, name, block] of text.matchAll(/^([a-z]+)\n((?:(?![a-z]+$).+\n?)*)/gm)) {
    const rows = block.trimEnd().split('\n').map((row) => (/\s/.test(row.trim()) ? row.trim().split(/\s+/) : [...row]));
    if (rows.length === height && rows.every((row) => row.length === width)) given[name] = rows.flat();
  }
  return given;
}
