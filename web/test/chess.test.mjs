import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { boardReady, clickMove, close, drag, needsServer, REFUSED, start, unfold } from './browser.mjs';

let app;
before(async () => (app = await start()));
after(() => app.stop());

const moves = (page) => page.getByRole('group', { name: 'Moves' });
const status = (page) => page.locator('.panel > .notice').first();
const load = async (page, text) => {
  await unfold(page, 'Position and PGN');
  await page.getByLabel('Paste a FEN or PGN').fill(text);
  await page.getByRole('button', { name: 'Load' }).click();
};

test('a whole game to mate by clicking, reloaded in the middle', async () => {
  const page = await app.open('chess');
  const game = ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7'];
  for (const [at, move] of game.entries()) {
    await clickMove(page, move);
    await moves(page).getByRole('button').nth(at).waitFor();
    if (at === 3) {
      await page.reload();
      await moves(page).getByText('Nc6').waitFor();
    }
  }
  await page.getByText('1–0: checkmate, white wins').waitFor();
  assert.match(await moves(page).innerText(), /4\.\s*Qxf7#/);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await status(page).getByText('White to move').waitFor();
  await close(page);
});

test('a game against the engine: moves, hint, take back, resign', async () => {
  const page = await app.open('chess');
  await page.getByRole('button', { name: 'Play White' }).click();
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  await clickMove(page, 'e2e4');
  await moves(page).getByRole('button').nth(1).waitFor();
  await status(page).getByText('White to move').waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/How about/).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No moves yet.').waitFor();
  await page.getByRole('button', { name: 'Offer draw' }).click();
  await page.getByText('The engine would rather play on.').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Play on' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await status(page).getByText('0–1: white resigns').waitFor();
  await page.getByText('The engine would rather play on.').waitFor({ state: 'detached' });
  await close(page);
});

test('playing Black, the engine moves first and the board is turned', async () => {
  const page = await app.open('chess');
  await page.getByLabel('Time').selectOption('3+2');
  await page.getByRole('button', { name: 'Play Black' }).click();
  await moves(page).getByRole('button').first().waitFor();
  assert.equal(await page.locator('.orientation-black').count(), 1);
  await page.locator('.player.on-turn time', { hasText: '2:5' }).waitFor();
  await close(page);
});

test('promotion asks for the piece', async () => {
  const page = await app.open('chess');
  await load(page, '7k/P7/8/8/8/8/8/K7 w - - 0 1');
  await boardReady(page, 'a7: white pawn');
  await clickMove(page, 'a7a8');
  await page.getByRole('dialog').getByRole('button', { name: 'rook' }).click();
  await moves(page).getByText('a8=R+').waitFor();
  await close(page);
});

test('an illegal drag is taken back and explained', async () => {
  const page = await app.open('chess');
  await load(page, '4k3/8/8/8/2b5/8/8/4K2R w K - 0 1');
  await boardReady(page, 'c4: black bishop');
  await drag(page, 'e1', 'g1');
  await page.getByText(/the king would pass f1, which the bishop on c4 attacks/).waitFor();
  await page.getByText('No moves yet.').waitFor();
  await close(page);
});

test('live analysis starts, deepens and stops', needsServer, async () => {
  const page = await app.open('chess');
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.locator('.engine-lines li').nth(2).waitFor();
  await page.getByText(/depth ([5-9]|\d\d)/).waitFor();
  assert.equal(await app.searches(), 1);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await page.locator('.engine-lines').waitFor({ state: 'detached' });
  for (let tries = 0; (await app.searches()) > 0; tries += 1) {
    assert.ok(tries < 600, 'the search ends when nobody listens');
    await page.waitForTimeout(50);
  }
  await close(page);
});

test('a PGN with variations, its report and its links', async () => {
  const page = await app.open('chess');
  await load(page, '1. e4 e5 (1... c5 2. Nf3) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0');
  await moves(page).getByText('c5').waitFor();
  await page.getByText('Game report').click();
  await page.getByRole('button', { name: 'Evaluate the game' }).click();
  await page.locator('.mistakes').getByText(/Nf6 is a blunder/).waitFor();
  // A move that is marked stays in its line.
  for (const mark of ['inaccuracy', 'mistake', 'blunder']) {
    const display = await page.locator('.moves .move').first().evaluate((move, mark) => {
      move.classList.add(mark);
      const { display } = getComputedStyle(move);
      move.classList.remove(mark);
      return display;
    }, mark);
    assert.match(display, /^inline/, mark);
  }
  await page.getByText('Share').click();
  const link = await page.getByLabel('Link').first().inputValue();
  assert.match(link, /moves=e2e4%2Ce7e5/);
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.getByText('No moves yet.').waitFor();
  await page.goto(link);
  await moves(page).getByText('Qxf7#').waitFor();
  await close(page);
});

test('a link that is followed as soon as the table has changed is not lost', async () => {
  const page = await app.open('chess?moves=e2e4,e7e5');
  await moves(page).getByText('e5').waitFor();
  const link = new URL(page.url()).hash;
  await page.evaluate(async (hash) => {
    const empty = new Promise((seen) =>
      new MutationObserver(() => document.body.innerText.includes('No moves yet.') && seen()).observe(document.body, {
        childList: true,
        subtree: true,
      }),
    );
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Start position').click();
    await empty;
    location.hash = hash;
  }, link);
  await moves(page).getByText('e5').waitFor();
  assert.equal(new URL(page.url()).hash, link);
  await close(page);
});

test('bad pastes are explained, and typed moves work', async () => {
  const page = await app.open('chess');
  await load(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Paste a FEN or PGN').fill('1. e4 Ke4');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByText(/not a legal move here/).waitFor();
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.getByLabel('Type a move').fill('Nf6');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('alert').waitFor();
  // A move by hand settles it too.
  await clickMove(page, 'e2e4');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.getByLabel('Type a move').fill('Nf3');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await moves(page).getByText('Nf3').waitFor();
  await close(page, REFUSED);
});

test('a position set up by hand', async () => {
  const page = await app.open('chess');
  await unfold(page, 'Position and PGN');
  await page.getByRole('button', { name: 'Edit the position' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Use this position' }).click();
  await page.getByRole('alert').waitFor();
  const put = async (piece, name) => {
    await page.getByRole('button', { name: piece }).click();
    const box = await page.locator('cg-board').boundingBox();
    const x = box.x + (('abcdefgh'.indexOf(name[0]) + 0.5) * box.width) / 8;
    const y = box.y + ((8 - Number(name[1]) + 0.5) * box.height) / 8;
    await page.mouse.click(x, y);
  };
  await put('white king', 'f6');
  await put('white queen', 'g2');
  await put('black king', 'h8');
  await page.getByRole('button', { name: 'Use this position' }).click();
  await boardReady(page, 'g2: white queen');
  await clickMove(page, 'g2g7');
  await page.getByText('1–0: checkmate, white wins').waitFor();
  await close(page, REFUSED);
});

test('two tabs play two games', async () => {
  const one = await app.open('chess');
  const two = await app.open('chess');
  await clickMove(one, 'e2e4');
  await clickMove(two, 'd2d4');
  await moves(one).getByText('e4').waitFor();
  await moves(two).getByText('d4').waitFor();
  await one.reload();
  await moves(one).getByText('e4').waitFor();
  await close(one);
  await close(two);
});

test('a link with nonsense for a position says so, and the other tables can still be chosen', async () => {
  const page = await app.open('chess?fen=xx');
  await page.getByText(/This cannot be played|1 ranks/).first().waitFor();
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.getByRole('button', { name: 'Hint' }).waitFor();
  await close(page, REFUSED);
});
