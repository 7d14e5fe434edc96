// The game under the engine's eyes: a curve of White's chances, how well each side played, and the mistakes.
import { useEffect, useRef, useState } from 'preact/hooks';
import { listen, words, type Running } from '../api';
import { moveText, t, type Text } from '../lang';
import { useBusy } from '../leave';
import type { Mark, ReportNews } from '../types';
import { scoreText } from './engine';
import type { Place } from './standing';

type Ply = Extract<ReportNews, { type: 'ply' }>;

export interface Report {
  of: string;
  plies: Ply[];
}

const WIDTH = 300;
const HEIGHT = 90;

const SENTENCES: Record<Mark, Text> = {
  inaccuracy: '{move} is an inaccuracy ({before} → {after}); better was {better}',
  mistake: '{move} is a mistake ({before} → {after}); better was {better}',
  blunder: '{move} is a blunder ({before} → {after}); better was {better}',
};

/** How well a side played, 0 to 100: the mean over its moves of what each left of the chances before it. */
function accuracy(plies: Ply[], white: boolean, whiteBegins: boolean): number | null {
  const kept: number[] = [];
  for (let at = 1; at < plies.length; at += 1) {
    if ((plies[at].ply % 2 === 1) === whiteBegins !== white || plies[at].ply !== plies[at - 1].ply + 1) continue;
    const [before, after] = [plies[at - 1].chances, plies[at].chances];
    const lost = Math.max(0, white ? before - after : after - before);
    // A loss of a tenth of a point leaves two thirds, one of a half next to nothing.
    kept.push(100 * Math.exp(-4.2 * lost));
  }
  return kept.length ? kept.reduce((sum, share) => sum + share, 0) / kept.length : null;
}

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
  // What was wrong with another game is not wrong with this one.
  useEffect(() => setWrong(''), [of]);
  useEffect(() => () => running?.stop(), [running]);
  useBusy(!!running);

  const start = () => {
    plies.current = [];
    setWrong('');
    const now = listen<ReportNews>('/chess/report', { place: props.place }, (news) => {
      if (news.type !== 'ply') return;
      // Parts of the game may be looked at side by side.
      plies.current = [...plies.current, news].sort((a, b) => a.ply - b.ply);
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
  const whiteBegins = props.place.fen?.split(' ')[1] !== 'b';
  const isWhite = (ply: Ply) => (ply.ply % 2 === 1) === whiteBegins;
  const number = (ply: number) => {
    const at = ply - 1 + (whiteBegins ? 0 : 1);
    const first = Number(props.place.fen?.split(' ')[5]) || 1;
    return `${first + Math.floor(at / 2)}${at % 2 ? '…' : '.'}`;
  };
  const point = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    props.onGo(Math.max(0, Math.min(count, Math.round(((event.clientX - box.left) / box.width) * count))));
  };
  const total = (white: boolean, mark: Mark) => mistakes.filter((ply) => ply.mark === mark && isWhite(ply) === white).length;
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
            {t('Stop ({done} of {count})', { done: told.length, count: count + 1 })}
          </button>
        ) : (
          <button onClick={start} disabled={count === 0}>
            {t('Evaluate the game')}
          </button>
        )}
      </div>
      {wrong && <p class="notice bad">{wrong}</p>}
      {told.length > 1 && (
        <>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            role="img"
            aria-label={t('White’s chances over the game')}
            class="curve"
            onClick={point}
          >
            <rect class="black-share" width={WIDTH} height={HEIGHT} />
            <polygon class="white-share" points={`0,${HEIGHT} ${line} ${x(told.at(-1)!.ply)},${HEIGHT}`} />
            <line class="even" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
            <line class="now" x1={x(props.ply)} x2={x(props.ply)} y1="0" y2={HEIGHT} />
            {mistakes.map((ply) => (
              <circle key={ply.ply} class={ply.mark!} cx={x(ply.ply)} cy={y(ply)} r="4" />
            ))}
          </svg>
          <table class="totals">
            <thead>
              <tr>
                <td />
                <th scope="col">{t('Accuracy')}</th>
                <th scope="col">{t('Inaccuracies')}</th>
                <th scope="col">{t('Mistakes')}</th>
                <th scope="col">{t('Blunders')}</th>
              </tr>
            </thead>
            <tbody>
              {[true, false].map((white) => (
                <tr key={String(white)}>
                  <th scope="row">{white ? t('White') : t('Black')}</th>
                  <td>{accuracy(told, white, whiteBegins)?.toFixed(0) ?? '–'} %</td>
                  {(['inaccuracy', 'mistake', 'blunder'] as const).map((mark) => (
                    <td key={mark}>{total(white, mark)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <ul class="mistakes">
            {mistakes.map((ply) => (
              <li key={ply.ply}>
                <button class="line" onClick={() => props.onGo(ply.ply)}>
                  {t(SENTENCES[ply.mark!], {
                    move: `${number(ply.ply)} ${moveText(props.names[ply.ply - 1])}`,
                    before: scoreText((told.find((other) => other.ply === ply.ply - 1) ?? ply).score),
                    after: scoreText(ply.score),
                    better: moveText(ply.better.map((move) => move.san).join(' ')) || '–',
                  })}
                </button>
              </li>
            ))}
          </ul>
          {!mistakes.length && told.length === count + 1 && <p class="faint">{t('No mistakes found.')}</p>}
        </>
      )}
    </div>
  );
}
