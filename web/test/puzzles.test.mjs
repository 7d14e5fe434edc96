// The puzzle table: every way to fill in, hints, checks, new puzzles, links.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { close, followHints, start, unfold } from './browser.mjs';

let app;
before(async () => (app = await start()));
after(() => app.stop());

/** The middle of a cell, or a place beside it in cells, on the screen. */
async function at(page, cell, columns = 0, rows = 0) {
  const box = await page.locator(`.puzzle-board [data-cell="${cell}"]`).boundingBox();
  return [box.x + box.width * (0.5 + columns), box.y + box.height * (0.5 + rows)];
}

const open = (puzzle, kind) => app.open(`puzzles/${kind}?${new URLSearchParams({ p: puzzle })}`);
const NURIKABE = 'https://puzz.link/p?nurikabe/5/5/g5k2o1k3g';

test('cells are painted by click, drag and keyboard, and changes are taken back', async () => {
  const page = await open(NURIKABE, 'nurikabe');
  await page.getByRole('group', { name: 'nurikabe board' }).waitFor();
  await page.mouse.click(...(await at(page, 0)));
  assert.equal(await page.locator('.filled-black').count(), 1);
  await page.mouse.click(...(await at(page, 0)));
  assert.equal(await page.locator('.filled-out').count(), 1);
  await page.mouse.move(...(await at(page, 20)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, 24)), { steps: 8 });
  await page.mouse.up();
  assert.ok((await page.locator('.filled-black').count()) >= 4);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  assert.equal(await page.locator('.filled-black').count(), 0);
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  assert.ok((await page.locator('.filled-black').count()) >= 4);
  await page.locator('[data-cell="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^r2c1: black/ }).waitFor();
  // The address says what is on the table.
  const address = page.url();
  assert.match(address, /#puzzles\/nurikabe\?p=.*&a=/);
  const copy = await app.open(address.split('#')[1]);
  await copy.getByRole('button', { name: /^r2c1: black/ }).waitFor();
  await close(copy);
  await close(page);
});

test('a link in the same tab brings another puzzle', async () => {
  const page = await open(NURIKABE, 'nurikabe');
  await page.getByRole('group', { name: 'nurikabe board' }).waitFor();
  const query = new URLSearchParams({ p: 'sudoku 4x4\n1 . . .\n. . 2 .\n. 3 . .\n. . . 4\n' });
  const address = await page.evaluate((text) => (location.hash = text), `#puzzles/sudoku?${query}`);
  await page.getByRole('group', { name: 'sudoku board' }).waitFor();
  assert.ok(address.startsWith('#puzzles/sudoku'));
  await page.goBack();
  await page.getByRole('group', { name: 'nurikabe board' }).waitFor();
  await close(page);
});

test('hints lead to the solution, which is noticed at once', async () => {
  const page = await open(NURIKABE, 'nurikabe');
  await page.getByRole('group', { name: 'nurikabe board' }).waitFor();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.puzzle-cell.news').first().waitFor();
  await page.getByRole('button', { name: 'Do it' }).click();
  await page.locator('.puzzle-cell.news').first().waitFor({ state: 'detached' });
  await followHints(page);
  await close(page);
});

test('a mistake is named, and a check marks what is broken', async () => {
  const page = await open(NURIKABE, 'nurikabe');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/^Solved! \d/).first().waitFor();
  const black = await page.getByRole('button', { name: /: black$/ }).first().getAttribute('data-cell');
  await page.mouse.click(...(await at(page, black)));
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByText(/mistake/).first().waitFor();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('.puzzle-cell.broken').first().waitFor();
  await close(page);
});

test('lines along sides, between centres, borders, digits and slashes', async () => {
  let page = await open('https://puzz.link/p?slither/4/4/dgdh2c71', 'slitherlink');
  await page.getByRole('group', { name: 'slitherlink board' }).waitFor();
  await page.mouse.click(...(await at(page, 5, 0, -0.5)));
  assert.equal(await page.locator('.filled-line').count(), 1);
  await page.locator('[data-cell="0"]').focus();
  await page.keyboard.press('Shift+ArrowUp');
  assert.equal(await page.locator('.filled-line').count(), 2);
  // What was drawn is read out, and each cell says what is around it.
  await page.getByRole('status').getByText(/^r1c1: .*lines: above$/).waitFor();
  await page.getByRole('button', { name: /^r2c2: .*lines: above$/ }).waitFor();
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByRole('button', { name: /^r1c1: .*crosses: above$/ }).waitFor();
  await close(page);
  page = await open('puzzle masyu 4x4\npearl\n. . . .\n. 1 . .\n. . . .\n. . . .\n', 'masyu');
  await page.getByRole('group', { name: 'masyu board' }).waitFor();
  await page.getByRole('button', { name: 'r2c2: white pearl', exact: true }).waitFor();
  await page.mouse.move(...(await at(page, 0)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, 2)), { steps: 10 });
  await page.mouse.up();
  assert.equal(await page.locator('.filled-line').count(), 2);
  await close(page);
  page = await open('puzzle shikaku 3x3\nclue\n3 . .\n3 . .\n3 . .\n', 'shikaku');
  await page.getByRole('group', { name: 'shikaku board' }).waitFor();
  for (const cell of [0, 1, 2, 3, 4, 5]) await page.mouse.click(...(await at(page, cell, 0, 0.54)));
  await page.getByText(/^Solved! \d/).first().waitFor();
  await close(page);
  page = await open('puzzle sudoku 4x4\nroom\n0 0 1 1\n0 0 1 1\n2 2 3 3\n2 2 3 3\nclue\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n', 'sudoku');
  await page.getByRole('group', { name: 'sudoku board' }).waitFor();
  await page.mouse.click(...(await at(page, 15)));
  await page.getByRole('button', { name: 'Marks' }).click();
  await page.getByRole('group', { name: 'Numbers' }).getByRole('button', { name: '2', exact: true }).click();
  assert.equal(await page.locator('.pencil').innerHTML(), '2');
  await page.getByRole('button', { name: 'Marks' }).click();
  await page.getByRole('group', { name: 'Numbers' }).getByRole('button', { name: '1', exact: true }).click();
  await page.getByText(/^Solved! \d/).first().waitFor();
  await close(page);
});

test('a new puzzle of a chosen kind', async () => {
  const page = await app.open('puzzles');
  await page.getByLabel('Kind').selectOption('tents');
  await page.getByLabel('Width').selectOption('5');
  await page.getByLabel('Height').selectOption('5');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText(/exactly one solution/).waitFor();
  await page.getByRole('group', { name: 'tents board' }).waitFor();
  assert.match(page.url(), /#puzzles\/tents\?/);
  await close(page);
});

test('a link to a kind brings a puzzle of it, and one to no kind says so', async () => {
  const page = await app.open('puzzles/takuzu');
  await page.getByRole('group', { name: 'Takuzu board' }).waitFor();
  await page.waitForURL(/#puzzles\/takuzu\?p=/);
  const address = page.url();
  // What lies on the table is not thrown away for another of its kind.
  await page.goto(`${app.url}/#puzzles/takuzu`);
  await page.waitForURL(address);
  await page.goto(`${app.url}/#puzzles/tents`);
  await page.getByRole('group', { name: 'Tents board' }).waitFor();
  await page.goto(`${app.url}/#puzzles/nothing`);
  await page.getByText('"nothing" is no kind of puzzle').waitFor();
  await page.getByRole('group', { name: 'Tents board' }).waitFor();
  await close(page, /status of 400/);
});

test('what the laws of a puzzle count with is told, and no law that it does not ask for', async () => {
  const laws = (page) => page.locator('.laws li').allInnerTexts();
  let page = await open('puzzle palisade 3x2 size=3\nclue\n...\n...\n', 'palisade');
  await page.getByText('Cells of every piece: 3').waitFor();
  await close(page);
  const takuzu = (head) => `puzzle takuzu 4x4${head}\nclue\n1...\n....\n....\n....\n`;
  page = await open(takuzu(''), 'takuzu');
  await page.getByRole('group', { name: 'Takuzu board' }).waitFor();
  assert.deepEqual((await laws(page)).filter((law) => /equal$|asks/.test(law)), []);
  await page.goto(`${app.url}/#puzzles/takuzu?${new URLSearchParams({ p: takuzu(' distinct=1') })}`);
  await page.getByText('no two rows or columns are equal', { exact: true }).waitFor();
  await close(page);
});

test('another puzzle does not throw away what was filled in: Undo brings it back, and Redo the other', async () => {
  const page = await open(NURIKABE, 'nurikabe');
  const black = page.locator('.filled-black');
  await page.getByRole('group', { name: 'nurikabe board' }).waitFor();
  await page.mouse.click(...(await at(page, 0)));
  await page.mouse.click(...(await at(page, 2)));
  await unfold(page, 'Links and formats');
  await page.getByLabel('Paste a puzzle').fill('puzzle takuzu 4x4\nclue\n1...\n....\n....\n....\n');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByRole('group', { name: 'Takuzu board' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('group', { name: 'nurikabe board' }).waitFor();
  assert.equal(await black.count(), 2);
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await page.getByRole('group', { name: 'Takuzu board' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('group', { name: 'nurikabe board' }).waitFor();
  // What was filled in before is undone as it was.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await black.nth(1).waitFor({ state: 'detached' });
  assert.equal(await black.count(), 1);
  await close(page);
});

test('clues lie above the lines that meet at them', async () => {
  const puzzle = 'puzzle slant 2x2\nclue\n. . .\n. 2 .\n. . .\n';
  const page = await open(puzzle, 'slant');
  await page.mouse.click(...(await at(page, 0)));
  await page.locator('.filled-line').waitFor();
  const above = await page.evaluate(() => {
    const clues = [...document.querySelectorAll('.puzzle-board text')].filter((text) => text.textContent === '2');
    const line = document.querySelector('.filled-line');
    return clues.some((clue) => line.compareDocumentPosition(clue) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  assert.ok(above);
  await page.keyboard.press('?');
  await page.getByText('draw the line or the border').waitFor();
  await close(page);
});
