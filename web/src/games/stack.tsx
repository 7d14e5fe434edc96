// A stack seen from the side, every piece visible.
import type { Token } from './board';

/** The pieces of a cell, the lowest first; the uppermost `taken` are lifted. */
export function Stack(props: { tokens: Token[]; taken: number; colour: (token: Token) => string }) {
  const count = props.tokens.length;
  const height = Math.min(15, 80 / (count + 1));
  return (
    <>
      {props.tokens.map((token, at) => {
        const fromTop = count - at;
        const lifted = fromTop <= props.taken;
        const y = 42 - (at + 1) * height - (lifted ? Math.min(10, 90 - count * height) : 0);
        return (
          <rect
            key={at}
            class={`stone ${props.colour(token)} ${lifted ? 'taken' : ''}`}
            data-take={fromTop}
            x="-32"
            y={y}
            width="64"
            height={height - 1.5}
            rx={Math.min(5, height / 2.4)}
          />
        );
      })}
      {count > 3 && (
        <text class="height" x="44" y="-34">
          {count}
        </text>
      )}
    </>
  );
}
