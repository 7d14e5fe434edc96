import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { REFUSED, checkAccessibility, close, drag, start } from './browser.mjs';

let app;
before(async () => (app = await start()));
after(() => app.stop());

const TABLES = ['chess', 'problems', 'games', 'deathstacks', 'puzzles', 'kuromasu'];

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
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 5000 });
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
  await page.getByRole('group', { name: 'Death Stacks board' }).waitFor();
  assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Death Stacks');
  await close(page);
});

test('a problem solved and stepped through', async () => {
  const page = await app.open('problems');
  await page.getByRole('button', { name: 'Two rooks' }).click();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/searched completely/).waitFor();
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
  await page.waitForTimeout(400);
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
    await page.locator('.mistake', { hasText: said }).waitFor();
  }
  await editor.fill('game chess\nplay 1. e4\nexpect check');
  await page.locator('.mistake').waitFor({ state: 'detached' });
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
  await page.getByRole('button', { name: /^a6: from the top red, red/ }).waitFor();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('button', { name: 'Next move' }).click();
  await page.getByRole('button', { name: /^a6: (empty|from the top red$)/ }).waitFor();
  await close(page);
});

test('Death Stacks: a game against the bot to its end', async () => {
  const page = await app.open('deathstacks');
  // Blue has one stone left: whatever Red does not spoil, the game is short.
  await page.getByText('Position', { exact: true }).click();
  await page.getByLabel(/Paste a FEN/).fill('rrr,,,,,/,rr,,,,/,,,,,/,,,r,,/,,,,,/,,,,,b');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByRole('button', { name: /^f1: from the top blue/ }).waitFor();
  const over = page.locator('.panel > .notice').first().getByText(/wins|Drawn/);
  const turn = page.locator('.panel > .notice').first().getByText('Red to move.');
  for (let moves = 0; moves < 60 && !(await over.count()); moves += 1) {
    await Promise.race([turn.waitFor(), over.waitFor()]);
    if (await over.count()) break;
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText(/How about/).waitFor();
    await page.locator('.cell.hinted').click();
    await page.waitForTimeout(100);
  }
  await over.waitFor();
  assert.match(await over.innerText(), /Red wins/);
  await close(page);
});

test('Death Stacks: a hint goes with its position', async () => {
  const page = await app.open('deathstacks');
  assert.equal(await page.getByLabel(/three times is a draw/).isChecked(), false);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/How about/).waitFor();
  await page.getByText('Position', { exact: true }).click();
  await page.getByLabel(/Paste a FEN/).fill(`${'r'.repeat(40)},,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,b`);
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByText('Too tall: Red must move from a6').waitFor();
  await page.getByText(/How about/).waitFor({ state: 'detached' });
  await page.locator('.cell.hinted').first().waitFor({ state: 'detached' });
  await close(page);
});

test('Death Stacks by keyboard, with reload and take back', async () => {
  const page = await app.open('deathstacks');
  await page.getByText('Red to move.').waitFor();
  await page.getByLabel('The bot plays').selectOption('nobody');
  await page.getByRole('button', { name: /^a6/ }).focus();
  await page.keyboard.press('2');
  await page.locator('.cell.landing').nth(1).waitFor();
  assert.ok((await page.locator('.way').count()) >= 2, 'the ways are drawn');
  await page.getByRole('button', { name: /^a4.*can land here/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Blue to move.').waitFor();
  await page.reload();
  await page.getByText('Blue to move.').waitFor();
  await page.getByRole('button', { name: /^a4: from the top red, red/ }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Red to move.').waitFor();
  await page.getByText('Position', { exact: true }).click();
  await page.getByLabel(/Paste a FEN/).fill('rr,rr/,,');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByText(/bad FEN: 2 rows/).waitFor();
  await close(page, REFUSED);
});

test('Kuromasu solved by hint and by hand', async () => {
  const page = await app.open('kuromasu');
  const cell = (name) => page.getByRole('button', { name: new RegExp(`^${name}:`) });
  await cell('r1c1').waitFor();
  await cell('r1c1').click();
  await cell('r1c2').click();
  await page.getByText('the black cells r1c1 and r1c2 touch').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.cell.news').first().waitFor();
  await page.getByRole('button', { name: 'Do it' }).click();
  for (let steps = 0; steps < 40; steps += 1) {
    if (await page.getByText('Solved!').count()) break;
    await page.getByRole('button', { name: 'Hint' }).click();
    const step = page.getByRole('button', { name: 'Do it' });
    await step.or(page.getByText('Solved!')).first().waitFor();
    if (await step.count()) await step.click();
    await page.waitForTimeout(80);
  }
  await page.getByText('Solved!').first().waitFor();
  // And by hand, the black cells of the solution alone, from an empty board.
  const cells = await page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk/kuromasu/state')).cells);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('6 × 5, 6 clues').waitFor();
  assert.equal(await page.getByText('Solved!').count(), 0);
  for (const [at, letter] of [...cells].entries()) {
    if (letter === 'b') await cell(`r${Math.floor(at / 6) + 1}c${(at % 6) + 1}`).click();
  }
  await page.getByText('Solved!').first().waitFor();
  await close(page);
});

test('Kuromasu: generate and cancel, solve, prove, bad pastes', async () => {
  const page = await app.open('kuromasu');
  await page.getByRole('button', { name: 'Prove unique' }).click();
  await page.getByText('There is exactly one solution: proved.').waitFor();
  await page.getByLabel('Size').selectOption('30');
  await page.getByLabel('Difficulty').selectOption('hard');
  // The generator may be done before the click arrives: then once more.
  const cancelled = page.getByText('Cancelled.');
  for (let round = 0; round < 10 && !(await cancelled.isVisible()); round += 1) {
    await page.getByRole('button', { name: 'Generate' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.click({ timeout: 3000 }).then(() => cancelled.waitFor({ timeout: 3000 })).catch(() => {});
  }
  await cancelled.waitFor();
  await page.getByLabel('Size').selectOption('6');
  await page.getByLabel('Difficulty').selectOption('easy');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText(/A new puzzle \(easy\)/).waitFor();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText('Solved!').first().waitFor();
  await page.getByText('Formats').click();
  for (const nonsense of ['h 3\nw 3\nc 9 9 9', 'kurodoko/0/0/', 'h 3\nw x']) {
    await page.getByLabel(/Paste a puzzle/).fill(nonsense);
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByRole('alert').waitFor();
  }
  await close(page, REFUSED);
});
