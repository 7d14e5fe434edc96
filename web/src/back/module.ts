// The same code in workers of the page: no server. A worker answers one question after the other; one that is
// no longer wanted ends with its worker, since nothing else reaches a thread at work.
import { ApiError, errorOf, type Back } from './back';
import { sharesOf } from './shares';

type Told = { kind: 'news' | 'answer' | 'error'; text: string };

/** The modules: questions about chess come first and have a small one of their own. */
type Name = 'chess.wasm' | 'zugwerk.wasm';
const moduleOf = (path: string): Name => (path.startsWith('/chess/') ? 'chess.wasm' : 'zugwerk.wasm');

/** Files that were fetched, or are on their way. */
const fetched = new Map<string, Promise<unknown>>();

/** What becomes of a file, which is fetched once. */
function once<T>(name: string, read: (response: Response) => Promise<T>): Promise<T> {
  const known = fetched.get(name) as Promise<T> | undefined;
  if (known) return known;
  const made = fetch(new URL(name, document.baseURI)).then((response) => {
    if (!response.ok) throw new ApiError('unreachable', `${name}: ${response.status}`);
    return read(response);
  });
  fetched.set(name, made);
  made.catch(() => fetched.delete(name));
  return made;
}

const compiled = (name: Name) =>
  once(name, async (response) => {
    // Some hosts do not know the type of such files: then they are compiled when they are all there.
    const whole = response.clone();
    return WebAssembly.compileStreaming(response).catch(async () => WebAssembly.compile(await whole.arrayBuffer()));
  });

class Hand {
  private readonly worker = new Worker(new URL('worker.js', document.baseURI));
  private readonly started: Promise<void>;
  constructor(name: Name) {
    const network = once('network.bin', (response) => response.arrayBuffer());
    this.started = Promise.all([compiled(name), network]).then(([module, network]) => this.worker.postMessage({ module, network }));
  }

  /** Asks, and hears until the answer or the error. */
  async ask(path: string, question: unknown, hear: (news: { type: string }) => void, signal?: AbortSignal) {
    await this.started;
    return new Promise<string>((resolve, reject) => {
      const end = () => {
        this.worker.terminate();
        reject(new DOMException('', 'AbortError'));
      };
      if (signal?.aborted) return end();
      signal?.addEventListener('abort', end, { once: true });
      const over = () => signal?.removeEventListener('abort', end);
      this.worker.onerror = (event) => {
        over();
        this.worker.terminate();
        reject(new ApiError('broken_off', event.message));
      };
      this.worker.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.kind === 'news') return hear(JSON.parse(data.text));
        over();
        if (data.kind === 'answer') resolve(data.text);
        else reject(errorOf(JSON.parse(data.text), data.text));
      };
      this.worker.postMessage({ path, question: JSON.stringify(question) });
    });
  }
}

/** Workers with nothing to do, the one that worked last at the end: it may remember something. */
const idle: Record<Name, Hand[]> = { 'chess.wasm': [], 'zugwerk.wasm': [] };
const MOST_IDLE = 3;
/** Workers for one question at most; one thread is left to the page. */
const MOST_HANDS = 4;

async function answered(
  path: string,
  question: unknown,
  hear: (news: { type: string }) => void,
  signal?: AbortSignal,
): Promise<string> {
  const name = moduleOf(path);
  const resting = idle[name];
  const hand = resting.pop() ?? new Hand(name);
  try {
    const text = await hand.ask(path, question, hear, signal);
    if (resting.length < MOST_IDLE) resting.push(hand);
    return text;
  } catch (error) {
    const alive = error instanceof ApiError && error.code !== 'broken_off' && error.code !== 'unreachable';
    if (alive && resting.length < MOST_IDLE) resting.push(hand);
    throw error;
  }
}

const nothing = () => undefined;

/** What is asked of several workers side by side: parts of one answer, or the same with other seeds, of which the first counts. */
async function together(path: string, questions: unknown[], race: boolean, hear: (news: { type: string }) => void, signal: AbortSignal) {
  const control = new AbortController();
  const end = () => control.abort();
  signal.addEventListener('abort', end, { once: true });
  let over = false;
  const heard = (news: { type: string }, hand: number) => {
    if (over) return;
    over = race && news.type === 'done';
    // In a race one progress is enough to watch.
    if (race ? over || hand === 0 : news.type !== 'done') hear(news);
    if (over) control.abort();
  };
  try {
    const asked = questions.map((question, hand) => answered(path, question, (news) => heard(news, hand), control.signal));
    await (race ? Promise.any(asked) : Promise.all(asked)).catch((error) => {
      if (!over) throw error instanceof AggregateError ? error.errors[0] : error;
    });
    if (!race) hear({ type: 'done' });
  } finally {
    signal.removeEventListener('abort', end);
    control.abort();
  }
}

export const back: Back = {
  async ask(path, question, signal) {
    // Short questions are not worth ending a worker for: the answer comes, and nobody wants it.
    const answer = await answered(path, question, nothing);
    if (signal?.aborted) throw new DOMException('', 'AbortError');
    return JSON.parse(answer);
  },
  text: (path, pairs) => answered(path, pairs, nothing),
  async follow(path, question, hear, signal) {
    const hands = Math.max(1, Math.min(MOST_HANDS, (navigator.hardwareConcurrency || 1) - 1));
    const shares = sharesOf(path, question, hands);
    if (shares.length < 2) return void (await answered(path, question, hear, signal));
    await together(path, shares, path.endsWith('/generate'), hear, signal);
  },
};

// The page opens without a network from the second time on, where the browser allows it.
if ('serviceWorker' in navigator && isSecureContext) {
  navigator.serviceWorker.register(new URL('offline.js', document.baseURI)).catch(nothing);
}
