// What happens by itself in a game against the engine: it answers, the clock runs, and a flag falls.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, listen, words, type Running } from '../api';
import { useRetry } from '../retry';
import { session } from '../stored';
import type { EngineNews } from './engine';
import { tick, type Playing } from './play';
import type { Winnable } from './prospects';
import type { Named, Place, Standing } from './standing';

/** The engine answers when it is its turn; `onMove` gets its move and its score for itself. Whether it thinks. */
export function useOpponent(props: {
  place: Place;
  playing: Playing | null;
  turn: 'white' | 'black';
  isTurn: boolean;
  onMove: (move: Named, score: number) => void;
  onMessage: (text: string) => void;
}): boolean {
  const [thinking, setThinking] = useState(false);
  const [attempt, failed] = useRetry();
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const { playing, turn, place } = latest.current;
    if (!props.isTurn || !playing) return;
    setThinking(true);
    const clock = playing.clock && { left: Math.round(playing.clock.left[turn]), increment: playing.clock.increment };
    const elo = playing.level === 'full' ? undefined : Number(playing.level);
    const question = { place, session: session(), elo, ...(clock ? { clock } : { millis: 700 }) };
    const running = listen<EngineNews>('/chess/move', question, (news) => {
      latest.current.onMessage('');
      if (news.type !== 'done' || !news.best) return;
      const score = !news.score ? 0 : 'mate' in news.score ? 10_000 * Math.sign(news.score.mate) : news.score.centipawns;
      latest.current.onMove(news.best, turn === 'white' ? score : -score);
    });
    let current = true;
    running.done
      .catch((error) => {
        latest.current.onMessage(words(error));
        failed(error);
      })
      .finally(() => current && setThinking(false));
    return () => {
      current = false;
      setThinking(false);
      running.stop();
    };
  }, [props.isTurn, JSON.stringify(props.place), attempt]);
  return thinking;
}

/** The clock of the side to move runs. */
export function useClock(runs: boolean, turn: 'white' | 'black', setPlaying: (change: (old: Playing | null) => Playing | null) => void) {
  useEffect(() => {
    if (!runs) return;
    const run = () => setPlaying((old) => old && tick(old, turn, Date.now()));
    run();
    const timer = setInterval(run, 100);
    return () => clearInterval(timer);
  }, [runs, turn]);
}

/** A flag that falls against a side that cannot mate by any series of moves is a draw. */
export function useFlagFall(place: Place, playing: Playing | null, setPlaying: (change: (old: Playing | null) => Playing | null) => void) {
  const fallen = /^(white|black) is out of time$/.exec(playing?.over?.reason ?? '')?.[1];
  useEffect(() => {
    if (!fallen) return;
    let running: Running | undefined;
    let current = true;
    const judged = (news: Winnable) => {
      const other = fallen === 'white' ? news.black : news.white;
      if (other.can_win !== false) return;
      const over = { result: '1/2-1/2', reason: `${fallen} is out of time, but the other side cannot mate` };
      setPlaying((old) => old && { ...old, over });
    };
    const look = async () => {
      const { fen } = await ask<Standing>('/chess/position', place);
      if (!current) return;
      running = listen<Winnable>('/chess/winnable', { fen }, judged);
      await running.done;
    };
    // Without an answer the flag counts.
    look().catch(() => undefined);
    return () => {
      current = false;
      running?.stop();
    };
  }, [fallen]);
}
