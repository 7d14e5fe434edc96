// What the program says is known in every language of the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';

globalThis.document = { documentElement: {} };
const bundle = await build({ entryPoints: ['src/lang/index.ts'], bundle: true, write: false, format: 'esm' });
const source = Buffer.from(bundle.outputFiles[0].text).toString('base64');
const { LANGUAGES, setLanguage, t, told } = await import(`data:text/javascript;base64,${source}`);

/** The sentences that the program's own tests expect of it. */
const rust = readFileSync('../crates/chess/src/laws/why.rs', 'utf8');
const tests = rust.slice(rust.indexOf('mod tests')).replace(/ignore = "[^"]*"/g, '');
const sentences = [...tests.matchAll(/"([a-z][^"\n]*(?:\\\n[^"]*)?)"/g)]
  .map(([, text]) => text.replace(/\\\n\s*/g, ''))
  .filter((text) => text.split(' ').length > 3 && !text.includes('/'));

test('reasons and ends are said in German, and English stays as it is', () => {
  assert.ok(sentences.length >= 10, `${sentences.length} sentences`);
  setLanguage('de');
  for (const sentence of [...sentences, 'checkmate, white wins', 'white is out of time', 'threefold repetition']) {
    const german = told(`${sentence}`);
    assert.notEqual(german, sentence);
    assert.doesNotMatch(german, /\b(the|which|would|king|white|black|stands)\b/, sentence);
  }
  assert.equal(told('e1g1: the king would pass f1, which the bishop on c4 attacks'), 'e1g1: der König ginge über f1, das der Läufer auf c4 angreift');
  assert.equal(told('something new'), 'something new');
  assert.equal(t('How about {move}?', { move: 'e4' }), 'Wie wäre es mit e4?');
  setLanguage('en');
  assert.equal(told('stalemate'), 'stalemate');
  assert.deepEqual(LANGUAGES.map(([name]) => name), ['en', 'de']);
});

test('every text has the same places to be filled in', async () => {
  const { outputFiles } = await build({ entryPoints: ['src/lang/de.ts'], bundle: true, write: false, format: 'esm' });
  const { DE } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
  const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort().join();
  for (const [english, german] of Object.entries(DE)) assert.equal(places(german), places(english), english);
});
