// What a person likes, kept by this browser for all tabs until it is changed. Games are not kept here: see
// stored.ts.
import { useEffect, useState } from 'preact/hooks';
import { preferred, setLanguage, type Language } from './lang';

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  board: 'wood' | 'slate' | 'green' | 'plain';
  pieces: 'drawn' | 'letters';
  language: Language | 'system';
  sound: 'off' | 'on';
  name: string;
}

const KEY = 'zugwerk/settings';
const USUAL: Settings = { theme: 'system', board: 'wood', pieces: 'drawn', language: 'system', sound: 'off', name: '' };

/** What each may be. */
const ALLOWED: Record<keyof Settings, RegExp> = {
  theme: /^(system|light|dark)$/,
  board: /^(wood|slate|green|plain)$/,
  pieces: /^(drawn|letters)$/,
  language: /^(system|en|de)$/,
  sound: /^(off|on)$/,
  name: /^.{0,40}$/,
};

let current: Settings = { ...USUAL, ...read() };
const watchers = new Set<(settings: Settings) => void>();

function read(): Partial<Settings> {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    // Another version of the page may have kept something else.
    return Object.fromEntries(kept.filter(([key, value]) => ALLOWED[key as keyof Settings]?.test(String(value))));
  } catch {
    return {};
  }
}

export const settings = () => current;

export function change(some: Partial<Settings>) {
  current = { ...current, ...some };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without storage the page still works; only a reload forgets.
  }
  apply();
}

/** The settings, drawn anew when they change. */
export function useSettings(): Settings {
  const [value, setValue] = useState(current);
  useEffect(() => {
    watchers.add(setValue);
    return () => void watchers.delete(setValue);
  }, []);
  return value;
}

const night = matchMedia('(prefers-color-scheme: dark)');

export const isDark = () => (current.theme === 'system' ? night.matches : current.theme === 'dark');

/** Makes the page look and speak as it is set. */
export function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = isDark() ? 'dark' : 'light';
  dataset.board = current.board;
  dataset.pieces = current.pieces;
  setLanguage(current.language === 'system' ? preferred() : current.language);
  watchers.forEach((tell) => tell(current));
}

night.addEventListener('change', apply);
// Another tab may have changed them.
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  current = { ...USUAL, ...read() };
  apply();
});

/** Whether things may move on the screen. */
export const mayMove = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;
