// A stack on its square, drawn and in words; and a board to look at.
import { Grid } from '../grid';
import { t } from '../lang';

export const squareName = (cell: number) => 'abcdef'[cell % 6] + (6 - Math.floor(cell / 6));
export const shade = (cell: number) => ((cell + Math.floor(cell / 6)) % 2 ? 'dark' : 'light');

/** A stack in words. */
export function stackName(cell: number, stones: string): string {
  const names = [...stones].map((stone) => t(stone === 'r' ? 'red' : 'blue')).join(', ');
  return `${squareName(cell)}: ${stones ? t('from the top {stones}', { stones: names }) : t('empty')}`;
}

/** A stack seen from the side, every stone visible; the stones to be taken are lifted. */
export function Stack({ stones, taken }: { stones: string; taken: number }) {
  const count = stones.length;
  if (!count) return null;
  const height = Math.min(15, 80 / (count + 1));
  return (
    <>
      {[...stones].map((stone, fromTop) => {
        const lifted = fromTop < taken;
        const y = 92 - (count - fromTop) * height - (lifted ? Math.min(10, 90 - count * height) : 0);
        return (
          <rect
            key={fromTop}
            class={`stone ${stone === 'r' ? 'red' : 'blue'} ${lifted ? 'taken' : ''}`}
            data-take={fromTop + 1}
            x="18"
            y={y}
            width="64"
            height={height - 1.5}
            rx={Math.min(5, height / 2.4)}
          />
        );
      })}
      {count > 3 && (
        <text class="height" x="94" y="16">
          {count}
        </text>
      )}
    </>
  );
}

/** A board that only shows a position, and the squares of the last move. */
export function StacksBoard({ stacks, lastMove }: { stacks: string[]; lastMove?: string }) {
  const last = lastMove?.split('-') ?? [];
  return (
    <Grid
      columns={6}
      rows={6}
      label={t('{game} board', { game: 'Death Stacks' })}
      columnNames={[...'abcdef']}
      rowNames={[...'654321']}
      name={(cell) => stackName(cell, stacks[cell] ?? '')}
      cellClass={(cell) => `stack-cell ${shade(cell)} ${last.includes(squareName(cell)) ? 'last' : ''}`}
      draw={(cell) => <Stack stones={stacks[cell] ?? ''} taken={0} />}
      onPick={() => undefined}
    />
  );
}
