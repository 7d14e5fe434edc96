// What the server knows about a position, asked for anew whenever the position changes.
import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask, words } from '../api';
import { useRetry } from '../retry';
import type { ChessStanding as Standing, Named } from '../types';

export type { Named, Standing };

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export interface Place {
  fen?: string;
  moves: string[];
}

interface Known {
  of: string;
  standing?: Standing;
  wrong: string;
  /** The member of the place that is wrong. */
  member?: string;
}

/** The standing of a place; the last known one until the answer is there. */
export function useStanding(place: Place | undefined) {
  const wanted = place && JSON.stringify(place);
  const [known, setKnown] = useState<Known>({ of: '', wrong: '' });
  const [attempt, failed] = useRetry();
  useEffect(() => {
    if (!wanted) return;
    const control = new AbortController();
    ask<Standing>('/chess/position', JSON.parse(wanted), control.signal).then(
      (standing) => setKnown({ of: wanted, standing, wrong: '' }),
      (error) => {
        if (control.signal.aborted) return;
        const member = error instanceof ApiError ? error.place : undefined;
        setKnown((old) => ({ ...old, of: wanted, wrong: words(error), member }));
        failed(error);
      },
    );
    return () => control.abort();
  }, [wanted, attempt]);
  const isThis = known.of === wanted;
  return { standing: known.standing, fresh: isThis && !known.wrong, wrong: known.wrong, member: isThis ? known.member : undefined };
}
