// The engine's eyes: live lines, an evaluation bar, arrows.
import { useEffect, useState } from 'preact/hooks';
import { listen, words } from '../api';
import { useRetry, useVisible } from '../retry';
import { session } from '../stored';
import type { Named, Place } from './standing';

export type Score = { centipawns: number } | { mate: number };

export interface EngineLine {
  type: 'line';
  rank: number;
  depth: number;
  score: Score;
  /** White's expected score, 0 to 1. */
  chances: number;
  nodes: number;
  speed: number;
  line: Named[];
}

export type EngineNews =
  | EngineLine
  | { type: 'done'; best: Named | null; score: Score | null; depth: number; nodes: number };

/** A score as people write it, from White's side. */
export function scoreText(score: Score): string {
  if ('mate' in score) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const pawns = (Math.abs(score.centipawns) / 100).toFixed(2);
  return score.centipawns < 0 ? `−${pawns}` : `+${pawns}`;
}

/** Analyses `place` while it is not undefined and the page can be seen. */
export function useAnalysis(place: Place | undefined, count: number) {
  const visible = useVisible();
  const [attempt, failed] = useRetry();
  const wanted = place && visible ? JSON.stringify(place) : undefined;
  const [lines, setLines] = useState<EngineLine[]>([]);
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    setLines([]);
    setWrong('');
    if (!wanted) return;
    const question = { place: JSON.parse(wanted), lines: count, session: `${session()}-analysis` };
    const running = listen<EngineNews>('/chess/analyse', question, (news) => {
      if (news.type !== 'line') return;
      setLines((old) => {
        const next = old.filter((line) => line.rank !== news.rank);
        return [...next, news].sort((a, b) => a.rank - b.rank).slice(0, count);
      });
    });
    running.done.catch((error) => {
      setWrong(words(error));
      failed(error);
    });
    return () => running.stop();
  }, [wanted, count, attempt]);
  return { lines, wrong };
}

/** White's share of a result. */
const SHARES: Record<string, number> = { '1-0': 1, '0-1': 0 };

export function EvaluationBar(props: { line?: EngineLine; result?: string; orientation: 'white' | 'black' }) {
  const { line, result, orientation } = props;
  const share = result ? (SHARES[result] ?? 0.5) : (line?.chances ?? 0.5);
  const text = result ?? (line ? scoreText(line.score) : 'not evaluated');
  return (
    <div class={`evaluation ${orientation}`} role="img" aria-label={`Evaluation ${text}`} title={text}>
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="black-share" width="10" height="100" />
        <rect
          class="white-share"
          width="10"
          y={orientation === 'white' ? 100 - 100 * share : 0}
          height={100 * share}
        />
      </svg>
    </div>
  );
}

export function EngineLines(props: { lines: EngineLine[]; fullmove: number; black: boolean; onPlay: (line: Named[]) => void }) {
  const { lines } = props;
  const best = lines[0];
  return (
    <div class="engine-lines">
      <p class="faint">
        {best ? `depth ${best.depth} · ${compact(best.nodes)} positions · ${compact(best.speed)}/s` : 'thinking…'}
      </p>
      <ol>
        {lines.map((line) => (
          <li key={line.rank}>
            <button class="line" onClick={() => props.onPlay(line.line)} title="Play the first move of this line">
              <b>{scoreText(line.score)}</b> <span>{numbered(line.line.slice(0, 10), props.fullmove, props.black)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Moves with their numbers. */
export function numbered(line: Named[], fullmove: number, black: boolean): string {
  return line
    .map(({ san }, at) => {
      const ply = at + (black ? 1 : 0);
      const number = fullmove + Math.floor(ply / 2);
      if (ply % 2 === 0) return `${number}. ${san}`;
      return at === 0 ? `${number}… ${san}` : san;
    })
    .join(' ');
}

export function compact(number: number): string {
  return Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(number);
}
