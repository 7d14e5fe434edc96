// What all tables share: addresses, titles, settings, languages, print, fingers, zoom.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { boardReady, checkAccessibility, clickMove, close, drag, needsServer, start, unfold } from './browser.mjs';

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
  const problem = await again(await address(/#problems\?fen=6k1.*stipulation=%232/));
  await problem.getByRole('button', { name: 'Solve', exact: true }).click();
  await problem.getByText(/searched completely/).waitFor();
  assert.match(await problem.title(), /#2 – Problems – Zugwerk/);
  await close(problem);
  await page.getByRole('button', { name: 'Fool’s mate' }).click();
  const sketch = await again(await address(/sketch=.*f2f3/));
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
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.locator('.puzzle-board [data-cell="0"]').click();
  await address(/#puzzles\/nurikabe\?p=.*a=1/);
  // The link that is shown to be copied, too.
  await unfold(page, 'Links and formats');
  const puzzle = await again(await page.locator('.copy input').first().inputValue());
  await puzzle.getByRole('button', { name: /^r1c1: black/ }).waitFor();
  assert.match(await puzzle.title(), /Nurikabe – Zugwerk/);
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
  // From elsewhere: the page itself would mend the link before it could be loaded anew.
  await page.goto('about:blank');
  await page.goto(`${app.url}/#chess?moves=,,x,e2e4&fen=`);
  await page.getByText(/This cannot be played/).waitFor();
  for (const hash of ['games?name=nothing', 'games?rules=nonsense', 'problems?sketch=&question=?', 'games?name=deathstacks&position=x&moves=a-b', 'puzzles/sudoku?p=nonsense', 'puzzles/nothing?p=x', 'puzzles/__proto__', 'puzzles/a%2Fb']) {
    await page.goto(`${app.url}/#${hash}`);
    await page.locator('.panel').waitFor();
    await page.waitForTimeout(300);
  }
  await page.getByRole('tab', { name: 'Chess' }).click();
  await status(page).getByText('White to move').waitFor();
  await close(page, /status of 400/);
});

test('a link that can be followed only in part leads as far as it can', async () => {
  const page = await app.open('games?name=hex&moves=a1+b2+z9+c3');
  await page.getByText('"z9" is no move').waitFor();
  await page.locator('.moves li:not(.faint)').nth(1).waitFor();
  assert.equal(await page.locator('.moves li:not(.faint)').count(), 2);
  // What was wrong with the link is still told when the bot has moved, and no longer when the person has.
  await page.goto(`${app.url}/#games?name=tic-tac-toe&moves=b2+z9`);
  await page.locator('.moves li:not(.faint)').nth(1).waitFor();
  await page.getByText('"z9" is no move').waitFor();
  await page.locator('.game-board .target').first().click();
  await page.getByText('"z9" is no move').waitFor({ state: 'detached' });
  await page.goto(`${app.url}/#games?name=hex&position=nonsense`);
  await page.locator('.game-board .target').first().waitFor();
  await page.goto(`${app.url}/#puzzles/sudoku?p=nonsense`);
  await page.locator('.notice.bad').waitFor();
  await page.getByRole('group', { name: 'Nurikabe board' }).waitFor();
  // Rules that are wrong are there to be mended.
  await page.goto(`${app.url}/#games?rules=game+x`);
  await page.getByText('there are no players').first().waitFor();
  await unfold(page, 'Rules');
  assert.equal(await page.locator('.rule-editor textarea').inputValue(), 'game x');
  await close(page, /status of 400/);
});

test('links to tables that once were lead where their things lie now', async () => {
  const page = await app.open('deathstacks?moves=a6-2-a4');
  await page.getByRole('button', { name: /^a4: from the top Red, Red/ }).waitFor();
  assert.match(page.url(), /#games\?name=deathstacks&moves=a6-2-a4/);
  await page.goto(`${app.url}/#kuromasu?p=${encodeURIComponent('https://puzz.link/p?kurodoko/3/3/j5j')}&cells=b.......w`);
  await page.getByRole('button', { name: /^r1c1: black/ }).waitFor();
  await page.getByRole('button', { name: /^r3c3: not black/ }).waitFor();
  await close(page);
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
  await boardReady(page, 'c4: Läufer schwarz');
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

test('twins of a problem are solved one after the other and are part of its link', async () => {
  const page = await app.open('problems');
  await page.getByLabel('Position (FEN)').fill('6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1');
  await page.getByLabel('Stipulation').fill('#1');
  await page.getByLabel('Twins, one a line').fill('move a1 b1\ncontinued remove b1');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/a\) #1: Ra8# is the only key.* b\) #1: Rb8# is the only key.* c\) There is no #1/).waitFor();
  await page.locator('.answer-tree').getByText('Rb8#').click();
  await page.waitForFunction(() => /b8/.test(document.querySelector('.chessboard .unseen').textContent));
  await page.waitForFunction(() => new URLSearchParams(location.hash.split('?')[1]).getAll('twin').length === 2);
  await page.getByLabel('only the twins, not the diagram').check();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/^a\) #1: Rb8# is the only key/).waitFor();
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
  // The rules of a puzzle are there too, without how to fill it in, also where they are folded away.
  const puzzle = await app.open('puzzles');
  const rules = puzzle.getByText('all shaded cells are connected').or(puzzle.getByText('the sea is connected')).first();
  await rules.waitFor();
  await puzzle.getByText('Rules', { exact: true }).click();
  await rules.waitFor({ state: 'hidden' });
  await puzzle.emulateMedia({ media: 'print' });
  await rules.waitFor();
  for (const other of ['Generate', 'Hint']) assert.equal(await puzzle.getByRole('button', { name: other }).isVisible(), false);
  assert.equal(await puzzle.getByText('? shows the keys.').isVisible(), false);
  await close(puzzle);
  // What is asked of a problem stands under its diagram.
  const problem = await app.open(`problems?${new URLSearchParams({ fen: '8/8/8/8/8/1R6/R7/4K2k w - - 0 1', stipulation: '#2' })}`);
  const asked = problem.locator('.panel').getByText('#2', { exact: true });
  await asked.waitFor({ state: 'attached' });
  assert.equal(await asked.isVisible(), false);
  await problem.emulateMedia({ media: 'print' });
  await asked.waitFor();
  await close(problem);
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
  // Windows fit, and are read from their beginning.
  await phone.setViewportSize({ width: 390, height: 500 });
  for (const name of ['Settings', 'Help']) {
    await phone.getByRole('button', { name }).click();
    await phone.getByRole('dialog').getByRole('heading', { name }).waitFor();
    const { wide, down } = await phone.evaluate(() => {
      const dialog = document.querySelector('dialog');
      return { wide: dialog.scrollWidth - dialog.clientWidth, down: dialog.scrollTop };
    });
    assert.deepEqual({ wide, down }, { wide: 0, down: 0 }, name);
    await phone.keyboard.press('Escape');
    await phone.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await close(phone);
  for (const table of ['chess', 'problems', 'games', 'games?name=deathstacks', 'puzzles']) {
    const zoomed = await app.open(table, { viewport: { width: 640, height: 450 } });
    await zoomed.locator('.board-side').waitFor();
    await zoomed.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    await close(zoomed);
  }
});

test('a full list of moves shows the last ones, in whole rows', async () => {
  const knights = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  const many = Array.from({ length: 150 }, (_, at) => knights[at % 4]);
  // Rows of Hex that both colours fill in turn.
  const hex = Array.from({ length: 98 }, (_, at) => 'abcdefghijk'[at % 11] + (1 + Math.floor(at / 11)));
  for (const table of [`chess?moves=${many}`, `games?name=hex&moves=${hex.join('+')}`]) {
    const page = await app.open(table);
    await page.waitForFunction(() => {
      const list = document.querySelector('.moves');
      const { top, bottom } = list.getBoundingClientRect();
      const rows = [...list.querySelectorAll('.move')].map((move) => move.getBoundingClientRect());
      const isSeen = ({ top: from, bottom: to }) => to > top + 2 && from < bottom - 2;
      const isWhole = ({ top: from, bottom: to }) => from >= top && to <= bottom;
      return list.scrollTop > 0 && isSeen(rows.at(-1)) && rows.filter(isSeen).every(isWhole);
    });
    await close(page);
  }
});

test('Copied is said only of what was copied, also where the browser has no clipboard', async () => {
  const page = await app.open('games?name=hex');
  await unfold(page, 'Position and link');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  const copy = page.getByRole('button', { name: 'Copy Link' });
  await copy.click();
  await copy.getByText('Press Ctrl+C').waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value), await page.evaluate(() => location.href));
  await page.evaluate(() => (document.execCommand = () => true));
  await copy.click();
  await copy.getByText('Copied').waitFor();
  await close(page);
});

/** How well two colours can be told apart, by the rule for contrast; the first one may let the second shine through. */
function contrast(above, below, opacity = 1) {
  const parts = (color) => color.match(/[\d.]+/g).slice(0, 3).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const mixed = parts(above).map((part, at) => opacity * part + (1 - opacity) * parts(below)[at]);
  const [more, less] = [light(mixed), light(parts(below))].sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}

test('what can be played, and black stones, are seen by night too', async () => {
  for (const colorScheme of ['light', 'dark']) {
    let page = await app.open('games?name=amazons', { colorScheme });
    await page.locator('.game-board .target.dark').first().waitFor();
    const marks = await page.locator('.game-board .target').evaluateAll((cells) =>
      cells.map((cell) => {
        const mark = getComputedStyle(cell.querySelector('.target-mark'));
        return [mark.stroke, getComputedStyle(cell.querySelector('.ground')).fill, Number(mark.opacity)];
      }),
    );
    assert.equal(marks.length, 4);
    for (const mark of marks) assert.ok(contrast(...mark) >= 2, `${colorScheme}: ${mark}`);
    await close(page);
    page = await app.open('games?name=gomoku&moves=h8', { colorScheme });
    await page.locator('.game-board .token').first().waitFor();
    const stone = await page.locator('.game-board .black circle').first().evaluate((disc) => getComputedStyle(disc).fill);
    const board = await page.locator('.board-side .game-board').evaluate((svg) => getComputedStyle(svg).backgroundColor);
    assert.ok(contrast(stone, board) >= 3, `${colorScheme}: ${stone} on ${board}`);
    await close(page);
  }
});
