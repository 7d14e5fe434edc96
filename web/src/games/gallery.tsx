// Every game with a small picture of its start.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api';
import { named } from '../lang';
import { boardClass, drawing, Ground, type Picture } from './board';
import { lookOf } from './look';
import { Tokens } from './pieces';
import type { About } from './table';

/** Pictures that were fetched, by the game's name. */
const pictures = new Map<string, Start>();

interface Start {
  picture: Picture;
  players: string[];
  rules?: string | null;
}

export function Gallery(props: { games: About[]; chosen: string; onChoose: (name: string) => void }) {
  const [, draw] = useState(0);
  // One after the other: nobody waits for them.
  useEffect(() => {
    const control = new AbortController();
    const fetchAll = async () => {
      for (const { name } of props.games) {
        if (pictures.has(name)) continue;
        const standing = await ask<Start>(`/games/${name}/position`, {}, control.signal).catch(() => null);
        if (control.signal.aborted) return;
        if (standing) pictures.set(name, standing);
        draw((count) => count + 1);
      }
    };
    void fetchAll();
    return () => control.abort();
  }, [props.games]);
  return (
    <div class="gallery">
      {props.games.map(({ name, title }) => (
        <button key={name} aria-current={name === props.chosen} onClick={() => props.onChoose(name)}>
          {pictures.has(name) ? <Thumbnail {...pictures.get(name)!} /> : <svg viewBox="0 0 100 100" aria-hidden="true" />}
          <span>{named('game', title)}</span>
        </button>
      ))}
    </div>
  );
}

function Thumbnail({ picture, players, rules }: Start) {
  const look = lookOf(rules, picture);
  const { at, width, height } = drawing(picture);
  return (
    <svg class={boardClass(picture, look)} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {picture.lines.map(([from, to]) => {
        const [[x1, y1], [x2, y2]] = [at(picture.cells[from]), at(picture.cells[to])];
        return <line key={`${from}-${to}`} class="board-line" x1={x1} y1={y1} x2={x2} y2={y2} />;
      })}
      {picture.cells.map((cell) => (
        <g key={cell.name} class={cell.dark ? 'dark' : 'light'} transform={`translate(${at(cell).join(' ')})`}>
          <Ground grid={picture.grid} look={look} cell={cell} />
          <Tokens cell={cell} players={players} look={look} stacks={picture.stacks} />
        </g>
      ))}
    </svg>
  );
}
