// How the page asks: questions answered at once, and questions answered by a stream of news.
import { told } from './lang';
import { back } from 'back-end';
import { ApiError } from './back/back';

export { ApiError };

/** Fetches a list that is always the same. */
export async function fetchList<A>(path: string): Promise<A> {
  return (await back.ask(path, [])) as A;
}

/** Asks a question that is answered at once. */
export async function ask<A>(path: string, question: unknown, signal?: AbortSignal): Promise<A> {
  return (await back.ask(path, question, signal)) as A;
}

/** A picture of a chess position as SVG. */
export function diagram(fen: string, flip = false): Promise<string> {
  return back.text('/chess/diagram.svg', [
    ['fen', fen],
    ['flip', String(flip)],
  ]);
}

/** Something that runs until it is done or stopped. */
export interface Running {
  stop(): void;
  done: Promise<void>;
}

/** Asks a question that takes time; `hear` is called with each piece of news. Stopping cancels the work. */
export function listen<N extends { type: string }>(
  path: string,
  question: unknown,
  hear: (news: N) => void,
): Running {
  const control = new AbortController();
  const waits = {};
  control.signal.addEventListener('abort', () => setWaiting(waits, false));
  const told = (news: { type: string }) => {
    if (news.type === 'error') {
      const { code, message, place } = news as unknown as ApiError;
      throw new ApiError(code, message, place);
    }
    setWaiting(waits, news.type === 'waiting');
    if (news.type !== 'waiting') hear(news as N);
  };
  let failed: unknown;
  const heard = (news: { type: string }) => {
    try {
      if (!failed && !control.signal.aborted) told(news);
    } catch (error) {
      failed = error;
    }
  };
  const done = back
    .follow(path, question, heard, control.signal)
    .then(() => {
      if (failed) throw failed;
    })
    .catch((error) => {
      if (!control.signal.aborted) throw failed ?? error;
    })
    .finally(() => setWaiting(waits, false));
  return { stop: () => control.abort(), done };
}

/** Whether the program is gone for now: the same question may be answered later. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && ['unreachable', 'broken_off'].includes(error.code);
}

/** Questions for which other searches run first. */
const waiting = new Set<object>();
const watchers = new Set<(count: number) => void>();

function setWaiting(question: object, waits: boolean) {
  if (waiting.has(question) === waits) return;
  if (waits) waiting.add(question);
  else waiting.delete(question);
  watchers.forEach((tell) => tell(waiting.size));
}

/** Calls `tell` with the number of questions that wait, whenever it changes; returns how to end that. */
export function watchWaiting(tell: (count: number) => void): () => void {
  watchers.add(tell);
  return () => void watchers.delete(tell);
}

/** An error in words. */
export function words(error: unknown): string {
  return told(error instanceof Error ? error.message : String(error));
}
