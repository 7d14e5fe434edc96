// The list of moves, with variations, each of which can be clicked.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { moveText, t } from '../lang';
import { useMoveInSight } from '../parts';
import { nodesAlong, type Node, type Path, type Tree } from './tree';

/** Signs for moves by their number in PGN, and what they say. */
const SIGNS = [
  [1, '!', 'good move'],
  [2, '?', 'mistake'],
  [3, '‼', 'brilliant move'],
  [4, '⁇', 'blunder'],
  [5, '⁉', 'interesting move'],
  [6, '⁈', 'dubious move'],
] as const;

/** Signs for positions; they are read from PGN and kept. */
const JUDGEMENTS: Record<number, string> = { 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+' };
const GLYPHS: Record<number, string> = { ...Object.fromEntries(SIGNS), ...JUDGEMENTS };

/** What is said of the move one looks at: a sign and words. */
export function Annotation(props: { tree: Tree; path: Path; onChange: (some: { comment?: string; nags?: number[] }) => void }) {
  const node = nodesAlong(props.tree, props.path).at(-1);
  const others = node?.nags.filter((nag) => nag > 6) ?? [];
  return (
    <div class="annotation">
      {node && (
        <div class="row" role="group" aria-label={t('Sign for {move}', { move: moveText(node.san) })}>
          {SIGNS.map(([nag, sign, name]) => (
            <button
              key={nag}
              aria-label={t(name)}
              title={t(name)}
              aria-pressed={node.nags.includes(nag)}
              onClick={() => props.onChange({ nags: node.nags.includes(nag) ? others : [nag, ...others] })}
            >
              {sign}
            </button>
          ))}
        </div>
      )}
      <label class="paste">
        <span>{node ? t('Comment on {move}', { move: moveText(node.san) }) : t('Comment on the game')}</span>
        <textarea
          rows={2}
          value={node ? node.comment : props.tree.comment}
          onInput={(event) => props.onChange({ comment: event.currentTarget.value.replace(/[{}]/g, '') })}
        />
      </label>
    </div>
  );
}

export function MoveList(props: {
  tree: Tree;
  path: Path;
  fullmove: number;
  black: boolean;
  marks?: Record<number, string>;
  onGo: (path: Path) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const here = props.path.join('.');
  useMoveInSight(list, here);

  const label = (ply: number, always: boolean) => {
    const at = ply + (props.black ? 1 : 0);
    const number = props.fullmove + Math.floor(at / 2);
    if (at % 2 === 0) return <span class="number">{number}.</span>;
    return always ? <span class="number">{number}…</span> : null;
  };

  const moveButton = (node: Node, path: Path, always: boolean) => {
    const isMain = path.every((at) => at === 0);
    const mark = isMain ? props.marks?.[path.length] : undefined;
    return (
      <span class="ply" key={path.join('.')}>
        {node.before && <span class="comment">{node.before} </span>}
        {label(path.length - 1, always)}
        <button
          class={mark ? `move ${mark}` : 'move'}
          title={mark && t(mark as 'mistake')}
          aria-current={path.join('.') === here}
          onClick={() => props.onGo(path)}
        >
          {moveText(node.san)}
          {node.nags.map((nag) => GLYPHS[nag] ?? '').join('')}
          {mark ? { inaccuracy: '⁈', mistake: '?', blunder: '⁇' }[mark] : ''}
        </button>
        {node.comment && <span class="comment"> {node.comment} </span>}
      </span>
    );
  };

  const line = (children: Node[], path: Path, always: boolean): ComponentChildren[] => {
    const parts: ComponentChildren[] = [];
    let needsNumber = always;
    while (children.length) {
      const [main, ...others] = children;
      parts.push(moveButton(main, [...path, 0], needsNumber));
      others.forEach((node, index) => {
        const start = [...path, index + 1];
        parts.push(
          <span class="variation" key={`v${start.join('.')}`}>
            {moveButton(node, start, true)}
            {line(node.children, start, false)}
          </span>,
        );
      });
      needsNumber = others.length > 0 || main.comment !== '';
      path = [...path, 0];
      children = main.children;
    }
    return parts;
  };

  return (
    <div class="moves" ref={list} role="group" aria-label={t('Moves')} tabIndex={0}>
      {props.tree.comment && <p class="comment">{props.tree.comment}</p>}
      {props.tree.children.length ? line(props.tree.children, [], true) : <p class="faint">{t('No moves yet.')}</p>}
    </div>
  );
}
