// What the program says is known in every language of the page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';

globalThis.document = { documentElement: {} };
const bundle = await build({ entryPoints: ['src/lang/index.ts'], bundle: true, write: false, format: 'esm' });
const source = Buffer.from(bundle.outputFiles[0].text).toString('base64');
const { LANGUAGES, setLanguage, t, told, toldPuzzle } = await import(`data:text/javascript;base64,${source}`);

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

/** What the program says of a position, a move or a game that is wrong: its messages, with something filled in. */
const messages = ['fen', 'setup', 'san', 'uci'].flatMap((name) => {
  const source = readFileSync(`../crates/chess/src/${name}.rs`, 'utf8');
  return [...source.matchAll(/#\[error\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text.replaceAll('\\"', '"')).filter((text) => text !== '{}');
});

test('errors in positions, moves and games are said in German', () => {
  assert.ok(messages.length > 30, `${messages.length} messages`);
  setLanguage('de');
  const known = ['there is no field for {0}'];
  for (const message of messages.filter((text) => !known.includes(text))) {
    const isSetup = /king|pawn|pieces|castle|check|men,/.test(message);
    const first = isSetup || message.includes('a {0} pawn') ? 'white' : '3';
    const text = message
      .replace(/\{1\} (?=\{0\})/, '3 ')
      .replace(/\{0[^}]*\}/g, /^(castling|en passant|a man)/.test(message) ? 'e3' : first)
      .replace(/from \{1\} men/, 'from 3 men')
      .replace(/\{other\}/, 'black')
      .replace('on {0}: {1}', 'on e3: the square is not empty')
      .replace(/: \{1\}$/, ': the square is not empty')
      .replace(/has \{1\} squares/, 'has 3 squares')
      .replace(/\{[12][^}]*\}/g, /(most|with) \{2\}/.test(message) ? '3' : 'e4');
    // What is wrong with a square is said after the square.
    const inner = ['expected a square', 'the square is not', 'has just made', 'where the pawn came from', 'the check cannot'];
    const whole = inner.some((words) => message.includes(words)) ? `en passant on e3: ${text}` : text;
    assert.notEqual(told(whole), whole);
    assert.doesNotMatch(told(whole), /\b(the|is|are|expected|which|king|white|black|squares?)\b/, whole);
  }
  assert.equal(told('line 3: 2. Ke3 is not a legal move here'), 'Zeile 3: 2. Ke3 ist hier kein regelrechter Zug');
  setLanguage('en');
});

test('every text has the same places to be filled in', async () => {
  const { outputFiles } = await build({ entryPoints: ['src/lang/de.ts'], bundle: true, write: false, format: 'esm' });
  const { DE } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
  const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort().join();
  for (const [english, german] of Object.entries(DE)) assert.equal(places(german), places(english), english);
});

/** Every law and every kind of puzzle, as the rulebooks say it. */
const books = readdirSync('../rulebooks/puzzles').map((name) => readFileSync(`../rulebooks/puzzles/${name}`, 'utf8'));
const said = (pattern) => books.flatMap((book) => [...book.matchAll(pattern)].map(([, text]) => text));
const laws = said(/^law "([^"]+)"/gm);
const ENGLISH = /\b(the|is|are|and|no|for|then|but|every|cells?|row|column|number|belongs?|suppose)\b/i;

test('the laws of puzzles and the steps to their solution are said in German', () => {
  assert.ok(laws.length > 100, `${laws.length} laws`);
  setLanguage('de');
  for (const text of [...laws, ...said(/^puzzle \w+ "([^"]+)"/gm)]) {
    assert.notEqual(toldPuzzle(text), text);
    assert.doesNotMatch(toldPuzzle(text), ENGLISH, text);
  }
  for (const law of laws) {
    const step = `r1c1 is black, r1c2 is not black and r2c2 is not 3. Suppose r1c1 is not lamp: then r2c3-r2c4 is line, for ${law} (row 2, r3c1); but ${law}, against r3c3 belongs to r1c1: a contradiction.`;
    assert.doesNotMatch(toldPuzzle(step), ENGLISH, law);
  }
  for (const end of ['solved', 'a mistake: r1c1 is black in no solution', 'nothing more follows: there are several solutions'])
    assert.doesNotMatch(toldPuzzle(end), ENGLISH);
  assert.equal(
    toldPuzzle('r1c2 is not black and r2c2 is not lamp: no two black cells touch by a side (r1c1, r1c2), and r1c1 is black.'),
    'r1c2 ist nicht schwarz und r2c2 ist keine Lampe: keine zwei schwarzen Felder haben eine Seite gemeinsam (r1c1, r1c2), und r1c1 ist schwarz.',
  );
  setLanguage('en');
  assert.equal(toldPuzzle('solved'), 'solved');
});
