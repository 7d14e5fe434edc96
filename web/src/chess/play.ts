// A game against the engine: who plays what, how strong, and the clocks.
import { t, type Text } from '../lang';

/** How strong: an Elo number, or everything. */
export const LEVELS = ['800', '1000', '1200', '1400', '1600', '1800', '2000', '2200', '2400', '2600', 'full'] as const;
export type Level = (typeof LEVELS)[number];

const TITLES: Partial<Record<Level, Text>> = {
  '800': 'Beginner',
  '1200': 'Casual',
  '1600': 'Club player',
  '2000': 'Expert',
  '2400': 'Master',
  full: 'Full strength',
};

export function levelName(level: Level): string {
  const title = TITLES[level];
  return level === 'full' ? t('Full strength') : title ? `${t(title)} (${level})` : level;
}

/** Minutes for the game and seconds for each move. */
export const TIMES = [
  'free',
  '1+0',
  '2+1',
  '3+0',
  '3+2',
  '5+0',
  '5+3',
  '10+0',
  '10+5',
  '15+10',
  '30+0',
  '30+20',
  '60+30',
] as const;
export type Time = (typeof TIMES)[number];

export function timeName(time: Time): string {
  if (time === 'free') return t('Free time');
  const [minutes, seconds] = time.split('+');
  return seconds === '0' ? t('{minutes} min', { minutes }) : t('{minutes} min + {seconds} s', { minutes, seconds });
}

export interface Clock {
  /** Milliseconds left, of White and Black. */
  left: { white: number; black: number };
  increment: number;
  /** When the clock of the side to move was last looked at, as the time of day: it runs on while the page is
   *  away. Not set before the first move. */
  at?: number;
}

export interface Playing {
  person: 'white' | 'black';
  level: Level;
  /** The time it was started with, for a rematch. */
  time: Time;
  clock: Clock | null;
  /** Set when the game has ended off the board. */
  over: { reason: string; result: string } | null;
  /** The engine's last score for itself, in hundredths of a pawn. */
  engineScore: number;
}

export function newClock(time: Time): Clock | null {
  if (time === 'free') return null;
  const [minutes, seconds] = time.split('+').map(Number);
  const left = minutes * 60_000;
  return { left: { white: left, black: left }, increment: seconds * 1000 };
}

/** The side that has moved gets its increment. */
export function press(playing: Playing, color: 'white' | 'black', now: number): Playing {
  const ticked = tick(playing, color, now);
  if (!ticked.clock || ticked.over) return ticked;
  const { left, increment } = ticked.clock;
  return { ...ticked, clock: { increment, at: now, left: { ...left, [color]: left[color] + increment } } };
}

/** The engine does not think while the page is away, and is not charged for it. */
const LONGEST_STEP = 1000;

/** The clock of the side to move has run until now. */
export function tick(playing: Playing, color: 'white' | 'black', now: number): Playing {
  if (!playing.clock || playing.over) return playing;
  const passed = Math.max(0, now - (playing.clock.at ?? now));
  const spent = color === playing.person ? passed : Math.min(passed, LONGEST_STEP);
  const left = { ...playing.clock.left, [color]: Math.max(0, playing.clock.left[color] - spent) };
  const over =
    left[color] > 0 ? null : { result: color === 'white' ? '0-1' : '1-0', reason: `${color} is out of time` };
  return { ...playing, over, clock: { ...playing.clock, left, at: now } };
}

export function clockText(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
