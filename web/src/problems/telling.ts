// An answer in sentences and as a text.
import { t, told } from '../lang';
import type { ProblemNews } from '../types';
import type { Step } from './tree';

export type ProblemAnswer = Extract<ProblemNews, { type: 'answer' }>;

/** The answer of a problem in a sentence. */
export function sentence(news: ProblemAnswer): string {
  const what = news.stipulation;
  const { count, key, complete } = news;
  const found =
    count === 0
      ? news.spoiled_by.length
        ? t('There is no {what}: {moves} must be played at once', { what, moves: news.spoiled_by.join(', ') })
        : complete
        ? t('There is no {what}', { what })
        : t('No {what} was found', { what })
      : news.counted === 'defences'
        ? t('{what}: every defence is met', { what })
        : news.counted === 'keys'
          ? count === 1
            ? complete
              ? t('{what}: {key} is the only key', { what, key: key ?? '' })
              : t('{what}: {key} is a key', { what, key: key ?? '' })
            : complete
              ? t('{what}: {count} keys', { what, count })
              : t('{what}: {count} keys so far', { what, count })
          : count === 1
            ? complete
              ? t('{what}: exactly one solution', { what })
              : t('{what}: a solution', { what })
            : complete
              ? t('{what}: {count} solutions', { what, count })
              : t('{what}: {count} solutions so far', { what, count });
  const how = {
    none: t('searched completely'),
    time: t('stopped when the time was up'),
    solutions: t('stopped at the number of solutions asked for'),
    request: t('stopped on request'),
  }[news.stopped ?? 'none'];
  const short = news.short === 0 ? '' : news.short === 1 ? t(', and a shorter one: cooked') : t(', and shorter ones: cooked');
  const said = `${found}${short}; ${how}.`;
  const whole = news.duplex ? t('With the sides exchanged: {answer}', { answer: said }) : said;
  return news.twin ? `${news.twin}) ${whole}` : whole;
}

/** A tree of moves as a text, one line a branch. */
export function asText(steps: Step[], indent = ''): string {
  return steps
    .map((step) => {
      const line = [step];
      while (line.at(-1)!.then.length === 1) line.push(line.at(-1)!.then[0]);
      const moves = line.map((step) => step.text + (step.note ? ` (${told(step.note)})` : '')).join(' ');
      const then = line.at(-1)!.then;
      return `${indent}${moves}\n${then.length ? asText(then, `${indent}  `) : ''}`;
    })
    .join('');
}
