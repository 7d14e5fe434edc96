// What all tables share: addresses, titles, settings, languages, print, fingers, zoom.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccessibility, clickMove, close, drag, needsServer, start } from './browser.mjs';

let app;
before(async () => (app = await start()));
after(() => app.stop());

const status = (page) => page.locator('.panel > .notice').first();

test('every table has an address that says what lies on it', async () => {
  const page = await app.open('chess');
  const address = async (pattern) => {
    await page.waitForFunction((text) => new RegExp(text).test(location.hash), pattern.source);
    return page.url();
  };
  const again = async (url) => {
    const other = await app.open(new URL(url).hash.slice(1));
    return other;
  };
  await clickMove(page, 'e2e4');
  const chess = await again(await address(/#chess\?moves=e2e4/));
  await chess.locator('.moves').getByText('e4').waitFor();
  assert.match(await chess.title(), /Chess – Zugwerk/);
  await close(chess);
  await page.getByRole('tab', { name: 'Problems' }).click();
  await page.getByRole('button', { name: 'Two rooks' }).click();
  const problem = await again(await address(/#problems\?fen=7k.*stipulation=%232/));
  await problem.getByRole('button', { name: 'Solve', exact: true }).click();
  await problem.getByText(/searched completely/).waitFor();
  assert.match(await problem.title(), /#2 – Problems – Zugwerk/);
  await close(problem);
  await page.getByRole('button', { name: 'Fool’s mate' }).click();
  const sketch = await again(await address(/sketch=game/));
  assert.match(await sketch.getByRole('textbox', { name: 'Sketch' }).inputValue(), /f2f3/);
  await close(sketch);
  await page.getByRole('tab', { name: 'Games' }).click();
  await page.getByRole('button', { name: 'Hex', exact: true }).click();
  await page.getByLabel('The bot plays').selectOption('nobody');
  await page.locator('.game-board .target').first().click();
  const game = await again(await address(/#games\?name=hex&moves=/));
  await game.locator('.moves li:not(.faint)').waitFor();
  assert.match(await game.title(), /Hex – Zugwerk/);
  await close(game);
  await page.getByRole('tab', { name: 'Kuromasu' }).click();
  await page.getByRole('button', { name: /^r1c1:/ }).click();
  const puzzle = await again(await address(/#kuromasu\?p=.*kurodoko.*cells=b/));
  await puzzle.getByRole('button', { name: /^r1c1: black/ }).waitFor();
  await close(puzzle);
  // Back through the tables: each is as it was left.
  await page.goBack();
  await page.getByRole('group', { name: 'Hex board' }).waitFor();
  await page.goBack();
  await page.getByRole('textbox', { name: 'Sketch' }).waitFor();
  await page.goBack();
  await page.locator('.moves').getByText('e4').waitFor();
  await close(page);
});

test('nonsense in the address or in what was kept does not stop the page', async () => {
  const page = await app.open('%E0%A4%A');
  await page.getByText('There is no table').waitFor();
  await page.evaluate(() => localStorage.setItem('zugwerk/settings', '{"language":"xx","theme":[7],"board":"wood\\"","name":"'.concat('x'.repeat(99), '"}')));
  await page.evaluate(() => sessionStorage.setItem('zugwerk/chess/path', '"['));
  await page.goto(`${app.url}/#chess?moves=,,x,e2e4&fen=`);
  await page.reload();
  await page.getByText(/This cannot be played/).waitFor();
  for (const hash of ['games?name=nothing', 'games?rules=nonsense', 'problems?sketch=&question=?', 'deathstacks?fen=x&moves=a-b']) {
    await page.goto(`${app.url}/#${hash}`);
    await page.locator('.panel').waitFor();
    await page.waitForTimeout(300);
  }
  await page.getByRole('tab', { name: 'Chess' }).click();
  await status(page).getByText('White to move').waitFor();
  await close(page, /status of 400/);
});

test('an unknown table and an unknown file are told', needsServer, async () => {
  const page = await app.open('nonsense');
  await page.getByText('There is no table “nonsense”.').waitFor();
  assert.match(await page.title(), /Not found/);
  await checkAccessibility(page);
  await page.locator('.not-found').getByRole('button', { name: 'Chess' }).click();
  await status(page).getByText('White to move').waitFor();
  await close(page);
  const answer = await fetch(`${app.url}/nothing`, { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 404);
  assert.match(await answer.text(), /nothing here/);
});

test('settings are kept by the browser for every tab', async () => {
  const page = await app.open('chess');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByLabel('Colours').selectOption('dark');
  await page.getByRole('dialog').getByLabel('Board').selectOption('green');
  await page.getByLabel('Pieces').selectOption('letters');
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
  await checkAccessibility(page);
  await page.getByLabel('Ihr Name').fill('Karla');
  await page.getByRole('button', { name: 'Fertig' }).click();
  const other = await page.context().newPage();
  await other.goto(`${app.url}/#chess`);
  await other.getByRole('button', { name: 'Weiß spielen' }).click();
  await other.locator('.player', { hasText: 'Karla' }).waitFor();
  const marks = await other.evaluate(() => ({ ...document.documentElement.dataset, lang: document.documentElement.lang }));
  assert.deepEqual(marks, { theme: 'dark', board: 'green', pieces: 'letters', lang: 'de' });
  await close(page);
});

test('a German browser gets a German page, with its reasons and ends', async () => {
  const page = await app.open('chess', { locale: 'de-AT' });
  await status(page).getByText('Weiß am Zug').waitFor();
  await checkAccessibility(page);
  await page.goto(`${app.url}/#chess?fen=4k3/8/8/8/2b5/8/8/4K2R+w+K+-+0+1`);
  await page.waitForTimeout(400);
  await drag(page, 'e1', 'g1');
  await page.getByText('e1g1: der König ginge über f1, das der Läufer auf c4 angreift').waitFor();
  await page.goto(`${app.url}/#chess?moves=f2f3,e7e5,g2g4,d8h4`);
  await page.getByText('0–1: schachmatt, Schwarz gewinnt').waitFor();
  await page.getByRole('tab', { name: 'Probleme' }).click();
  await page.getByRole('button', { name: 'Hilfsmatt' }).click();
  await page.getByRole('button', { name: 'Lösen', exact: true }).click();
  await page.getByText('h#2: 3 Lösungen; vollständig durchsucht.').waitFor();
  await page.locator('.answer-tree').getByText('Dh5#').first().waitFor();
  await page.getByRole('tab', { name: 'Spiele' }).click();
  await page.getByText('Gelb am Zug.').waitFor();
  await close(page);
});

test('set play and tries of a problem can be played through; the board can be set up', async () => {
  const page = await app.open('problems');
  await page.getByLabel('Asked for').selectOption('#');
  await page.getByLabel('Position (FEN)').fill('8/8/8/8/8/1R6/R7/4K2k w - - 0 1');
  await page.getByLabel('Stipulation').fill('#2');
  await page.getByLabel('with set play and tries').check();
  assert.equal(await page.getByLabel('Stipulation').inputValue(), '#2 +k');
  await page.getByLabel('Set up the position on the board').check();
  await page.getByRole('group', { name: 'Pieces' }).waitFor();
  await page.getByText('3 + 1 pieces').waitFor();
  // By keyboard: a black pawn on h7.
  await page.locator('.set-up .square-cells [tabindex="0"]').focus();
  await page.keyboard.press('p');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press('Enter');
  await page.getByText('3 + 2 pieces').waitFor();
  assert.match(await page.getByLabel('Position (FEN)').inputValue(), /^8\/7p\//);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/searched completely/).waitFor();
  await page.locator('.answer-tree').getByText('try').first().waitFor();
  const board = page.locator('.chessboard .unseen');
  const before = await board.innerText();
  await page.locator('.answer-tree li', { hasText: 'refutes' }).locator('.move').last().click();
  await page.waitForFunction((old) => document.querySelector('.chessboard .unseen').textContent !== old, before);
  await checkAccessibility(page);
  await close(page);
});

test('a search that runs is not left without a question', async () => {
  const page = await app.open('problems');
  await page.getByLabel('Position (FEN)').fill('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  await page.getByLabel('Stipulation').fill('#7');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/Working for \d+ s/).waitFor();
  await page.getByRole('tab', { name: 'Chess' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByText(/Working/).waitFor();
  await page.getByRole('tab', { name: 'Chess' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await status(page).getByText('White to move').waitFor();
  await close(page);
});

test('on paper there is the board and what was said, on touch there is room, and zoom hides nothing', async () => {
  const page = await app.open('chess?moves=e2e4');
  await page.locator('.moves').getByText('e4').waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.masthead').isVisible(), false);
  assert.equal(await page.locator('.moves').isVisible(), true);
  await close(page);
  const phone = await app.open('chess', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.locator('.board-side').waitFor();
  const small = await phone.evaluate(() =>
    [...document.querySelectorAll('button, select, summary, .typed input')]
      .filter((element) => element.getClientRects().length && !element.matches('.move'))
      .map((element) => [element.textContent || element.getAttribute('aria-label'), element.getBoundingClientRect()])
      .filter(([, box]) => box.height < 44 || box.width < 44)
      .map(([name, box]) => `${name}: ${box.width} × ${box.height}`),
  );
  assert.deepEqual(small, []);
  // The board stays in sight however far the panel is read.
  await phone.evaluate(() => scrollTo(0, 600));
  const board = await phone.locator('cg-board').boundingBox();
  assert.ok(board.y >= -1 && board.y < 100, `the board is at ${board.y}`);
  await close(phone);
  for (const table of ['chess', 'problems', 'games', 'deathstacks', 'kuromasu']) {
    const zoomed = await app.open(table, { viewport: { width: 640, height: 450 } });
    await zoomed.locator('.board-side').waitFor();
    await zoomed.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 5000 });
    await close(zoomed);
  }
});
