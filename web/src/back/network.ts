// The program over the network: JSON, and server-sent events for what takes time.
import { t } from '../lang';
import { ApiError, errorOf, type Back } from './back';

async function request(path: string, question: unknown, signal?: AbortSignal): Promise<Response> {
  const isGet = Array.isArray(question);
  const query = isGet && question.length ? `?${new URLSearchParams(question)}` : '';
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}${query}`, {
      ...(isGet
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question) }),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('unreachable', t('The program does not answer. Is it still running?'));
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  throw errorOf(body, `The server answered ${response.status}.`);
}

/** The types of news after which nothing more need come. */
const LAST = ['done', 'answer', 'mistake', 'step', 'end'];

export const back: Back = {
  async ask(path, question, signal) {
    return (await request(path, question, signal)).json();
  },
  async text(path, pairs) {
    return (await request(path, pairs)).text();
  },
  async follow(path, question, hear, signal) {
    const response = await request(path, question, signal);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
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
        if (signal.aborted) return;
        complete ||= LAST.includes(news.type);
        hear(news);
      }
    }
  },
};

const brokenOff = () => new ApiError('broken_off', t('The program broke off its answer. Is it still running?'));
