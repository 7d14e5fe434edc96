// The kinds of stipulations that are on the menu, each with a sentence.
import type { Text } from '../lang';

/** What stands before the number of moves, its name and what it asks for. */
export const KINDS: readonly (readonly [string, Text, Text])[] = [
  ['#', 'mate', 'The side to move mates against every defence.'],
  ['=', 'stalemate', 'The side to move forces stalemate.'],
  ['s#', 'selfmate', 'The side to move forces the other side to mate it.'],
  ['r#', 'reflexmate', 'A selfmate in which whoever can mate in one move must.'],
  ['h#', 'helpmate', 'Both sides help: Black begins, White mates.'],
  ['h=', 'help stalemate', 'Both sides help until stalemate.'],
  ['hs#', 'help selfmate', 'Both sides help until the last move can only mate.'],
  ['ser-#', 'series mate', 'One side moves alone; its last move mates.'],
  ['ser-h#', 'series helpmate', 'One side moves alone, then the other mates.'],
  ['ser-s#', 'series selfmate', 'One side moves alone, then the other can only mate.'],
  ['pser-#', 'parry series mate', 'One side moves alone; whenever it gives check, the other parries with any move.'],
  ['h##', 'help double mate', 'Both sides help until one move mates both kings.'],
  ['dia ', 'proof game', 'A game from the start that leads to the diagram.'],
];

export interface Stipulation {
  kind: string;
  length: string;
  extra: string;
}

/** A stipulation taken apart, as far as the menu knows it. */
export function takeApart(text: string): Stipulation | null {
  const parts = /^\s*(.*?)\s*(\d+(?:\.5)?|\?)\s*(.*?)\s*$/.exec(text);
  if (!parts) return null;
  const known = KINDS.find(([kind]) => kind.trim().toLowerCase() === parts[1].toLowerCase());
  return known ? { kind: known[0], length: parts[2], extra: parts[3] } : null;
}

export const putTogether = ({ kind, length, extra }: Stipulation) => `${kind}${length}${extra ? ` ${extra}` : ''}`;
