// The game under the engine's eyes: a curve of White's chances, and the mistakes.
import { useEffect, useRef, useState } from 'preact/hooks';
import { listen, words, type Running } from '../api';
import { scoreText, type Score } from './engine';
import type { Named, Place } from './standing';

interface Ply {
  type: 'ply';
  ply: number;
  score: Score;
  chances: number;
  best: Named | null;
  mark: 'inaccuracy' | 'mistake' | 'blunder' | null;
  /** What should have been played instead of a marked move. */
  better: Named[];
}

export interface Report {
  of: string;
  plies: Ply[];
}

const WIDTH = 300;
const HEIGHT = 90;

export function GameReport(props: {
  place: Place;
  names: string[];
  ply: number;
  report: Report | null;
  onReport: (report: Report) => void;
  onGo: (ply: number) => void;
}) {
  const [running, setRunning] = useState<Running | null>(null);
  const [wrong, setWrong] = useState('');
  const plies = useRef<Ply[]>([]);
  const of = JSON.stringify(props.place);
  useEffect(() => () => running?.stop(), [running]);

  const start = () => {
    plies.current = [];
    setWrong('');
    const now = listen<Ply | { type: 'done' }>('/chess/report', { place: props.place }, (news) => {
      if (news.type !== 'ply') return;
      plies.current = [...plies.current, news];
      props.onReport({ of, plies: plies.current });
    });
    now.done.catch((error) => setWrong(words(error))).finally(() => setRunning(null));
    setRunning(now);
  };

  const told = props.report?.of === of ? props.report.plies : [];
  const count = props.place.moves.length;
  const x = (ply: number) => (count ? (ply / count) * WIDTH : 0);
  const y = (ply: Ply) => (1 - ply.chances) * HEIGHT;
  const line = told.map((ply) => `${x(ply.ply).toFixed(1)},${y(ply).toFixed(1)}`).join(' ');
  const mistakes = told.filter((ply) => ply.mark);
  return (
    <div class="report">
      <div class="row">
        {running ? (
          <button
            onClick={() => {
              running.stop();
              setRunning(null);
            }}
          >
            Stop ({told.length} of {count + 1})
          </button>
        ) : (
          <button onClick={start} disabled={count === 0}>
            Evaluate the game
          </button>
        )}
      </div>
      {wrong && <p class="notice bad">{wrong}</p>}
      {told.length > 1 && (
        <>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="White's chances over the game" class="curve">
            <rect class="black-share" width={WIDTH} height={HEIGHT} />
            <polygon class="white-share" points={`0,${HEIGHT} ${line} ${x(told.at(-1)!.ply)},${HEIGHT}`} />
            <line class="even" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
            <line class="now" x1={x(props.ply)} x2={x(props.ply)} y1="0" y2={HEIGHT} />
            {mistakes.map((ply) => (
              <circle key={ply.ply} class={ply.mark!} cx={x(ply.ply)} cy={y(ply)} r="4" onClick={() => props.onGo(ply.ply)} />
            ))}
          </svg>
          <ul class="mistakes">
            {mistakes.map((ply) => (
              <li key={ply.ply}>
                <button class="line" onClick={() => props.onGo(ply.ply)}>
                  <b>{props.names[ply.ply - 1]}</b> is {ply.mark === 'inaccuracy' ? 'an inaccuracy' : `a ${ply.mark}`} (
                  {scoreText(ply.score)}); better was {ply.better.map((move) => move.san).join(' ') || '–'}
                </button>
              </li>
            ))}
          </ul>
          {!mistakes.length && told.length === count + 1 && <p class="faint">No mistakes found.</p>}
        </>
      )}
    </div>
  );
}
