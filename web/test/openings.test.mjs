// The table of openings and the small rules that draw a move at once, against the program.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';
import { serve } from './browser.mjs';

const bundle = await build({
  stdin: { contents: "export * from './src/chess/openings'; export * from './src/chess/position';", resolveDir: '.' },
  bundle: true,
  write: false,
  format: 'esm',
});
const source = Buffer.from(bundle.outputFiles[0].text).toString('base64');
const { fromFen, lines, openingOf, placement, play, START_POSITION } = await import(`data:text/javascript;base64,${source}`);

test('every opening is a line of legal moves, and our drawing of it is that of the program', async () => {
  const { server, url } = await serve('127.0.0.1:0', []);
  const names = new Set();
  for (const { code, name, moves } of lines()) {
    assert.match(code, /^[A-E]\d\d$/);
    const question = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ moves }) };
    const answer = await (await fetch(`${url}/api/v1/chess/position`, question)).json();
    assert.ok(answer.moves, `${code} ${name}: ${answer.error?.message}`);
    const positions = [START_POSITION];
    for (const move of answer.moves) {
      positions.push(play(positions.at(-1), move.uci));
      assert.equal(placement(positions.at(-1)), placement(fromFen(move.fen)), `${name} after ${move.san}`);
    }
    assert.deepEqual(openingOf(positions), { code, name }, 'no other line has this position');
    names.add(`${code} ${name} ${moves.join(' ')}`);
  }
  assert.ok(names.size > 250, `${names.size} openings`);
  server.kill('SIGTERM');
});
