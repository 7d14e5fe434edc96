// State that survives a reload. It is kept for this tab alone, so that two tabs play two games, and it
// is gone when the tab is closed.
import { useLayoutEffect, useState } from 'preact/hooks';

export function useStored<T>(name: string, initial: () => T): [T, (next: T | ((old: T) => T)) => void] {
  const [value, setValue] = useState<T>(() => read<T>(name) ?? initial());
  // With the drawing: what is seen is kept, however soon the page is left then.
  useLayoutEffect(() => store(name, value), [name, value]);
  return [value, setValue];
}

export function store(name: string, value: unknown) {
  try {
    sessionStorage.setItem(`zugwerk/${name}`, JSON.stringify(value));
  } catch {
    // Without storage the page still works; only a reload forgets.
  }
}

export function read<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(`zugwerk/${name}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A name for this tab's games, under which the server keeps an engine. */
export function session(): string {
  const known = read<string>('session');
  if (known) return known;
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0'));
  const name = fresh.join('');
  store('session', name);
  return name;
}
