// A game against the engine: who plays what, how strong, and the clocks.

export const LEVELS = [
  ['800', 'Beginner'],
  ['1200', 'Casual'],
  ['1600', 'Club player'],
  ['2000', 'Expert'],
  ['2400', 'Master'],
  ['full', 'Full strength'],
] as const;
export type Level = (typeof LEVELS)[number][0];

export const TIMES = [
  ['free', 'Free time'],
  ['3+2', '3 min + 2 s'],
  ['10+5', '10 min + 5 s'],
  ['30+0', '30 min'],
] as const;
export type Time = (typeof TIMES)[number][0];

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
