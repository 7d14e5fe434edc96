// Trying again when the program comes back, and resting while nobody looks.
import { useEffect, useState } from 'preact/hooks';
import { isGone } from './api';

/** How long to wait before the program is asked again. */
const PAUSE = 1500;

/** A number that grows each time that something should be tried again, and what to call with an error: where
 *  the program is gone, it will be asked again soon. */
export function useRetry(): [number, (error: unknown) => void] {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => setAttempt((old) => old + 1), PAUSE);
    return () => clearTimeout(timer);
  }, [failed]);
  return [attempt, (error) => isGone(error) && setFailed((old) => old + 1)];
}

/** Whether the page can be seen. */
export function useVisible(): boolean {
  const [visible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}
