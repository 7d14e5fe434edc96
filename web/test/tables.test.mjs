import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { REFUSED, boardReady, checkAccessibility, close, drag, followHints, start, unfold } from './browser.mjs';

let app;
before(async () => (app = await start()));
after(() => app.stop());

const TABLES = ['chess', 'problems', 'games', 'games?name=deathstacks', 'puzzles', 'puzzles/kuromasu?p=3x3:c5e'];

for (const table of TABLES) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${table} in ${colorScheme} colours: accessible, and fits a phone`, async () => {
      const page = await app.open(table, { colorScheme });
      await page.locator('.board-side').waitFor();
      await page.waitForTimeout(300);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
      await checkAccessibility(page);
      await page.setViewportSize({ width: 390, height: 800 });
      // The board follows a new size with the next drawing.
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
      await close(page);
    });
  }
}

test('the tables can be reached by keyboard', async () => {
  const page = await app.open('chess');
  await page.getByRole('tab', { name: 'Chess' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('group', { name: 'Nurikabe board' }).waitFor();
  assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Puzzles');
  await close(page);
});

test('a problem solved and stepped through', async () => {
  const page = await app.open('problems');
  await page.getByRole('button', { name: 'Two rooks' }).click();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/Rb7 is the only key; searched completely/).waitFor();
  const before = await page.locator('.chessboard .unseen').innerText();
  await page.getByRole('button', { name: 'Next move' }).click();
  await page.waitForFunction((old) => document.querySelector('.chessboard .unseen').textContent !== old, before);
  await page.locator('.answer-tree .move').last().click();
  assert.equal(await page.locator('.answer-tree [aria-current=true]').count(), 1);
  // The tree is a list of lists also to those who do not see it.
  await checkAccessibility(page);
  await close(page);
});

test('a bad stipulation and an illegal drag are explained', async () => {
  const page = await app.open('problems');
  await page.getByLabel('Stipulation').fill('#x');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.locator('.notice.bad').waitFor();
  await page.getByRole('button', { name: 'Back-rank mate' }).click();
  await boardReady(page, 'a1: white rook');
  await drag(page, 'a1', 'b3');
  await page.getByText(/a1b3: /).waitFor();
  await close(page, REFUSED);
});

test('a sketch with a mistake, then answered', async () => {
  const page = await app.open('problems');
  await page.getByRole('button', { name: 'Fool’s mate' }).click();
  await page.getByRole('textbox', { name: 'Sketch' }).fill('game chess\nfrom start\nplay f2f3 ? g2g4 ?\nexpct mate');
  await page.locator('.drawing', { hasText: 'expct mate' }).waitFor();
  await page.getByRole('button', { name: 'Fool’s mate' }).click();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText(/Qh4#/).first().waitFor();
  await close(page);
});

test('a sketch is checked while it is written: names, moves and words', async () => {
  const page = await app.open('problems');
  await page.getByLabel('Ask with a').selectOption('sketch');
  const editor = page.getByRole('textbox', { name: 'Sketch' });
  for (const [wrong, said] of [
    ['game ches\nplay ?\nexpect mate', 'no game'],
    ['game chess\nplay 1. Nf9\nexpect mate', 'Nf9'],
    ['game chess\nplay ?\nexpect mtae', 'mtae'],
  ]) {
    await editor.fill(wrong);
    await page.locator('.mistake-box', { hasText: said }).waitFor();
  }
  await editor.fill('game chess\nfrom "7k/8/8/8/8/8/8/K5R1 w - - 0 1"\nplay ?\nexpect check');
  await page.locator('.mistake-box').waitFor({ state: 'detached' });
  // Each kind of word has a colour that can be read.
  await page.locator('.quoted').waitFor();
  await checkAccessibility(page);
  await close(page);
});

test('a sketch that fails is asked why, with the solver, its proof and its costs', async () => {
  const page = await app.open('problems');
  await page.getByLabel('Ask with a').selectOption('sketch');
  await page.getByRole('textbox', { name: 'Sketch' }).fill('game chess\nfrom "7k/8/8/8/8/8/8/K7 w - - 0 1"\nplay ?\nexpect mate');
  await page.getByLabel('Engine').selectOption('sat');
  await page.getByLabel('by its proof').check();
  await page.getByLabel('What each law costs').check();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('The proof checker accepts').waitFor();
  await page.getByText('clauses').first().waitFor();
  await page.getByRole('button', { name: 'Why not?' }).click();
  await page.locator('ul.details li').first().waitFor();
  await page.getByText('How to write a sketch').click();
  await page.getByText('what must hold at the start').waitFor();
  await close(page);
});

test('a sketch of Death Stacks moves the board of its game', async () => {
  const page = await app.open('problems');
  await page.getByRole('button', { name: 'A tower of stones' }).click();
  await page.getByRole('button', { name: /^a6: from the top Red, Red/ }).waitFor();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('button', { name: 'Next move' }).click();
  await page.getByRole('button', { name: /^a6: (empty|from the top Red$)/ }).waitFor();
  await close(page);
});

const DEATH_STACKS = 'games?name=deathstacks';
const load = async (page, position) => {
  await unfold(page, 'Position and link');
  await page.getByLabel('Paste a position').fill(position);
  await page.getByRole('button', { name: 'Load' }).click();
};

test('Death Stacks: a game against the bot to its end', async () => {
  // Blue has one stone left: whatever Red does not spoil, the game is short.
  const page = await app.open(`${DEATH_STACKS}&position=rrr,,,,,/,rr,,,,/,,,,,/,,,r,,/,,,,,/,,,,,b`);
  await page.getByRole('button', { name: /^f1: from the top Blue/ }).waitFor();
  const notice = page.locator('.panel > .notice').first();
  const over = notice.getByText(/wins|Drawn/);
  for (let moves = 0; moves < 60; moves += 1) {
    await notice.getByText(/Red to move\.|wins|Drawn/).waitFor();
    if (await over.count()) break;
    const before = await page.locator('.moves .move').count();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.cell.hinted').click();
    await page.waitForFunction((old) => document.querySelectorAll('.moves .move').length > old, before);
  }
  assert.match(await over.innerText(), /Red wins: the other side has no move\./);
  await close(page);
});

test('Death Stacks: stones are taken by a click on them, and their ways are shown', async () => {
  const page = await app.open(DEATH_STACKS);
  await page.getByLabel('The bot plays').selectOption('nobody');
  const cell = (name) => page.locator(`.game-board [data-name=${name}]`);
  await cell('c6').locator('[data-take="2"]').click();
  await cell('c6').locator('.stone.taken').nth(1).waitFor();
  assert.equal(await page.getByRole('group', { name: 'How many stones' }).getByRole('button', { pressed: true }).innerText(), '2');
  // The same stack once more: another number of stones.
  await cell('c6').locator('.ground').click({ position: { x: 5, y: 5 } });
  await page.getByRole('group', { name: 'How many stones' }).getByRole('button', { name: '1', pressed: true }).waitFor();
  await page.getByRole('group', { name: 'How many stones' }).getByRole('button', { name: '2' }).click();
  assert.ok((await page.locator('.way').count()) >= 3, 'the ways are drawn');
  await cell('c4').hover();
  await page.waitForFunction(() => document.querySelectorAll('.way').length === 1);
  await cell('c4').click();
  await page.getByText('Blue to move.').waitFor();
  // A stack of the other side is explained.
  await cell('a6').locator('.ground').click({ position: { x: 5, y: 5 } });
  await page.getByText('a6: the stack on a6 is red.').waitFor();
  await close(page);
});

test('Death Stacks: a hint goes with its position, and a tower must move', async () => {
  const page = await app.open(DEATH_STACKS);
  assert.equal(await page.getByLabel(/three times is a draw/).isChecked(), false);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/How about/).waitFor();
  await load(page, `${'r'.repeat(40)},r,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,b`);
  await page.getByText(/How about/).waitFor({ state: 'detached' });
  await page.locator('.cell.hinted').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^b6: from the top Red$/ }).click();
  await page.getByText('b6: red must move from a stack that is too tall: a6.').waitFor();
  await close(page);
});

test('Death Stacks by keyboard, with reload, take back and a draw by repetition', async () => {
  const page = await app.open(DEATH_STACKS);
  await page.getByText('Red to move.').waitFor();
  await page.getByLabel('The bot plays').selectOption('nobody');
  await page.getByRole('button', { name: /^a6/ }).focus();
  await page.keyboard.press('2');
  await page.locator('.cell.landing').nth(1).waitFor();
  await page.getByRole('button', { name: /^a4.*can be chosen/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Blue to move.').waitFor();
  await page.reload();
  await page.getByText('Blue to move.').waitFor();
  await page.getByRole('button', { name: /^a4: from the top Red, Red/ }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Red to move.').waitFor();
  await load(page, 'rr,rr/,,');
  await page.getByText(/bad FEN: 2 rows/).waitFor();
  const back = 'a6-1-b6 a1-1-b1 b6-1-a6 b1-1-a1';
  await page.goto(`${app.url}/#${DEATH_STACKS}&moves=${encodeURIComponent(`${back} ${back}`)}`);
  await page.getByText('Red to move.').waitFor();
  await page.getByText('New game', { exact: true }).first().click();
  await page.getByLabel(/three times is a draw/).check();
  await page.getByText('Drawn: the position occurred three times.').waitFor();
  await close(page, REFUSED);
});

/** A puzzle in a format that only Kuromasu has. */
const KUROMASU = `puzzles/kuromasu?${new URLSearchParams({ p: 'w 6\nh 5\nc 0 4 6\nc 1 3 5\nc 1 5 8\nc 3 2 10\nc 3 0 8\nc 4 1 9' })}`;

test('Kuromasu solved by hint and by hand', async () => {
  const page = await app.open(KUROMASU);
  const cell = (name) => page.getByRole('button', { name: new RegExp(`^${name}:`) });
  await cell('r1c1').waitFor();
  await page.getByRole('button', { name: 'r1c5: 6', exact: true }).waitFor();
  // What is wrong for good is told at once.
  await cell('r1c1').click();
  await cell('r1c2').click();
  const broken = page.getByRole('list', { name: 'Broken rules' });
  await broken.getByText('no two black cells touch by a side: r1c1-r1c2').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await broken.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  const solved = page.getByText(/^Solved! \d/);
  await followHints(page);
  // And by hand, the black cells of the solution alone, from an empty board.
  const cells = await page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk/puzzles/state')).filled.black);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await solved.waitFor({ state: 'detached' });
  for (const [at, black] of cells.entries()) {
    if (black) await cell(`r${Math.floor(at / 6) + 1}c${(at % 6) + 1}`).click();
  }
  await solved.waitFor();
  await close(page);
});

test('Kuromasu: generate and cancel, solve, prove, bad pastes', async () => {
  const page = await app.open(KUROMASU);
  await page.getByRole('button', { name: 'Prove unique' }).click();
  await page.getByText('There is exactly one solution: proved.').waitFor();
  await page.getByLabel('Width').selectOption('30');
  await page.getByLabel('Height').selectOption('30');
  await page.getByLabel('Difficulty').selectOption('hard');
  // The generator may be done before the click arrives: then once more.
  const cancelled = page.getByText('Cancelled.');
  for (let round = 0; round < 10 && !(await cancelled.isVisible()); round += 1) {
    await page.getByRole('button', { name: 'Generate' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.click({ timeout: 3000 }).then(() => cancelled.waitFor({ timeout: 3000 })).catch(() => {});
  }
  await cancelled.waitFor();
  await page.getByLabel('Width').selectOption('6');
  await page.getByLabel('Height').selectOption('6');
  await page.getByLabel('Difficulty').selectOption('easy');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText(/A new puzzle \(easy\)/).waitFor();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/^Solved! \d/).waitFor();
  await unfold(page, 'Links and formats');
  for (const nonsense of ['h 3\nw 3\nc 9 9 9', 'kurodoko/0/0/', 'h 3\nw x']) {
    await page.getByLabel(/Paste a puzzle/).fill(nonsense);
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByRole('alert').waitFor();
  }
  await close(page, REFUSED);
});
