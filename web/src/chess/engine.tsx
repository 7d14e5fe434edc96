// The engine's eyes: live lines, an evaluation bar, arrows.
import { useEffect, useState } from 'preact/hooks';
import { listen, words } from '../api';
import { compact, moveText, numeral, t } from '../lang';
import { useRetry, useVisible } from '../retry';
import { session } from '../stored';
import type { AnalysisNews, Score } from '../types';
import { MiniBoard } from './mini';
import { fromFen, play, toFen } from './position';
import type { Named, Place } from './standing';

export type EngineNews = AnalysisNews;
export type EngineLine = Extract<AnalysisNews, { type: 'line' }>;

/** A score as people write it, from White's side. */
export function scoreText(score: Score, digits = 2): string {
  if ('mate' in score) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const pawns = numeral(Math.abs(score.centipawns) / 100, digits);
  return score.centipawns < 0 ? `−${pawns}` : `+${pawns}`;
}

/** How the engine is asked to analyse. */
export interface Effort {
  lines: number;
  threads: number;
  /** Mebibytes of its table. */
  hash: number;
}

/** Analyses `place` while it is not undefined and the page can be seen. */
export function useAnalysis(place: Place | undefined, effort: Effort) {
  const visible = useVisible();
  const [attempt, failed] = useRetry();
  const wanted = place && visible ? JSON.stringify({ place, ...effort }) : undefined;
  const [lines, setLines] = useState<EngineLine[]>([]);
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    setLines([]);
    setWrong('');
    if (!wanted) return;
    const question = { ...JSON.parse(wanted), session: `${session()}-analysis` };
    const running = listen<EngineNews>('/chess/analyse', question, (news) => {
      if (news.type !== 'line') return;
      setLines((old) => {
        const next = old.filter((line) => line.rank !== news.rank);
        return [...next, news].sort((a, b) => a.rank - b.rank).slice(0, effort.lines);
      });
    });
    running.done.catch((error) => {
      setWrong(words(error));
      failed(error);
    });
    return () => running.stop();
  }, [wanted, attempt]);
  return { lines, wrong };
}

/** White's share of a result. */
const SHARES: Record<string, number> = { '1-0': 1, '0-1': 0 };

export function EvaluationBar(props: { line?: EngineLine; result?: string; orientation: 'white' | 'black' }) {
  const { line, result, orientation } = props;
  const share = result ? (SHARES[result] ?? 0.5) : (line?.chances ?? 0.5);
  const text = result ?? (line ? scoreText(line.score) : t('not evaluated'));
  // The number stands where the one ahead has room for it.
  const whiteAhead = share >= 0.5;
  const atBottom = whiteAhead === (orientation === 'white');
  return (
    <div class={`evaluation ${orientation}`} role="img" aria-label={t('Evaluation {score}', { score: text })} title={text}>
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="black-share" width="10" height="100" />
        <rect
          class="white-share"
          width="10"
          y={orientation === 'white' ? 100 - 100 * share : 0}
          height={100 * share}
        />
      </svg>
      {(line || result) && (
        <span class={`bar-number ${atBottom ? 'bottom' : 'top'} ${whiteAhead ? 'on-white' : 'on-black'}`} aria-hidden="true">
          {(result ?? scoreText(line!.score, 1)).replace(/^[+−]/, '').replace('1/2-1/2', '½')}
        </span>
      )}
    </div>
  );
}

/** The lines: each move can be pointed at, to see where it leads, and played with all before it. */
export function EngineLines(props: { lines: EngineLine[]; fen: string; orientation: 'white' | 'black'; onPlay: (line: Named[]) => void }) {
  const { lines } = props;
  const best = lines[0];
  const [pointed, point] = useState<{ rank: number; at: number } | null>(null);
  const start = fromFen(props.fen);
  const shown = pointed && lines.find((line) => line.rank === pointed.rank)?.line.slice(0, pointed.at + 1);
  return (
    <div class="engine-lines" onMouseLeave={() => point(null)}>
      <p class="faint">
        {best
          ? t('depth {depth} · {nodes} positions · {speed}/s', {
              depth: best.depth,
              nodes: compact(best.nodes),
              speed: compact(best.speed),
            })
          : t('thinking…')}
      </p>
      <ol>
        {lines.map((line) => (
          <li key={line.rank}>
            <b>{scoreText(line.score)}</b>
            {line.line.map((_, at) => (
              <button
                key={at}
                class="move"
                onMouseEnter={() => point({ rank: line.rank, at })}
                onFocus={() => point({ rank: line.rank, at })}
                onBlur={() => point(null)}
                onClick={() => {
                  point(null);
                  props.onPlay(line.line.slice(0, at + 1));
                }}
              >
                {numbered(line.line, at, start.fullmove, start.turn === 'b')}
              </button>
            ))}
          </li>
        ))}
      </ol>
      {shown?.length ? (
        <div class="preview">
          <MiniBoard
            fen={toFen(shown.reduce((position, move) => play(position, move.uci), start))}
            lastMove={shown.at(-1)!.uci}
            orientation={props.orientation}
          />
        </div>
      ) : null}
    </div>
  );
}

/** A move of a line with its number, where it needs one. */
function numbered(line: Named[], at: number, fullmove: number, black: boolean): string {
  const ply = at + (black ? 1 : 0);
  const number = fullmove + Math.floor(ply / 2);
  const move = moveText(line[at].san);
  if (ply % 2 === 0) return `${number}. ${move}`;
  return at === 0 ? `${number}… ${move}` : move;
}
