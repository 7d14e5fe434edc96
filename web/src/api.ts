// How the page talks to the server: questions answered at once, and questions answered by a stream.

/** What the server says is wrong. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly place?: string,
  ) {
    super(message);
  }
}

async function request(path: string, question: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('unreachable', 'The program does not answer. Is it still running?');
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  const { code = 'unknown', message = `The server answered ${response.status}.`, place } = body?.error ?? {};
  throw new ApiError(code, message, place);
}

/** Fetches a list that is always the same. */
export async function fetchList<A>(path: string): Promise<A> {
  const response = await fetch(`/api/v1${path}`).catch(() => null);
  if (!response?.ok) throw new ApiError('unreachable', 'The program does not answer. Is it still running?');
  return response.json();
}

/** Asks a question that is answered at once. */
export async function ask<A>(path: string, question: unknown, signal?: AbortSignal): Promise<A> {
  return (await request(path, question, signal)).json();
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
  const done = follow(path, question, hear, control.signal).catch((error) => {
    if (!control.signal.aborted) throw error;
  });
  return { stop: () => control.abort(), done };
}

/** The types of news after which nothing more need come. */
const LAST = ['done', 'answer', 'mistake', 'step', 'end'];

async function follow<N extends { type: string }>(
  path: string,
  question: unknown,
  hear: (news: N) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await request(path, question, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const waits = {};
  signal.addEventListener('abort', () => setWaiting(waits, false));
  try {
    await read(reader, hear, signal, waits);
  } finally {
    setWaiting(waits, false);
  }
}

async function read<N extends { type: string }>(
  reader: ReadableStreamDefaultReader<string>,
  hear: (news: N) => void,
  signal: AbortSignal,
  waits: object,
): Promise<void> {
  let rest = '';
  let complete = false;
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (signal.aborted) throw error;
      throw brokenOff();
    });
    if (signal.aborted) return;
    if (done && !complete) throw brokenOff();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop()!;
    for (const event of events) {
      const data = event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n');
      if (!data) continue;
      const news = JSON.parse(data);
      if (news.type === 'error') throw new ApiError(news.code, news.message, news.place);
      if (signal.aborted) return;
      setWaiting(waits, news.type === 'waiting');
      complete ||= LAST.includes(news.type);
      if (news.type !== 'waiting') hear(news);
    }
  }
}

const brokenOff = () => new ApiError('broken_off', 'The program broke off its answer. Is it still running?');

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
  return error instanceof Error ? error.message : String(error);
}
