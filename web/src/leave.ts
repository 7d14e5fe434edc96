// Work that would be lost by leaving its table or the page.
import { useEffect } from 'preact/hooks';
import { question } from './dialogs';
import { t } from './lang';

const busy = new Set<object>();

/** While `runs`, leaving asks first. */
export function useBusy(runs: boolean) {
  useEffect(() => {
    if (!runs) return;
    const mark = {};
    busy.add(mark);
    return () => void busy.delete(mark);
  }, [runs]);
}

/** Whether the table may be left. */
export async function mayLeave(): Promise<boolean> {
  return !busy.size || question(t('The search that runs ends when you leave this table.'), t('Leave'), t('Stay'));
}

addEventListener('beforeunload', (event) => {
  if (busy.size) event.preventDefault();
});
