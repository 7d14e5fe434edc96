// The pieces on a cell: figures, discs, lines, dominoes, by what the rules call them.
import type { ComponentChildren } from 'preact';
import type { Cell, Token } from './board';
import { placeOfDots, type Look } from './look';
import { Stack } from './stack';

/** Colours that pieces are drawn in, where a player has the name of one. */
const COLOURS = ['white', 'black', 'red', 'blue', 'yellow'];

function colourOf(players: string[], player: number): string {
  const name = players[player]?.toLowerCase();
  return COLOURS.includes(name) ? name : COLOURS[player];
}

/** Chess figures, and those that are two in one; the sign behind them keeps them from being drawn as an emoji. */
const FIGURES: Record<string, string[]> = {
  king: ['♚'],
  queen: ['♛'],
  rook: ['♜'],
  bishop: ['♝'],
  knight: ['♞'],
  pawn: ['♟'],
  archbishop: ['♝', '♞'],
  chancellor: ['♜', '♞'],
};
const PLAIN = '\uFE0E';

/** What stands on a cell: one token large, several as discs on each other, stacks from the side. */
export function Tokens(props: {
  cell: Cell;
  players: string[];
  look: Look;
  stacks: boolean;
  taken?: number;
  /** Where the other half of a domino lies. */
  half?: 'above' | 'left';
}) {
  const { cell, players, look } = props;
  const { tokens } = cell;
  const colour = ({ player }: Token) => (player === null ? 'nobody' : colourOf(players, player));
  if (props.stacks) return <Stack tokens={tokens} taken={props.taken ?? 0} colour={colour} />;
  const step = Math.min(12, 50 / Math.max(1, tokens.length));
  const base = (step * (tokens.length - 1)) / 2;
  return (
    <>
      {tokens.map((token, height) => (
        <g key={height} class={`token ${colour(token)}`} transform={`translate(0 ${base - step * height})`}>
          <Piece kind={look.kind(token)} letter={token.letter} look={look} cell={cell} half={props.half} />
        </g>
      ))}
    </>
  );
}

function Piece({ kind, letter, look, cell, half }: { kind: string; letter: string; look: Look; cell: Cell; half?: 'above' | 'left' }): ComponentChildren {
  if (look.dotted && kind === 'box') return <rect class="box" x="-88" y="-88" width="176" height="176" />;
  if (look.dotted && kind === 'line') return <Side cell={cell} />;
  if (kind === 'domino') return <Domino half={half} />;
  if (kind === 'arrow') return <path class="arrow" d="M-24 24L22 -22M-4 -24L24 -24L24 4" />;
  const isKing = look.crowned && kind === 'king';
  const figures = look.crowned ? undefined : FIGURES[kind];
  if (figures) return <Figure signs={figures} />;
  return (
    <>
      <circle r="38" />
      {isKing && <path class="crown" d="M-19 15L-24 -14L-10 -2L0 -20L10 -2L24 -14L19 15Z" />}
      {letter && !isKing && kind !== 'man' && <text y="14">{letter}</text>}
    </>
  );
}

function Figure({ signs }: { signs: string[] }) {
  if (signs.length === 1)
    return (
      <text class="figure" y="29">
        {signs[0] + PLAIN}
      </text>
    );
  return (
    <>
      {signs.map((sign, at) => (
        <text key={sign} class="figure two" x={at ? 18 : -18} y={at ? 36 : 8}>
          {sign + PLAIN}
        </text>
      ))}
    </>
  );
}

/** A side of a box, between two dots. */
export function Side({ cell }: { cell: Cell }) {
  const [x, y] = placeOfDots(cell) === 'across' ? [87, 0] : [0, 87];
  return <line class="side" x1={-x} y1={-y} x2={x} y2={y} />;
}

/** A half, or both from the half that is drawn last. */
function Domino({ half }: { half?: 'above' | 'left' }) {
  const [x, y] = [half === 'left' ? -138 : -38, half === 'above' ? -138 : -38];
  return <rect class="domino" x={x} y={y} width={half === 'left' ? 176 : 76} height={half === 'above' ? 176 : 76} rx="14" />;
}
