// What the server knows about a position, asked for anew whenever the position changes.
import { useEffect, useState } from 'preact/hooks';
import { ask, words } from '../api';

export interface Named {
  uci: string;
  san: string;
}

export interface Standing {
  fen: string;
  turn: 'white' | 'black';
  check: boolean;
  legal: Named[];
  moves: (Named & { fen: string })[];
  end: { reason: string; result: string } | null;
  claim: string | null;
}

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export interface Place {
  fen?: string;
  moves: string[];
}

/** The standing of a place; the last known one until the answer is there. */
export function useStanding(place: Place): { standing?: Standing; fresh: boolean; wrong: string } {
  const wanted = JSON.stringify(place);
  const [known, setKnown] = useState<{ of: string; standing?: Standing; wrong: string }>({ of: '', wrong: '' });
  useEffect(() => {
    const control = new AbortController();
    ask<Standing>('/chess/position', JSON.parse(wanted), control.signal).then(
      (standing) => setKnown({ of: wanted, standing, wrong: '' }),
      (error) => {
        if (!control.signal.aborted) setKnown((old) => ({ ...old, of: wanted, wrong: words(error) }));
      },
    );
    return () => control.abort();
  }, [wanted]);
  return { standing: known.standing, fresh: known.of === wanted && !known.wrong, wrong: known.wrong };
}
