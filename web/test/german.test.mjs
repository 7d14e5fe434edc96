// Names, moves, numbers, and what is wrong with what somebody wrote, in German.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';

globalThis.document = { documentElement: {} };
const bundle = await build({
  stdin: { contents: "export * from './src/lang'; export { lines } from './src/chess/openings';", resolveDir: '.' },
  bundle: true,
  write: false,
  format: 'esm',
});
const source = Buffer.from(bundle.outputFiles[0].text).toString('base64');
const { compact, lines, moveText, named, numeral, readGame, readMove, setLanguage, told, toldRule } = await import(`data:text/javascript;base64,${source}`);

/** Runs in German, and leaves English behind. */
const german = (name, check) =>
  test(name, () => {
    setLanguage('de');
    try {
      check();
    } finally {
      setLanguage('en');
    }
  });

const folder = (path) => readdirSync(path).map((name) => `${path}/${name}`);
const RULEBOOK = '../crates/rulebook/src';
const QUERY = '../crates/query/src';
const SOURCES = [
  ...['ask', 'asked', 'asked/run', 'language', 'plan'].map((name) => `${QUERY}/${name}.rs`),
  ...['parser', 'wording'].map((name) => `${QUERY}/sketch/${name}.rs`),
  ...['mod', 'atom', 'shape', 'start'].map((name) => `${QUERY}/chess/${name}.rs`),
  ...['mod', 'atom', 'start'].map((name) => `${QUERY}/deathstacks/${name}.rs`),
  ...['mod', 'atom', 'shape'].map((name) => `${QUERY}/rulebook/${name}.rs`),
  ...['lexer', 'parser'].map((name) => `${RULEBOOK}/${name}.rs`),
  ...folder(`${RULEBOOK}/parser`),
  ...folder(`${RULEBOOK}/ground`).filter((path) => path.endsWith('.rs')),
  '../crates/problems/src/stipulation/reader.rs',
  ...folder('../crates/kuromasu/src/format'),
  '../crates/puzzle/src/text.rs',
  ...['cages', 'codec', 'encoding', 'file', 'formats', 'grid', 'kakuro', 'moves', 'outside', 'reader', 'save', 'symbol', 'typed'].map(
    (name) => `../crates/puzzle/src/format/${name}.rs`,
  ),
];
/** The texts of a file of the program that have English words in them. */
function texts(path) {
  const code = readFileSync(path, 'utf8').split('#[cfg(test)]')[0].replace(/^\s*\/\/.*$/gm, '').replace(/\\\n\s*/g, '').replaceAll(`'"'`, '');
  return [...code.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text.replaceAll('\\"', '"')).filter((text) => ENGLISH.test(text) && text.includes(' '));
}
const ENGLISH = /\b(the|an?|is|are|no|not|expected|found|of|with|than|to|cannot|must|there|here|this)\b/;
/** Texts that no reader of the page sees: bugs, answers, and what only writing can meet. */
const UNSEEN =
  /contradict each other|of unknown value|does not hold in|does not tell its|cannot be written|knows boards for|a region of several|has no form|is not a legal move of|the move is legal|may mean|name, found no| stands on | \{other\} |the usual start|a start of this kind|whole set|called with a singleton/;
/** Words of the language of rulebooks, which stay as they are. */
const KEPT = /board \d+ x \d+|\bboard or(?= move)|\bboard oder|`?no move of other`?|flag, 0\.\.9, cell or none, set of cells/g;

german('what is wrong with a sketch, a stipulation or a puzzle is said', () => {
  const found = SOURCES.flatMap(texts).filter((text) => !UNSEEN.test(text));
  assert.ok(found.length > 150, `${found.length} texts`);
  // As the program fills them in.
  const filled = found.map((text) => text.replace(/\{[^}.\d][^}]*\}|\{\}/g, 'x7'));
  const left = /\b(the|is|are|expected|found|of|than|cannot|must|there|here|this|board|number)\b/;
  const isWord = (text) => !text.replace(KEPT, '');
  assert.deepEqual(filled.filter((text) => !isWord(text) && (told(text) === text || left.test(told(text).replace(KEPT, '')))), []);
  assert.equal(told('stipulation "h#two", column 3: expected a length like 3 or 2.5, or ?'), 'Forderung "h#two", Spalte 3: erwartet eine Länge wie 3 oder 2.5, oder ?');
  assert.equal(told('no game can have this position: no black king'), 'diese Stellung kann in keiner Partie vorkommen: kein schwarzer König');
  assert.equal(told('line 2: expected a line that begins with h, w or c, found "x"'), 'Zeile 2: erwartet eine Zeile, die mit h, w oder c beginnt, gefunden "x"');
  assert.equal(told('did you mean empty?'), 'meinten Sie empty?');
  assert.equal(told("bad FEN: 2 rows separated by '/'; expected 6"), 'falsche FEN: 2 Reihen, durch „/“ getrennt; erwartet 6');
});

test('every mistake that has a German form is one of the program', async () => {
  const { outputFiles } = await build({ entryPoints: ['src/lang/de-mistakes.ts'], bundle: true, write: false, format: 'esm' });
  const { TEMPLATES } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
  const code = readdirSync('../crates', { recursive: true }).filter((path) => path.includes('/src/') && path.endsWith('.rs'));
  const all = code.map((path) => readFileSync(`../crates/${path}`, 'utf8').replace(/\\\n\s*/g, '').replaceAll('\\"', '"').replace(/\{[^{}\n]*\}/g, '{}')).join('\n');
  assert.deepEqual(Object.keys(TEMPLATES).filter((text) => !all.includes(text.replace(/\{[^}]*\}/g, '{}'))), []);
});

german('the games, their players and parameters have German names', () => {
  const books = folder('../rulebooks').filter((path) => path.endsWith('.rules')).map((path) => readFileSync(path, 'utf8'));
  const players = books.flatMap((book) => /^players (.+)$/m.exec(book)?.[1].split(', ') ?? []);
  const parameters = books.flatMap((book) => [.../^with (.+)$/m.exec(book)?.[1].matchAll(/(\w+) =/g) ?? []].map(([, name]) => name));
  assert.ok(players.length > 30 && parameters.length > 20, `${players.length} players, ${parameters.length} parameters`);
  for (const name of players) assert.notEqual(named('player', name).toLowerCase(), name);
  for (const name of parameters) assert.notEqual(named('parameter', name).toLowerCase(), name);
  assert.equal(named('game', 'Nine Mens Morris'), 'Mühle');
  assert.equal(named('game', 'Hex'), 'Hex');
  assert.equal(named('puzzle', 'tents'), 'Zelte und Bäume');
  assert.equal(named('puzzle', 'nurikabe'), 'Nurikabe');
});

german('every opening has a German name', () => {
  const words = /\b(Opening|Defence|Variations?|Attack|Accepted|Declined|Game|Line|King's|Queen's|Bishop's|Knights?|Pawns?|Indian|Closed|Open|Old|Dragon)\b/;
  for (const { name } of lines()) assert.doesNotMatch(named('opening', name), words);
  assert.equal(named('opening', 'Sicilian, Najdorf Variation'), 'Sizilianisch, Najdorf-Variante');
  assert.equal(named('opening', "King's Indian, Four Pawns Attack"), 'Königsindisch, Vierbauernangriff');
});

german('moves have German letters, and are read with both', () => {
  const moves = { Nf3: 'Sf3', 'Bxe5+': 'Lxe5+', 'exd8=Q#': 'exd8=D#', Nbd2: 'Sbd2', R1xa3: 'T1xa3', Qh4xe1: 'Dh4xe1', 'O-O-O': 'O-O-O', e4: 'e4', Kd2: 'Kd2', e7e8q: 'e7e8q' };
  for (const [english, said] of Object.entries(moves)) {
    assert.equal(moveText(english), said);
    assert.equal(readMove(said), english);
    assert.equal(readMove(english), english);
  }
  const game = '[White "Sd5"]\n\n1.e4 e5 2. Sf3 {Sf3!} Sc6 3.Lb5 (3. Lc4 Lc5) Sf6 1-0';
  assert.equal(readGame(game), '[White "Sd5"]\n\n1.e4 e5 2. Nf3 {Sf3!} Nc6 3.Bb5 (3. Bc4 Bc5) Nf6 1-0');
  assert.equal(readGame('1. d4 Nf6 2. Bg5 *'), '1. d4 Nf6 2. Bg5 *');
  assert.equal(moveText('1. f3 e5 2. g4 Qh4#'), '1. f3 e5 2. g4 Dh4#');
  setLanguage('en');
  assert.equal(moveText('Nf3'), 'Nf3');
  assert.equal(readMove(' Sf3 '), 'Nf3');
});

german('words that every object has are words like others', () => {
  for (const word of ['constructor', '__proto__', 'toString']) {
    for (const what of ['game', 'player', 'piece', 'parameter', 'puzzle']) assert.equal(named(what, word).toLowerCase(), word.toLowerCase());
    assert.equal(told(word), word);
    assert.equal(toldRule(word), word);
    assert.equal(told(`line 1: ${word} begins no statement`), `Zeile 1: ${word} beginnt keine Anweisung`);
  }
});

german('numbers are written with a comma', () => {
  assert.equal(numeral(1234567), '1.234.567');
  assert.equal(numeral(1.5, 2), '1,50');
  assert.match(compact(1_500_000), /^1,5\sMio/);
  setLanguage('en');
  assert.equal(numeral(1.5, 1), '1.5');
});
