// What the program says is known in every language of the page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';

globalThis.document = { documentElement: {} };
const bundle = await build({ entryPoints: ['src/lang/index.ts'], bundle: true, write: false, format: 'esm' });
const source = Buffer.from(bundle.outputFiles[0].text).toString('base64');
const { LANGUAGES, setLanguage, t, told, toldPuzzle, toldRule, toldStep } = await import(`data:text/javascript;base64,${source}`);

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
  const several = 'Ke5: the king on e8 cannot go to e5: a king steps to a neighbouring square, or castles from its first square; a pawn of the same side stands on e5';
  assert.equal(
    told(several),
    'Ke5: der König auf e8 kann nicht nach e5: ein König zieht auf ein Nachbarfeld oder rochiert von seinem Anfangsfeld; ein Bauer der eigenen Seite steht auf e5',
  );
  assert.equal(told('no white king; no black king'), 'kein weißer König; kein schwarzer König');
  assert.equal(
    told('expected an address of puzz.link, a pzprv3 file, a game ID, or the name of a kind and rows, found "hello"'),
    'erwartet eine Adresse von puzz.link, eine pzprv3-Datei, eine Spielnummer oder den Namen einer Art und Zeilen, gefunden "hello"',
  );
  assert.equal(told('a board of 999 x 11 cells: expected between 1 and 1024 cells'), 'ein Brett mit 999 x 11 Feldern: erwartet zwischen 1 und 1024 Felder');
  assert.equal(toldPuzzle('not star'), 'kein Stern');
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
    const isSetup = /king|pawn|pieces|castle|check/.test(message);
    const first = isSetup || message.includes('a {0} pawn') ? 'white' : '3';
    const text = message
      .replace(/\{1\} (?=\{0\})/, '3 ')
      .replace(/\{0[^}]*\}/g, /^(castling|en passant|a piece)/.test(message) ? 'e3' : first)
      .replace(/from \{1\} pieces/, 'from 3 pieces')
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
/** How explanations, and what a limit ended, end. */
const words = ['puzzle/src/explain/words.rs', 'puzzle/src/report.rs', 'game/src/limits.rs'].map((path) => readFileSync(`../crates/${path}`, 'utf8')).join('');
const ends = [...words.matchAll(/(?:Ending|Stop)::\w+ => "([^"]+)"/g)].map(([, text]) => text);
const ENGLISH = /\b(the|is|are|and|no|for|then|but|every|cells?|row|column|number|belongs?|suppose)\b/i;

test('the laws of puzzles and the steps to their solution are said in German', () => {
  assert.ok(laws.length > 100 && ends.length >= 6, `${laws.length} laws, ${ends.length} ends`);
  setLanguage('de');
  for (const text of [...laws, ...said(/^puzzle \w+ "([^"]+)"/gm)]) {
    assert.notEqual(toldPuzzle(text), text);
    assert.doesNotMatch(toldPuzzle(text), ENGLISH, text);
  }
  for (const law of laws) {
    const step = `r1c1 is black, r1c2 is not black, r2c1 is at most 12 and r2c2 is not 3. Suppose r1c1 is not a lamp: then the edge between r2c3 and r2c4 is a line and the left edge of r2c1 is not a line, for ${law} (row 2); so r2c2 is black; then r2c3 is not black, for ${law} (row 2, the room of r3c1, the corner between r1c1 and r2c2); but ${law}, against r3c3 belongs to the dot at r1c1.5: a contradiction.`;
    assert.doesNotMatch(toldPuzzle(step), ENGLISH, law);
  }
  for (const end of [...ends, 'a mistake: in every solution r1c1 is black', 'no solution has all of this together: r1c1 is black and r1c2 is black'])
    assert.doesNotMatch(toldPuzzle(end), ENGLISH);
  assert.equal(
    toldPuzzle('r1c2 is not black and r2c2 is not a lamp: no two black cells touch by a side (r1c1, r1c2), and r1c1 is black.'),
    'r1c2 ist nicht schwarz und r2c2 ist keine Lampe: keine zwei schwarzen Felder haben eine Seite gemeinsam (r1c1, r1c2), und r1c1 ist schwarz.',
  );
  setLanguage('en');
  assert.equal(toldPuzzle('solved'), 'solved');
});

test('the hints of Kuromasu are said in German', () => {
  setLanguage('de');
  const sentences = {
    'The 10 in r2c9 must reach left, given r1c9, r2c8, r10c9 and r9c9: r2c7 is white.':
      'Die 10 in r2c9 muss nach links weiter reichen, wegen r1c9, r2c8, r10c9 und r9c9: r2c7 ist weiß.',
    'The 3 in r1c1 must reach down and right and end up: r2c1 is black, r1c2 and r1c3 are white.':
      'Die 3 in r1c1 muss nach unten und nach rechts weiter reichen und nach oben enden: r2c1 ist schwarz, r1c2 und r1c3 sind weiß.',
    'A black r3c3 would cut white cells off, together with r2c2 and r4c4: r3c3 is white.':
      'Ein schwarzes r3c3 würde weiße Zellen abschneiden, zusammen mit r2c2 und r4c4: r3c3 ist weiß.',
    'If r1c1 were black, these could not all be kept: no two black cells touch, the 3 in r2c2 and all white cells are connected (given r3c3). So r1c1 is white.':
      'Wäre r1c1 schwarz, ginge nicht alles davon: keine zwei schwarzen Zellen berühren sich, die 3 in r2c2 und alle weißen Zellen hängen zusammen (wegen r3c3). Also: r1c1 ist weiß.',
    'If r1c1 were white, the 3 in r2c2 could not be kept. So r1c1 is black.': 'Wäre r1c1 weiß, ginge das nicht: die 3 in r2c2. Also: r1c1 ist schwarz.',
    'If r1c1 were white: r1c2 is black (the 4 in r1c3). So then r1c2 is black.\nIf r1c1 were white (then r1c2 is black, as shown): r2c2 is white (beside r1c2); and then the 3 in r2c3 cannot be reached. So r1c1 is black.':
      'Wäre r1c1 weiß: r1c2 ist schwarz (die 4 in r1c3). Dann also: r1c2 ist schwarz.\nWäre r1c1 weiß (dann, wie gezeigt: r1c2 ist schwarz): r2c2 ist weiß (neben r1c2); und dann geht die 3 in r2c3 nicht mehr auf. Also: r1c1 ist schwarz.',
    'If r1c1 were white: r1c2 is black (the 4 in r1c3); r2c2 is white (beside r1c2); [if r5c5 were black: r5c6 is white (beside r5c5); and then the 3 in r5c7 cannot be reached; so r5c5 is white]; but also r2c2 is black (or white cells are cut off, with r3c3), which cannot be (given r4c4). So r1c1 is black.':
      'Wäre r1c1 weiß: r1c2 ist schwarz (die 4 in r1c3); r2c2 ist weiß (neben r1c2); [wäre r5c5 schwarz: r5c6 ist weiß (neben r5c5); und dann geht die 3 in r5c7 nicht mehr auf; also: r5c5 ist weiß]; aber auch: r2c2 ist schwarz (sonst sind weiße Zellen abgeschnitten, mit r3c3), was nicht sein kann (wegen r4c4). Also: r1c1 ist schwarz.',
    'r1c1 is wrong: the only solution has the other colour there.': 'r1c1 ist falsch: die einzige Lösung hat dort die andere Farbe.',
    'the black cells r1c1 and r1c2 touch': 'die schwarzen Zellen r1c1 und r1c2 berühren sich',
    'the 4 in r1c1 sees 6': 'die 4 in r1c1 sieht 6',
    'r1c1, r1c2 are cut off from the other white cells': 'r1c1, r1c2 sind von den anderen weißen Zellen abgeschnitten',
    'Every cell has its colour.': 'Jede Zelle hat ihre Farbe.',
  };
  for (const [english, german] of Object.entries(sentences)) assert.equal(toldStep('kuromasu', english), german);
  setLanguage('en');
});

test('the rules of the bundled games and the laws of sketches are said in German', () => {
  setLanguage('de');
  const texts = readdirSync('../rulebooks').filter((name) => name.endsWith('.rules')).map((name) => readFileSync(`../rulebooks/${name}`, 'utf8'));
  const rules = texts.flatMap((text) => [...text.replace(/^#.*$/gm, '').matchAll(/"([^"]+)"/g)]).map(([, rule]) => rule);
  const sentences = [...new Set(rules)].filter((rule) => !rule.includes('/'));
  assert.ok(sentences.length > 90, `${sentences.length} sentences`);
  for (const rule of sentences) {
    assert.notEqual(toldRule(rule), rule);
    assert.doesNotMatch(toldRule(rule), ENGLISH, rule);
  }
  assert.equal(toldRule('who can jump must; the board is full'), 'wer springen kann, muss; das Brett ist voll');
  const source = ['chess', 'deathstacks'].map((name) => readFileSync(`../crates/${name}/src/laws/mod.rs`, 'utf8')).join('');
  const known = [...source.matchAll(/^pub const \w+: &str =\s+"([^"]+)"/gm)].map(([, law]) => law);
  assert.ok(known.length > 20, `${known.length} laws`);
  const words = readFileSync('../crates/query/src/chess/words.rs', 'utf8');
  const movement = [.../const WAYS[^=]*= \[([^\]]*)\]/.exec(words)[1].matchAll(/"([^"]+)"/g)].map(([, law]) => law);
  assert.equal(movement.length, 6);
  const said = [
    ...[...known, ...movement].map((law) => `by the laws, ${law}`),
    'a white queen stands on d1',
    'no black piece stands on e7',
    'there is no white rook',
    'these black pieces stand at the start: Kh8 Qd8',
    'the sketch wants e4 as first move of the line',
    'the line has 3 legal plies, from the usual start, or fewer where the game ends',
    'the sketch expects mate at the end',
    'this move does not give check',
    'by the rules, never "who can jump must"',
    'by the rules, condition 2 of "who can jump must"',
    'what the events do to the start',
    'lower does not hold there',
    'with a law that forbids every event that breaks it, 4 positions can be reached, and the goal no more',
    'with a law that forbids every event that breaks it, 9 positions can be reached, and the goal still in 6 events',
  ];
  for (const sentence of said) {
    assert.notEqual(told(sentence), sentence);
    assert.doesNotMatch(told(sentence), ENGLISH, sentence);
  }
  assert.equal(told('there is no white rook'), 'es gibt keinen weißen Turm');
  assert.equal(told('no black queen stands on e7'), 'auf e7 steht keine schwarze Dame');
  setLanguage('en');
});

test('why a position cannot come about or be won is said in German', () => {
  setLanguage('de');
  const sentences = [
    'white has 7 pawns and 2 pieces that can only come from promotions',
    'the black king cannot have got past pawns that never moved',
    'nothing was taken, and where the pieces stand tells for each side whether it has made an odd or an even number of moves: so black would be to move',
    'no move of white can have been the last',
    'every move of white that can have been the last leads back to a position that cannot come about: Nb6-c8 (no move before it), a7-a8 (the pawns cannot have passed) and 3 more',
    'the pawns cannot have got past each other: white has 1 promoted and took 2, black has 0 promoted and took 1',
    'white is mated',
    'black has nothing but the king',
    'a bishop alone cannot mate against a bare king',
    'the pawns on a4 a5 never move and are never taken',
    'the white king never gets beyond ranks 1 to 3',
    'on none of its 12 squares can the black king be mated',
    'none of the 344 positions that can arise is a mate',
  ];
  for (const sentence of sentences) {
    assert.notEqual(told(sentence), sentence);
    assert.doesNotMatch(told(sentence), /\b(the|white|black|king|pawns|has|can|never|squares|move)\b/, sentence);
  }
  assert.equal(told('a knight alone cannot mate against a bare king'), 'ein Springer allein kann nicht gegen einen bloßen König mattsetzen');
  setLanguage('en');
});

test('why a move of Death Stacks is not legal is said in German', () => {
  const source = readFileSync('../crates/deathstacks/src/why.rs', 'utf8').split('mod tests')[0];
  const why = [...source.slice(source.indexOf('Some(match')).matchAll(/"([^"]+)"/g)].map(([, text]) => text).filter((text) => text.split(' ').length > 2);
  assert.ok(why.length >= 9, `${why.length} reasons`);
  setLanguage('de');
  for (const text of why) {
    const filled = text
      .replace('{start}', 'a6')
      .replace(/\{mover\}|\{owner\}/, 'red')
      .replace(/\{chosen\.target\}|to \{\}$/, (all) => (all.startsWith('to') ? 'to b3' : 'b3'))
      .replace(/: \{\}$/, ': a6, b5')
      .replace(/\{height\}|^\{\}/, '2');
    assert.notEqual(toldRule(told(filled)), filled);
    assert.doesNotMatch(toldRule(told(filled)), /\b(the|stack|stones?|move|steps?|empty|must)\b|[{}]/, filled);
  }
  setLanguage('en');
});

test('what is wrong with twins and what is open after a key is said in German', () => {
  setLanguage('de');
  for (const text of [
    'Not met: 1… Kf8',
    'Undecided: 1… Kf8',
    'Nothing is played: white could take the king',
    'twin, word 1: expected one of continued, move, not "jump"',
    'twin, word 3: expected a square like e4, not "z9"',
    'twin, word 2: expected 90, 180 or 270, not "45"',
    'nothing stands on c5',
    'the piece on h1 would go off the board',
    'expected at most 26 twins',
  ]) {
    assert.doesNotMatch(told(text), /\b(not|expected|word|stands|the|met|nothing|take)\b/i, text);
  }
  setLanguage('en');
});
