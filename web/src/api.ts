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

async function follow<N extends { type: string }>(
  path: string,
  question: unknown,
  hear: (news: N) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await request(path, question, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done || signal.aborted) return;
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
      if (news.type !== 'waiting' && !signal.aborted) hear(news);
    }
  }
}

/** An error in words. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
