// The rows of buttons beside the chess board.
import { useState } from 'preact/hooks';
import { t } from '../lang';
import { Choice } from '../parts';
import type { Effort } from './engine';

export function GameButtons(props: {
  over: boolean;
  canTakeBack: boolean;
  canHint: boolean;
  onTakeBack: () => void;
  onHint: () => void;
  onDraw: () => void;
  onResign: () => void;
  onAnalyse: () => void;
}) {
  const [resigning, setResigning] = useState(false);
  return (
    <div class="row">
      <button onClick={props.onTakeBack} disabled={!props.canTakeBack}>
        {t('Take back')}
      </button>
      <button onClick={props.onHint} disabled={!props.canHint}>
        {t('Hint')}
      </button>
      <button onClick={props.onDraw} disabled={props.over}>
        {t('Offer draw')}
      </button>
      {resigning && !props.over ? (
        <span class="row" role="group" aria-label={t('Resign the game?')}>
          <button
            class="main"
            onClick={() => {
              setResigning(false);
              props.onResign();
            }}
          >
            {t('Yes, resign')}
          </button>
          <button onClick={() => setResigning(false)}>{t('Play on')}</button>
        </span>
      ) : (
        <button onClick={() => setResigning(true)} disabled={props.over}>
          {t('Resign')}
        </button>
      )}
      <button onClick={props.onAnalyse}>{t('Analyse')}</button>
    </div>
  );
}

/** As many threads as this machine has may be asked for; the program takes as many as it was allowed. */
const THREADS = [1, 2, 4, 8, 16].filter((count) => count <= (navigator.hardwareConcurrency || 1));
const HASHES = [16, 32, 64];

export function EngineSwitch(props: {
  on: boolean;
  effort: Effort;
  onSwitch: (on: boolean) => void;
  onEffort: (effort: Effort) => void;
}) {
  const number = (label: string, member: keyof Effort, values: number[], text: (value: number) => string = String) => (
    <Choice
      label={label}
      value={String(props.effort[member])}
      options={values.map((value) => [String(value), text(value)] as const)}
      onChange={(value) => props.onEffort({ ...props.effort, [member]: Number(value) })}
    />
  );
  return (
    <div class="row">
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={props.on}
          onChange={(event) => props.onSwitch(event.currentTarget.checked)}
        />
        {t('Engine')}
      </label>
      {number(t('Lines'), 'lines', [1, 2, 3, 4, 5])}
      {props.on && !IN_BROWSER && THREADS.length > 1 && number(t('Threads'), 'threads', THREADS)}
      {props.on && number(t('Table'), 'hash', HASHES, (hash) => `${hash} MiB`)}
    </div>
  );
}

declare const IN_BROWSER: boolean;

export function Navigation(props: {
  onFirst: () => void;
  onBack: () => void;
  onForward: () => void;
  onLast: () => void;
  onFlip: () => void;
  onDelete?: () => void;
  onPromote?: () => void;
}) {
  return (
    <div class="row navigation">
      <button aria-label={t('First position')} onClick={props.onFirst}>
        «
      </button>
      <button aria-label={t('Back')} onClick={props.onBack}>
        ‹
      </button>
      <button aria-label={t('Forward')} onClick={props.onForward}>
        ›
      </button>
      <button aria-label={t('Last position')} onClick={props.onLast}>
        »
      </button>
      <button onClick={props.onFlip}>{t('Flip')}</button>
      {props.onDelete && <button onClick={props.onDelete}>{t('Delete from here')}</button>}
      {props.onPromote && <button onClick={props.onPromote}>{t('Make main line')}</button>}
    </div>
  );
}
