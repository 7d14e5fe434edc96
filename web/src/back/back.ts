// What answers the page's questions: the program over the network, or the same code in a worker.

/** What is wrong with a question, or that nobody answers. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly place?: string,
  ) {
    super(message);
  }
}

export interface Back {
  /** The answer to a question; to a GET where the question is a list of pairs. */
  ask(path: string, question: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Asks what takes time; `hear` is called with each piece of news until the last one. */
  follow(path: string, question: unknown, hear: (news: { type: string }) => void, signal: AbortSignal): Promise<void>;
  /** A picture or other file that a GET answers with. */
  text(path: string, pairs: [string, string][]): Promise<string>;
}

/** What the body of an error says. */
export function errorOf(body: unknown, otherwise: string): ApiError {
  const { code = 'unknown', message = otherwise, place } = (body as { error?: Partial<ApiError> } | null)?.error ?? {};
  return new ApiError(code, message, place);
}
