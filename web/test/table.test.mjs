// The chess table as a person uses it: premoves, the end of a game, questions, openings, files, keys.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { boardReady, checkAccessibility, clickMove, close, drag, needsServer, REFUSED, slowly, start, unfold } from './browser.mjs';

let app;
before(async () => (app = await start()));
after(() => app.stop());

const moves = (page) => page.getByRole('group', { name: 'Moves' });
const status = (page) => page.locator('.panel > .notice').first();
const type = async (page, ...texts) => {
  for (const text of texts) {
    const before = await moves(page).getByRole('button').count();
    await page.getByLabel('Type a move').fill(text);
    await page.getByLabel('Type a move').press('Enter');
    await page.waitForFunction((old) => document.querySelectorAll('.moves .move').length > old, before);
  }
};
const load = async (page, text) => {
  if (!(await page.getByLabel('Paste a FEN or PGN').isVisible())) await unfold(page, 'Position and PGN');
  await page.getByLabel('Paste a FEN or PGN').fill(text);
  await page.getByRole('button', { name: 'Load' }).click();
};

test('a premove is played as soon as the engine has moved', needsServer, async () => {
  const page = await app.open('chess');
  await page.getByRole('button', { name: 'Play White' }).click();
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  const { release } = await slowly(page, '**/chess/move');
  await boardReady(page, 'e2: white pawn');
  await clickMove(page, 'e2e4');
  await status(page).getByText('The engine thinks…').waitFor();
  await drag(page, 'h2', 'h3');
  await page.locator('square.current-premove').first().waitFor({ state: 'attached' });
  release();
  await moves(page).getByText('h3').waitFor();
  await close(page);
});

test('a premove that promotes makes a queen and asks nothing', needsServer, async () => {
  const page = await app.open('chess');
  await load(page, '8/P6k/8/8/8/8/8/K7 w - - 0 1');
  const fromHere = page.getByLabel('From the position on the board');
  await fromHere.waitFor({ state: 'attached' });
  if (!(await fromHere.isVisible())) await unfold(page, 'Play against the engine');
  await fromHere.check();
  await page.getByRole('button', { name: 'Play White' }).click();
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  const { release } = await slowly(page, '**/chess/move');
  await type(page, 'Kb2');
  await status(page).getByText('The engine thinks…').waitFor();
  await drag(page, 'a7', 'a8');
  await page.locator('square.current-premove').first().waitFor({ state: 'attached' });
  release();
  await moves(page).getByText('a8=Q').waitFor();
  assert.equal(await page.getByRole('dialog', { name: 'Promote to' }).count(), 0);
  await close(page);
});

test('the choice of a promotion covers the board and no more', async () => {
  const page = await app.open('chess?fen=7k/P7/8/8/8/8/8/K7+w+-+-+0+1', { viewport: { width: 1283, height: 900 } });
  await page.getByRole('gridcell', { name: 'a7: white pawn' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.square-cells [data-square=a8].target').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
  const box = (selector) => page.locator(selector).boundingBox();
  assert.deepEqual(await box('.promotion-shade'), await box('cg-board'));
  await close(page);
});

test('on a phone a new game shows its board, its status and its moves', async () => {
  const page = await app.open('chess', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await status(page).getByText('White to move').waitFor();
  await page.getByRole('button', { name: 'Play White' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Play White' }).click();
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  // What lies behind the board is not seen.
  const isSeen = (selector) =>
    page.waitForFunction((selector) => {
      const element = document.querySelector(selector);
      const { left, top, bottom } = element.getBoundingClientRect();
      const at = (y) => document.elementFromPoint(left + 5, y);
      return element.contains(at(top + 3)) && element.contains(at(bottom - 3));
    }, selector);
  for (const selector of ['.board-side', '.panel > .notice', '.panel > .row', '.panel > .moves']) await isSeen(selector);
  await close(page);
});

test('the end on the board: rematch with the other colour, and analysis', async () => {
  const page = await app.open('chess');
  await page.getByRole('button', { name: 'Play White' }).click();
  await status(page).getByText('White to move').waitFor();
  await type(page, 'e4');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  const card = page.getByRole('group', { name: 'The game is over' });
  await card.getByText('0–1: white resigns').waitFor();
  await checkAccessibility(page);
  await card.getByRole('button', { name: 'Rematch' }).click();
  await moves(page).getByRole('button').first().waitFor();
  assert.equal(await page.locator('.orientation-black').count(), 1, 'the colours have changed');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await card.getByRole('button', { name: 'Analyse the game' }).click();
  await status(page).getByText('1–0: black resigns').waitFor();
  await page.getByText('Share', { exact: true }).click();
  await page.waitForFunction(() => /\[Date "\d{4}\.\d\d\.\d\d"\]/.test(document.querySelector('.folded textarea[readonly]')?.value));
  await close(page);
});

test('a game that is being played is not thrown away without a question', async () => {
  const page = await app.open('chess');
  await page.getByRole('button', { name: 'Play White' }).click();
  await status(page).getByText('White to move').waitFor();
  await type(page, 'd4');
  await moves(page).getByRole('button').nth(1).waitFor();
  // Nor by a link, in the page or when it is opened anew.
  for (const anew of [false, true]) {
    if (anew) await page.goto('about:blank');
    await page.goto(`${app.url}/#chess?moves=e2e4`);
    await page.getByRole('button', { name: 'Go on playing' }).click();
    await moves(page).getByText('d4').waitFor();
    await page.getByRole('button', { name: 'Resign' }).waitFor();
  }
  await unfold(page, 'Position and PGN');
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.getByRole('button', { name: 'Go on playing' }).click();
  await moves(page).getByText('d4').waitFor();
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give it up' }).click();
  await page.getByText('No moves yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await moves(page).getByText('d4').waitFor();
  await close(page);
});

test('a game from the position on the board', async () => {
  const page = await app.open('chess');
  await load(page, '7k/5Q2/8/8/8/8/p7/K7 w - - 0 1');
  // It is there as soon as the position is loaded.
  const fromHere = page.getByLabel('From the position on the board');
  await fromHere.waitFor({ state: 'attached' });
  if (!(await fromHere.isVisible())) await unfold(page, 'Play against the engine');
  await fromHere.check();
  await page.getByRole('button', { name: 'Play White' }).click();
  await page.locator('.player', { hasText: '+8' }).waitFor();
  await type(page, 'Qe7');
  await moves(page).getByRole('button').nth(1).waitFor();
  await close(page);
});

test('openings have names, whatever the order of moves', async () => {
  const page = await app.open('chess');
  await type(page, 'e4', 'c5');
  await page.getByText('B20 · Sicilian Defence').waitFor();
  await page.goto(`${app.url}/#chess?moves=c2c4,g8f6,b1c3,g7g6,d2d4,d7d5`);
  await page.getByText('D80 · Grünfeld Defence').waitFor();
  await close(page);
});

test('the chess board is played by keyboard', async () => {
  const page = await app.open('chess');
  await status(page).getByText('White to move').waitFor();
  await page.locator('.square-cells [tabindex="0"]').focus();
  const here = () => page.evaluate(() => document.activeElement.dataset.square);
  assert.equal(await here(), 'e1');
  await page.keyboard.press('ArrowUp');
  assert.equal(await here(), 'e2');
  await page.keyboard.press('Enter');
  await page.locator('.square-cells [data-square=e4].target').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await moves(page).getByText('e4').waitFor();
  await page.getByRole('gridcell', { name: 'e4: white pawn' }).waitFor({ state: 'attached' });
  await close(page);
});

test('the wheel and the keys walk through a game; ? shows the keys', async () => {
  const page = await app.open('chess?moves=e2e4,e7e5,g1f3');
  await moves(page).getByText('Nf3').waitFor();
  const box = await page.locator('cg-board').boundingBox();
  await page.mouse.move(box.x + 50, box.y + 50);
  await page.mouse.wheel(0, -100);
  await status(page).getByText('White to move').waitFor();
  await page.waitForTimeout(100);
  await page.mouse.wheel(0, 100);
  await status(page).getByText('Black to move').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await checkAccessibility(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await close(page);
});

test('all games of a PGN text, comments and signs, and undo', async () => {
  const page = await app.open('chess');
  await load(page, '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 1-0\n\n[White "Cleo"]\n[Black "Dan"]\n\n1. d4 d5 2. c4 0-1\n');
  await page.getByText('Game 1 of 2.').waitFor();
  await page.locator('.player', { hasText: 'Anna' }).waitFor();
  await page.locator('.games-of-file select').selectOption('1');
  await page.locator('.player', { hasText: 'Cleo' }).waitFor();
  await unfold(page, 'Comments');
  await page.getByRole('button', { name: 'interesting move' }).click();
  await page.getByLabel('Comment on c4').fill('The gambit.');
  await moves(page).getByText('c4⁉').waitFor();
  await page.getByText('Share', { exact: true }).click();
  await page.waitForFunction(() => /c4 \$5 \{The gambit\.\}|c4!\? \{The gambit\.\}/.test(document.querySelector('.folded textarea[readonly]')?.value));
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await moves(page).getByText('c4').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await moves(page).getByText('c4⁉').waitFor();
  await close(page);
});

test('tags without moves are told, and a game with a result is one without moves too', async () => {
  const page = await app.open('chess?moves=e2e4');
  await moves(page).getByText('e4').waitFor();
  await load(page, '[Event "x');
  await page.getByRole('alert').getByText('A tag is incomplete').waitFor();
  await load(page, '[Event "x"]');
  await page.getByRole('alert').getByText('There are no moves after the tags.').waitFor();
  await moves(page).getByText('e4').waitFor();
  await load(page, '[Event "x"]\n\n*');
  await page.getByText('No moves yet.').waitFor();
  await close(page);
});

test('a line of the engine is shown and played up to the move clicked', async () => {
  const page = await app.open('chess');
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.locator('.engine-lines li').first().locator('.move').nth(2).waitFor();
  await page.locator('.bar-number').waitFor();
  await page.locator('.engine-lines li').first().locator('.move').nth(2).focus();
  await page.locator('.preview cg-board').waitFor();
  await page.locator('.engine-lines li').first().locator('.move').nth(2).click();
  await moves(page).getByRole('button').nth(2).waitFor();
  await close(page);
});

test('a move is drawn at once, also when the program is slow, and taken back where it cannot be', needsServer, async () => {
  const page = await app.open('chess');
  await status(page).getByText('White to move').waitFor();
  await page.waitForLoadState('networkidle');
  const { release } = await slowly(page, '**/chess/position');
  await drag(page, 'e2', 'e4');
  await moves(page).getByText('e4').waitFor();
  await drag(page, 'e7', 'e5');
  await moves(page).getByText('e7e5').waitFor();
  await drag(page, 'g1', 'g3');
  await moves(page).getByText('g1g3').waitFor();
  release();
  await page.getByText(/This cannot be played.*g1g3/).waitFor();
  await page.waitForFunction(() => /e4\s*e5\s*$/.test(document.querySelector('.moves').innerText));
  await close(page, REFUSED);
});
