// What once went wrong on the page, each under the name of its fault.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { REFUSED, boardReady, clickMove, close, drag, slowly, start, unfold } from './browser.mjs';

let app;
before(async () => (app = await start('--threads', '2')));
after(() => app.stop());

const moves = (page) => page.getByRole('group', { name: 'Moves' });
const status = (page) => page.locator('.panel > .notice').first();
const stored = (page, name) => page.evaluate((key) => JSON.parse(sessionStorage.getItem(key)), `zugwerk/${name}`);
/** Requests that a test lets fail show up in the console. */
const FAILED = /Failed to load resource|ERR_/;

/** Calls `look` until it is true. */
async function eventually(look, what) {
  for (let tries = 0; !(await look()); tries += 1) {
    assert.ok(tries < 600, what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A game against the engine in which White has moved and Black has answered. */
async function playing(page, ...game) {
  await page.getByRole('button', { name: 'Play White' }).click();
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  for (const [at, move] of game.entries()) {
    await status(page).getByText('White to move').waitFor();
    await eventually(() => page.locator('cg-board').count(), 'a board');
    await page.getByLabel('Type a move').fill(move);
    await page.getByLabel('Type a move').press('Enter');
    await moves(page).getByRole('button').nth(2 * at + 1).waitFor();
  }
  await status(page).getByText('White to move').waitFor();
}

test('Puzzles: Check does not answer from what it knew of another board', async () => {
  const page = await app.open('puzzles/kuromasu?p=' + encodeURIComponent('https://puzz.link/p?kurodoko/3/3/j5j'));
  const cell = (name) => page.getByRole('button', { name: new RegExp(`^${name}:`) });
  await cell('r1c1').waitFor();
  await page.waitForLoadState('networkidle');
  // A server that takes its time.
  const { release } = await slowly(page, '**/kuromasu/check');
  await page.getByRole('button', { name: 'Check' }).click();
  await cell('r1c1').click();
  await cell('r1c2').click();
  release();
  // What touches is marked at once, and nothing is said of the empty board that was asked about.
  await page.getByText('no two black cells touch by a side').nth(1).waitFor();
  assert.equal(await page.getByText('Nothing is wrong').count(), 0);
  await page.locator('.puzzle-cell.broken').first().waitFor();
  // And one that is gone.
  await page.unroute('**/kuromasu/check');
  await page.route('**/kuromasu/check', (route) => route.abort());
  await cell('r3c3').click();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The program does not answer.').waitFor();
  await close(page, FAILED);
});

test('a question that waits for other searches says so', async () => {
  const page = await app.open('chess');
  const others = new AbortController();
  const analyse = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}', signal: others.signal };
  const other = await fetch(`${app.url}/api/v1/chess/analyse`, analyse);
  await eventually(async () => (await app.searches()) === 1, 'the other search runs');
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.getByText('Other searches run first').waitFor();
  // Short work does not wait: a move is answered meanwhile.
  const quick = await fetch(`${app.url}/api/v1/chess/move`, { ...analyse, body: '{"millis": 10}', signal: undefined });
  assert.match(await quick.text(), /"type":"done"/);
  others.abort();
  await other.text().catch(() => undefined);
  await page.locator('.engine-lines li').first().waitFor();
  await page.getByText('Other searches run first').waitFor({ state: 'hidden' });
  await close(page);
  await eventually(async () => (await app.searches()) === 0, 'nothing runs any more');
});

test('a hidden tab stops its analysis and goes on when it is seen again', async () => {
  const page = await app.open('chess');
  await page.getByRole('switch', { name: 'Engine' }).check();
  await eventually(async () => (await app.searches()) === 1, 'it analyses');
  const show = (hidden) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await show(true);
  await eventually(async () => (await app.searches()) === 0, 'a hidden tab rests');
  await show(false);
  await eventually(async () => (await app.searches()) === 1, 'it analyses again');
  await close(page);
  await eventually(async () => (await app.searches()) === 0, 'nothing runs any more');
});

test('a server that stops in the middle of a move is told, and the game goes on when it is back', async () => {
  const page = await app.open('chess');
  await page.getByRole('button', { name: 'Play White' }).click();
  await status(page).getByText('White to move').waitFor();
  // The first answer takes a minute.
  await page.route(
    '**/chess/move',
    (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), elo: undefined, millis: 60_000 }) }),
    { times: 1 },
  );
  await clickMove(page, 'e2e4');
  await status(page).getByText('The engine thinks…').waitFor();
  await eventually(async () => (await app.searches()) === 1, 'the engine thinks');
  await app.halt();
  await page.getByText(/The program (does not answer|broke off)/).first().waitFor();
  await app.resume();
  await moves(page).getByRole('button').nth(1).waitFor();
  await status(page).getByText('White to move').waitFor();
  await close(page, FAILED);
});

test('the clock runs on while one looks back, changes the table or reloads', async () => {
  const page = await app.open('chess');
  await page.getByLabel('Time').selectOption('3+2');
  await playing(page, 'e4');
  const left = async () => (await stored(page, 'chess/playing')).clock.left.white;
  const runs = async (what, doing) => {
    const before = await left();
    await doing();
    await eventually(async () => (await left()) < before - 400, `the clock runs on ${what}`);
  };
  await runs('where one looks back', () => page.getByRole('button', { name: 'First position' }).click());
  assert.equal(await page.locator('.player.on-turn', { hasText: 'You' }).count(), 1);
  await runs('at another table', async () => {
    await page.getByRole('tab', { name: 'Puzzles' }).click();
    await page.getByRole('group', { name: 'Nurikabe board' }).waitFor();
    await page.waitForTimeout(600);
    await page.getByRole('tab', { name: 'Chess' }).click();
    await page.locator('.player time').first().waitFor();
  });
  await runs('after a reload', () => page.reload());
  await close(page);
});

test('the engine moves while one looks back', async () => {
  const page = await app.open('chess');
  await playing(page, 'e4');
  await page.getByLabel('Type a move').fill('d4');
  await page.getByLabel('Type a move').press('Enter');
  await moves(page).getByText('d4').waitFor();
  await page.getByRole('button', { name: 'First position' }).click();
  await moves(page).getByRole('button').nth(3).waitFor();
  assert.deepEqual(await stored(page, 'chess/path'), [], 'one still looks at the start');
  await close(page);
});

test('the arrow keys work after ticking Engine and after typing a move', async () => {
  const page = await app.open('chess');
  for (const move of ['e4', 'e5']) {
    await page.getByLabel('Type a move').fill(move);
    await page.getByLabel('Type a move').press('Enter');
    await moves(page).getByText(move).waitFor();
  }
  const here = () => stored(page, 'chess/path');
  await page.keyboard.press('ArrowLeft');
  await eventually(async () => (await here()).length === 1, 'back from the empty input');
  await page.getByRole('switch', { name: 'Engine' }).click();
  await page.keyboard.press('ArrowLeft');
  await eventually(async () => (await here()).length === 0, 'back from the switch');
  await page.keyboard.press('End');
  await eventually(async () => (await here()).length === 2, 'to the end');
  // In a move half typed the arrows belong to the text.
  await page.getByLabel('Type a move').fill('Nf');
  await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(100);
  assert.equal((await here()).length, 2);
  await close(page);
});

test('Take back while looking back takes back one round alone', async () => {
  const page = await app.open('chess');
  await playing(page, 'e4', 'd4');
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await eventually(async () => (await moves(page).getByRole('button').count()) === 2, 'the first round stays');
  await eventually(async () => (await stored(page, 'chess/path')).join() === '0,0', 'it is looked at from its end');
  await close(page);
});

test('Resign, then Analyse: the result stays with the game', async () => {
  const page = await app.open('chess');
  await playing(page, 'e4');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await status(page).getByText('0–1: white resigns').waitFor();
  await page.getByText('Share').click();
  await eventually(async () => / 0-1\s*$/.test(await page.getByLabel('PGN', { exact: true }).inputValue()), 'it is in the PGN');
  // The game that goes on has not ended.
  await page.getByLabel('Type a move').fill('a3');
  await page.getByLabel('Type a move').press('Enter');
  await status(page).getByText('Black to move').waitFor();
  await eventually(async () => /\*\s*$/.test(await page.getByLabel('PGN', { exact: true }).inputValue()), 'no result any more');
  await close(page);
});

test('the evaluation bar shows a mate on the board', async () => {
  const page = await app.open('chess');
  await page.goto(`${app.url}/#chess?moves=f2f3,e7e5,g2g4,d8h4`);
  await page.getByText('0–1: checkmate, black wins').waitFor();
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.getByRole('img', { name: 'Evaluation 0-1' }).waitFor();
  assert.equal(await page.locator('.evaluation .white-share').getAttribute('height'), '0');
  await close(page);
});

test('a dragged piece stays where it was put until the server answers', async () => {
  const page = await app.open('chess');
  await status(page).getByText('White to move').waitFor();
  await page.waitForLoadState('networkidle');
  const { release } = await slowly(page, '**/chess/position');
  const pawns = () =>
    page.evaluate(() => [...document.querySelectorAll('cg-board piece.white.pawn')].map((piece) => piece.cgKey).sort());
  await drag(page, 'e2', 'e4');
  await moves(page).getByText('e4').waitFor();
  await page.waitForTimeout(400);
  assert.ok((await pawns()).includes('e4') && !(await pawns()).includes('e2'), 'before the answer');
  release();
  await status(page).getByText('Black to move').waitFor();
  assert.ok((await pawns()).includes('e4') && !(await pawns()).includes('e2'), 'after the answer');
  await close(page);
});

test('a sketch with a hole in its position shows that position', async () => {
  const page = await app.open('problems');
  await page.getByLabel('Ask with a').selectOption('sketch');
  const sketch = 'game chess\nfrom "7k/8/5K2/8/8/8/8/6?1 w - - 0 1"\nplay ?\nexpect mate';
  await page.getByRole('textbox', { name: 'Sketch' }).fill(sketch);
  await page.getByText('White: king f6. Black: king h8.').waitFor({ state: 'attached' });
  await page.locator('.cg-shapes circle').waitFor({ state: 'attached' });
  await close(page);
});

test('Death Stacks: the copied FEN says who is to move', async () => {
  const page = await app.open('games?name=deathstacks');
  await page.getByLabel('The bot plays').selectOption('nobody');
  await unfold(page, 'Position and link');
  const fen = page.locator('.copy input').first();
  await eventually(async () => / r$/.test(await fen.inputValue()), 'red begins');
  await page.getByRole('button', { name: /^a6/ }).focus();
  await page.keyboard.press('2');
  await page.getByRole('button', { name: /^a4.*can be chosen/ }).focus();
  await page.keyboard.press('Enter');
  await eventually(async () => / b$/.test(await fen.inputValue()), 'then blue');
  const copied = await fen.inputValue();
  await page.getByLabel('Paste a position').fill(copied);
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByText('No moves yet.').waitFor();
  await page.getByText('Blue to move.').waitFor();
  await close(page);
});

test('a link with an illegal move or a bad FEN leads as far as it can', async () => {
  const page = await app.open('chess');
  await page.goto(`${app.url}/#chess?moves=e2e4,e7e4,d2d4`);
  await page.getByText(/This cannot be played.*e7e4/).waitFor();
  await status(page).getByText('Black to move').waitFor();
  assert.equal(await moves(page).getByRole('button').count(), 1);
  await page.goto(`${app.url}/#chess?fen=8/8/8/8/8/8/8/8+w+-+-+0+1&moves=e2e4`);
  await page.getByText(/This cannot be played/).waitFor();
  await page.getByText('No moves yet.').waitFor();
  await status(page).getByText('White to move').waitFor();
  await close(page, REFUSED);
});

test('a board of cells is one stop of the Tab key, and is walked with the arrows', async () => {
  for (const [table, first, second] of [
    ['puzzles', /^r1c1/, /^r2c1/],
    ['games?name=deathstacks', /^a6/, /^a5/],
  ]) {
    const page = await app.open(table);
    const label = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? '');
    await page.getByRole('button', { name: first }).waitFor();
    // As an attribute of SVG it is written in small letters, or Firefox does not know it.
    assert.equal(await page.locator('.board-side svg [tabindex="0"]').count(), 1);
    await page.getByRole('button', { name: 'Help' }).focus();
    await page.keyboard.press('Tab');
    assert.match(await label(), first);
    await page.keyboard.press('ArrowDown');
    assert.match(await label(), second);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => !!document.activeElement.closest('.board-side')), false);
    await page.keyboard.press('Shift+Tab');
    assert.match(await label(), second);
    await close(page);
  }
});

test('the input for moves keeps the focus while the engine thinks', async () => {
  const page = await app.open('chess');
  await page.getByRole('button', { name: 'Play White' }).click();
  await status(page).getByText('White to move').waitFor();
  const { release } = await slowly(page, '**/chess/move');
  await page.getByLabel('Type a move').fill('e4');
  await page.getByLabel('Type a move').press('Enter');
  await status(page).getByText('The engine thinks…').waitFor();
  const focused = () => page.evaluate(() => document.activeElement.matches('.typed input'));
  assert.ok(await focused(), 'while it thinks');
  release();
  await moves(page).getByRole('button').nth(1).waitFor();
  await status(page).getByText('White to move').waitFor();
  assert.ok(await focused(), 'when it has moved');
  await page.keyboard.type('d4');
  await page.keyboard.press('Enter');
  await moves(page).getByText('d4').waitFor();
  await close(page);
});

test('of a file of 1200 games each can be opened, though the list ends before', async () => {
  const page = await app.open('chess');
  const games = Array.from({ length: 1200 }, (_, at) => `[White "W${at + 1}"]\n[Black "B"]\n\n1. ${at % 2 ? 'e4' : 'd4'} *\n`);
  await unfold(page, 'Position and PGN');
  await page.locator('input[type=file]').setInputFiles({ name: 'games.pgn', mimeType: 'text/plain', buffer: Buffer.from(games.join('\n')) });
  await page.getByText('Game 1 of 1,200.').waitFor();
  await page.getByLabel(/the first 1,000 of 1,200 games/).fill('1150');
  await page.getByLabel(/the first 1,000 of 1,200 games/).press('Enter');
  await page.getByText('Game 1,150 of 1,200.').waitFor();
  await moves(page).getByText('e4').waitFor();
  // What was said of a game goes with it.
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.getByText('Game 1,150 of 1,200.').waitFor({ state: 'detached' });
  await close(page);
});

test('a dropped file shows its games to choose from, and what is wrong with it', async () => {
  const page = await app.open('chess');
  await status(page).getByText('White to move').waitFor();
  const drop = (text) =>
    page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'games.pgn'));
      dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, text);
  await drop('[White "Anna"]\n\n1. e4 *\n\n[White "Ben"]\n\n1. d4 *\n');
  await page.locator('.games-of-file select').selectOption('1');
  await moves(page).getByText('d4').waitFor();
  await page.getByText('Position and PGN').click();
  await page.locator('.games-of-file').waitFor({ state: 'hidden' });
  await drop('8/8/8/8/8/8/8/8 w - - 0 1');
  await page.getByRole('alert').waitFor();
  await close(page, REFUSED);
});

test('a link to a problem with a bad position says what is wrong with it', async () => {
  const page = await app.open(`problems?${new URLSearchParams({ fen: 'xx', stipulation: '#2' })}`);
  await page.getByText('the placement has 1 ranks').waitFor();
  // Once, also when it is to be solved.
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText('FEN: the placement has 1 ranks').waitFor();
  assert.equal(await page.getByText('the placement has 1 ranks').count(), 1);
  await close(page, REFUSED);
});

test('a problem that no game can lead to is solved on request, and no word of the command line is shown', async () => {
  const page = await app.open(`problems?${new URLSearchParams({ fen: '7k/5K2/8/8/8/8/8/6QQ w - - 0 1', stipulation: '#1' })}`);
  await page.getByLabel('Position (FEN)').fill('8/8/8/8/8/8/5K1k/QQQQQQQQ w - - 0 1');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.locator('.notice.bad', { hasText: 'no game can have this position' }).waitFor();
  assert.equal(await page.getByText('--any-position').count(), 0);
  await page.getByLabel('also a position that no game can have').check();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/searched completely/).waitFor();
  await close(page, REFUSED);
});

test('the kind of a new puzzle is first that of the board', async () => {
  const page = await app.open('puzzles');
  await page.getByRole('group', { name: 'Nurikabe board' }).waitFor();
  await eventually(async () => (await page.getByLabel('Kind').inputValue()) === 'nurikabe', 'Nurikabe');
  await unfold(page, 'Links and formats');
  await page.getByLabel(/Paste a puzzle/).fill('https://puzz.link/p?slither/4/4/dgdh2c71');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByRole('group', { name: 'Slitherlink board' }).waitFor();
  await eventually(async () => (await page.getByLabel('Kind').inputValue()) === 'slitherlink', 'Slitherlink');
  await close(page);
});

test('Puzzles: what was undone is done again, by button and by key', async () => {
  const page = await app.open('puzzles');
  const cell = page.getByRole('button', { name: /^r1c1:/ });
  const is = (word) => page.getByRole('button', { name: `r1c1: ${word}` }).waitFor();
  await cell.click();
  await is('black');
  await page.getByRole('button', { name: 'Undo' }).click();
  await is('open cell');
  await page.getByRole('button', { name: 'Redo' }).click();
  await is('black');
  await page.keyboard.press('Control+z');
  await is('open cell');
  await page.keyboard.press('Control+y');
  await is('black');
  assert.match(await page.locator('.timer').innerText(), /^\d+:\d\d$/);
  await close(page);
});

test('no board is higher than a low window, and its cells are where they are clicked', async () => {
  for (const table of ['chess', 'problems', 'games', 'games?name=deathstacks', 'puzzles']) {
    for (const size of [{ width: 800, height: 450 }, { width: 1000, height: 450 }]) {
      const page = await app.open(table, { viewport: size });
      const board = page.locator('.board-side').locator('cg-board, .game-board, .puzzle-board').first();
      await board.waitFor();
      await eventually(async () => (await board.boundingBox()).height <= size.height - 60, `${table} at ${size.width}`);
      if (table === 'puzzles') {
        const { x, y, width, height } = await page.locator('[data-cell="6"]').boundingBox();
        await page.mouse.click(x + width / 2, y + height / 2);
        await page.getByRole('button', { name: 'r2c2: black' }).waitFor();
      }
      await close(page);
    }
  }
});

test('in German: names, letters of moves, mistakes in sketches, numbers', async () => {
  const page = await app.open('chess?moves=e2e4,c7c5', { locale: 'de-DE' });
  await page.getByText('Sizilianische Verteidigung').waitFor();
  for (const [typed, shown] of [['Sf3', 'Sf3'], ['d6', 'd6'], ['Bb5', 'Lb5+']]) {
    await page.getByLabel('Zug eintippen').fill(typed);
    await page.getByLabel('Zug eintippen').press('Enter');
    await page.getByRole('group', { name: 'Züge' }).getByText(shown).waitFor();
  }
  await page.getByLabel('Zug eintippen').fill('Ta5');
  await page.getByLabel('Zug eintippen').press('Enter');
  await page.getByText('Ta5: der Bauer auf a7 steht dazwischen').waitFor();
  await page.getByLabel('Zug eintippen').fill('S');
  await page.getByText('Ta5: der Bauer auf a7 steht dazwischen').waitFor({ state: 'detached' });
  await page.goto(`${app.url}/#games?name=nine-mens-morris`);
  await page.getByRole('group', { name: 'Brett für Mühle' }).waitFor();
  await page.locator('.choice > span').getByText('Spiel', { exact: true }).waitFor();
  await page.goto(`${app.url}/#problems?${new URLSearchParams({ sketch: 'game chess\nplay ?\nexpct mate' })}`);
  await page.locator('.mistake-box', { hasText: 'ist kein Zug' }).waitFor();
  await close(page, REFUSED);
});

test('Puzzles: what was asked about one puzzle is not told of another, nor filled into it', async () => {
  const page = await app.open('puzzles');
  const nurikabe = page.getByRole('group', { name: 'Nurikabe board' });
  await nurikabe.waitFor();
  await unfold(page, 'Links and formats');
  const other = async () => {
    await page.getByLabel(/Paste a puzzle/).fill('puzzle takuzu 4x4\nclue\n1...\n....\n....\n....\n');
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByRole('group', { name: 'Takuzu board' }).waitFor();
  };
  for (const [asks, path] of [['Prove unique', 'solve'], ['Solve', 'show']]) {
    await other();
    const { asked, release } = await slowly(page, `**/takuzu/${path}`);
    await page.getByRole('button', { name: asks, exact: true }).click();
    await asked;
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await nurikabe.waitFor();
    const answer = page.waitForResponse(`**/takuzu/${path}`);
    release();
    await (await answer).finished();
    // Another question is answered after it.
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('button', { name: 'Do it' }).waitFor();
    assert.equal(await page.getByText('more than one solution').count(), 0, asks);
    assert.equal(await page.locator('.filled-black, .filled-number').count(), 0, asks);
    await page.unroute(`**/takuzu/${path}`);
  }
  await close(page);
});

test('Puzzles: a hint that comes when the puzzle has been found right is not told', async () => {
  // All black cells but one.
  const puzzle = { p: 'https://puzz.link/p?nurikabe/5/5/g5k2o1k3g', a: '..111.1..1.1111.1.1.11' };
  const page = await app.open(`puzzles/nurikabe?${new URLSearchParams(puzzle)}`);
  await page.getByRole('group', { name: 'Nurikabe board' }).waitFor();
  const check = await slowly(page, '**/nurikabe/check');
  const explain = await slowly(page, '**/nurikabe/explain');
  await page.locator('.puzzle-board [data-cell="22"]').click();
  await page.getByRole('button', { name: 'r5c3: black' }).waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await explain.asked;
  check.release();
  await page.getByText(/^Solved! \d/).waitFor();
  explain.release();
  const hint = page.getByRole('button', { name: 'Hint', disabled: false });
  await hint.waitFor();
  assert.equal(await page.getByRole('button', { name: 'Do it' }).count(), 0);
  await hint.click();
  await page.getByText('Solved!', { exact: true }).waitFor();
  await close(page);
});

test('Games: looking back keeps up with the keys, however slow the answers are', async () => {
  const page = await app.open('games?name=tic-tac-toe&moves=a1+b2+c3+a2');
  const here = page.locator('.moves .move[aria-current=true]');
  const token = (name) => page.locator(`.game-board [data-name=${name}] .token`);
  await token('a2').waitFor();
  const { release } = await slowly(page, '**/tic-tac-toe/position');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await here.getByText('a1').waitFor();
  release();
  await token('b2').waitFor({ state: 'detached' });
  // An answer that comes too late says nothing any more.
  await page.unroute('**/tic-tac-toe/position');
  const late = await slowly(page, '**/tic-tac-toe/position');
  await page.keyboard.press('ArrowRight');
  await late.asked;
  await page.keyboard.press('End');
  late.release();
  await token('a2').waitFor();
  await page.unroute('**/tic-tac-toe/position');
  // Where nobody answers that is said, and the place is asked for again.
  await page.route('**/tic-tac-toe/position', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('ArrowLeft');
  await page.getByText('The program does not answer.').waitFor();
  await token('a2').waitFor({ state: 'detached' });
  await page.getByText('The program does not answer.').waitFor({ state: 'detached' });
  await close(page, FAILED);
});

test('a typed move that is answered late does not undo what was played meanwhile', async () => {
  const page = await app.open('chess');
  await boardReady(page, 'e2: white pawn');
  const { asked, release } = await slowly(page, '**/chess/position');
  await page.getByLabel('Type a move').fill('e4');
  await page.getByLabel('Type a move').press('Enter');
  await asked;
  await drag(page, 'd2', 'd4');
  await moves(page).getByText('d4').waitFor();
  release();
  await boardReady(page, 'd4: white pawn');
  await page.waitForFunction(() => !document.querySelector('.typed input').value);
  assert.match(await moves(page).innerText(), /^1\.\s*d4$/);
  await close(page);
});

test('a number that is being typed stays there when the page is drawn anew', async () => {
  const page = await app.open('games?name=hex');
  const { asked, release } = await slowly(page, '**/hex/move');
  await page.locator('.game-board .target').first().click();
  await asked;
  await page.getByText('New game', { exact: true }).first().click();
  await page.getByLabel('Width').fill('5');
  release();
  await page.getByText('Red to move.').waitFor();
  assert.equal(await page.getByLabel('Width').inputValue(), '5');
  await close(page);
});

test('what is wrong with a value is not told of the one that was chosen after it', async () => {
  const page = await app.open('games?name=hex');
  await page.locator('.game-board .target').first().waitFor();
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route('**/hex/position', async (route) => {
    if (route.request().postData().includes('999')) await held;
    await route.continue().catch(() => undefined);
  });
  for (const value of ['999', '5']) {
    await page.getByLabel('Width').fill(value);
    await page.getByLabel('Width').press('Enter');
  }
  await page.waitForFunction(() => document.querySelectorAll('.board-side .cell').length === 55);
  const answer = page.waitForResponse((response) => response.status() === 400);
  release();
  await (await answer).finished();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/How about/).waitFor();
  assert.equal(await page.getByText('expected between').count(), 0);
  await close(page, REFUSED);
});

test('what is seen is kept, and keys go on from it, before the next frame is drawn', async () => {
  const page = await app.open('chess?moves=e2e4,e7e5,g1f3');
  await moves(page).getByText('Nf3').waitFor();
  const path = await page.evaluate(async () => {
    const left = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    const drawn = async (until) => {
      for (let tries = 0; tries < 1000 && !until(); tries += 1) await Promise.resolve();
    };
    const here = () => document.querySelector('.moves .move[aria-current=true]')?.textContent;
    left();
    await drawn(() => here() === 'e5');
    left();
    await drawn(() => here() === 'e4');
    return JSON.parse(sessionStorage.getItem('zugwerk/chess/path'));
  });
  assert.deepEqual(path, [0]);
  await close(page);
});
