// How work is shared among workers: nothing twice, nothing left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

const bundle = await build({ entryPoints: ['src/back/shares.ts'], bundle: true, write: false, format: 'esm' });
const { sharesOf } = await import(`data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].text).toString('base64')}`);

test('the parts of a report have every ply once, whatever the length of the game', () => {
  for (let plies = 0; plies < 60; plies += 1) {
    for (const hands of [1, 2, 3, 4]) {
      const parts = sharesOf('/chess/report', { place: { moves: Array(plies).fill('e4') }, millis: 5 }, hands);
      assert.ok(parts.length >= 1 && parts.length <= hands);
      const told = parts.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
      assert.deepEqual(told, Array.from({ length: plies + 1 }, (_, ply) => ply));
      assert.ok(parts.every(({ place, millis }) => place.moves.length === plies && millis === 5));
    }
  }
});

test('a new puzzle is looked for with different seeds, and other questions are asked once', () => {
  for (const path of ['/puzzles/kuromasu/generate', '/puzzles/sudoku/generate']) {
    const seeds = sharesOf(path, { width: 6, seed: 2 ** 31 - 2 }, 4).map(({ seed }) => seed);
    assert.equal(new Set(seeds).size, 4);
    assert.ok(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31), String(seeds));
  }
  for (const path of ['/chess/analyse', '/problems/solve', '/puzzles/sudoku/solve']) assert.deepEqual(sharesOf(path, { a: 1 }, 4), [{ a: 1 }]);
});
