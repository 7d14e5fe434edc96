// The tree of moves on its own, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

const bundle = await build({ entryPoints: ['src/chess/tree.ts'], bundle: true, write: false, format: 'esm' });
const source = Buffer.from(bundle.outputFiles[0].text).toString('base64');
const { add, emptyTree, fromLine, nodesAlong, promote, prune, toEnd, toLine } = await import(
  `data:text/javascript;base64,${source}`
);

/** A tree with these lines played one after the other from the start. */
function grown(...lines) {
  let tree = emptyTree();
  for (const line of lines) {
    let path = [];
    for (const uci of line.split(' ')) [tree, path] = add(tree, path, { uci, san: uci });
  }
  return tree;
}
const names = (tree, path) => nodesAlong(tree, path).map((node) => node.uci).join(' ');

test('a move that is there already is not added again', () => {
  const tree = grown('e2e4 e7e5', 'e2e4 c7c5 g1f3');
  assert.equal(tree.children.length, 1);
  assert.equal(names(tree, [0, 1, 0]), 'e2e4 c7c5 g1f3');
  assert.deepEqual(toEnd(tree, []), [0, 0]);
});

test('a variation can become the game itself', () => {
  const tree = grown('e2e4 e7e5', 'e2e4 c7c5 g1f3');
  const [next, path] = promote(tree, [0, 1, 0]);
  assert.equal(names(next, path), 'e2e4 c7c5 g1f3');
  assert.equal(names(next, toEnd(next, [])), 'e2e4 c7c5 g1f3');
  assert.equal(names(next, [0, 1]), 'e2e4 e7e5');
  assert.equal(names(tree, [0, 0]), 'e2e4 e7e5', 'the old tree is as it was');
});

test('deleting takes away all that follows', () => {
  const tree = prune(grown('e2e4 e7e5 g1f3', 'e2e4 c7c5'), [0, 0]);
  assert.equal(names(tree, toEnd(tree, [])), 'e2e4 c7c5');
});

test('a tree and its line of PGN tell the same', () => {
  const tree = grown('e2e4 e7e5 g1f3', 'e2e4 c7c5 d2d4', 'e2e4 e7e5 f1c4', 'd2d4');
  assert.deepEqual(fromLine(toLine(tree)).children, tree.children);
  const line = toLine(tree);
  assert.deepEqual(line.moves.map((ply) => ply.uci), ['e2e4', 'e7e5', 'g1f3']);
  assert.deepEqual(line.moves[0].variations.map((other) => other.moves[0].uci), ['d2d4']);
});

test('words before the first move of a variation are kept', () => {
  const ply = (uci, variations = []) => ({ uci, san: uci, nags: [], comment: '', variations });
  const line = {
    comment: 'A game.',
    moves: [ply('e2e4', [{ comment: 'Or slower:', moves: [ply('d2d4'), ply('d7d5')] }]), ply('e7e5')],
  };
  const tree = fromLine(line);
  assert.equal(tree.children[1].before, 'Or slower:');
  assert.deepEqual(toLine(tree), line);
  const [promoted] = promote(tree, [1]);
  assert.equal(toLine(promoted).moves[0].comment, 'Or slower:');
});
