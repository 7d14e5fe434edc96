// Short sounds, made here: a knock for a move, a sharper one for a capture, two tones for check and the end.
import { settings } from '../settings';

let audio: AudioContext | undefined;

function tone(frequency: number, after: number, length: number, loudness: number) {
  const start = audio!.currentTime + after;
  const oscillator = audio!.createOscillator();
  const gain = audio!.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.setValueAtTime(frequency, start);
  oscillator.frequency.exponentialRampToValueAtTime(frequency / 2, start + length);
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(audio!.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** The sound of a move, given as SAN. */
export function sound(san: string) {
  if (settings().sound !== 'on') return;
  try {
    audio ??= new AudioContext();
    const takes = san.includes('x');
    tone(takes ? 520 : 330, 0, takes ? 0.09 : 0.07, 0.25);
    if (/[+#]/.test(san)) tone(780, 0.07, 0.12, 0.15);
    if (san.includes('#')) tone(390, 0.2, 0.4, 0.2);
  } catch {
    // A browser may refuse; the game goes on without.
  }
}
