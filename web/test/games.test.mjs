import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { REFUSED, checkAccessibility, close, start, unfold } from './browser.mjs';

let app;
before(async () => (app = await start()));
after(() => app.stop());

const cell = (page, name) => page.locator(`.game-board [data-name="${name}"]`);

test('a game of tic-tac-toe against the bot, to its end', async () => {
  const page = await app.open('games?name=tic-tac-toe');
  await page.getByRole('group', { name: 'Tic Tac Toe board' }).waitFor();
  await checkAccessibility(page);
  for (let ply = 0; ply < 5; ply++) {
    await page.waitForFunction(() => /to move|wins|Drawn/.test(document.querySelector('.panel .notice').textContent));
    if (!/to move/.test(await page.locator('.panel .notice').first().innerText())) break;
    const before = await page.locator('.moves li:not(.faint)').count();
    await page.locator('.game-board .target').first().click();
    // The bot has answered, or the game is over.
    await page.waitForFunction(
      (old) =>
        document.querySelectorAll('.moves li:not(.faint)').length >= old + 2 ||
        /wins|Drawn/.test(document.querySelector('.panel .notice').textContent),
      before,
    );
  }
  assert.match(await page.locator('.panel .notice').first().innerText(), /wins|Drawn/);
  await close(page);
});

test('moves by clicks, an illegal one explained, take back', async () => {
  const page = await app.open('games?name=breakthrough');
  await page.getByLabel('The bot plays').selectOption('nobody');
  await cell(page, 'b2').click();
  await page.locator('.game-board .chosen').waitFor();
  await cell(page, 'b5').click();
  await page.getByText(/b2 to b5/).waitFor();
  await cell(page, 'b2').click();
  await cell(page, 'b3').click();
  await page.getByText('Black to move.').waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('White to move.').waitFor();
  await close(page, REFUSED);
});

test('one can look back and return to the game', async () => {
  const page = await app.open('games?name=tic-tac-toe&moves=a1+b2');
  await page.locator('.moves li:not(.faint)').nth(1).waitFor();
  await cell(page, 'b2').locator('.token').waitFor();
  await page.keyboard.press('ArrowLeft');
  await cell(page, 'b2').locator('.token').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.game-board .target').count(), 0, 'nothing is played in the past');
  await page.keyboard.press('End');
  await cell(page, 'b2').locator('.token').waitFor();
  await close(page);
});

test('a board is played by keyboard', async () => {
  const page = await app.open('games?name=hex');
  await page.getByLabel('The bot plays').selectOption('nobody');
  await page.locator('.game-board [tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('.moves li:not(.faint)').waitFor();
  await close(page);
});

test('rules are changed, a mistake is told while typing, and the new game is played', async () => {
  const page = await app.open('games?name=tic-tac-toe');
  await unfold(page, 'Rules');
  const text = page.locator('.rule-editor textarea');
  const rules = await text.inputValue();
  await text.fill(rules.replace('board', 'bord'));
  await page.locator('.rule-editor .mistake-box', { hasText: 'begins no statement' }).waitFor();
  await page.getByRole('button', { name: 'Play these rules', disabled: true }).waitFor();
  await text.fill(rules + '\n# mine\n');
  await page.getByRole('button', { name: 'Play these rules' }).click();
  await page.waitForFunction(() => document.querySelector('.choice select').value === 'own');
  await page.locator('.game-board .target').first().waitFor();
  await close(page, REFUSED);
});

test('rows and columns have names, those of draughts, points and hexagons too', async () => {
  for (const [name, columns, rows] of [['english-draughts', 8, 8], ['gomoku', 15, 15], ['hex', 11, 11]]) {
    const page = await app.open(`games?name=${name}`);
    await cell(page, 'b2').waitFor();
    const names = await page.locator('.board-side .border-name').allTextContents();
    assert.equal(new Set(names.filter((text) => /^[a-z]$/.test(text))).size, columns, name);
    assert.equal(new Set(names.filter((text) => /^\d+$/.test(text))).size, rows, name);
    // They are on the picture.
    const board = await page.locator('.board-side .game-board').boundingBox();
    for (const label of await page.locator('.board-side .border-name').all()) {
      const box = await label.boundingBox();
      assert.ok(box.x >= board.x - 1 && box.x + box.width <= board.x + board.width + 1, `${name} ${await label.textContent()}`);
      assert.ok(box.y >= board.y - 1 && box.y + box.height <= board.y + board.height + 1, `${name} ${await label.textContent()}`);
    }
    await close(page);
  }
});

/** What the panel says of a click on a cell, or on two. */
const message = (page, text) => page.locator('.panel .notice').filter({ hasText: text }).waitFor();

test('an illegal move is explained by the rule of its own piece, and so is one of a single click', async () => {
  const chess = await app.open('games?name=chess&moves=e4+e5');
  await cell(chess, 'a2').and(chess.locator('.target')).click();
  await cell(chess, 'a5').click();
  await message(chess, 'the pawn on a2 cannot go to a5');
  await close(chess);
  const othello = await app.open('games?name=othello');
  await othello.locator('.game-board .target').first().waitFor();
  await cell(othello, 'a1').click();
  await message(othello, 'a1: a disc must enclose discs');
  await close(othello);
});

test('Take back goes to the last turn of the person, however often the bot has moved since', async () => {
  const list = (page) => page.locator('.moves li:not(.faint)');
  // The person has won by the last move: that alone is taken back.
  const won = await app.open('games?name=tic-tac-toe&moves=a1+b2+a2+c3+a3');
  await won.getByText('X wins').waitFor();
  await won.getByRole('button', { name: 'Take back' }).click();
  await won.getByText('X to move.').waitFor();
  assert.deepEqual(await list(won).allInnerTexts(), ['a1', 'b2', 'a2', 'c3']);
  await close(won);
  // The second player closes the only box and draws again, to the end.
  const boxes = await app.open('games?name=dots-and-boxes&set=width%3D2&set=height%3D1&moves=a2+b1+d1+d3+b3+c2+e2');
  await boxes.getByText('Blue wins').waitFor();
  await boxes.getByRole('button', { name: 'Take back' }).click();
  await boxes.getByText('Red to move.').waitFor();
  assert.deepEqual(await list(boxes).allInnerTexts(), ['a2', 'b1', 'd1', 'd3']);
  await close(boxes);
});

test('a link or a pasted position does not throw the game away', async () => {
  const page = await app.open('games?name=tic-tac-toe&moves=a1+b2');
  const list = page.locator('.moves li:not(.faint)');
  await list.nth(1).waitFor();
  const position = '3/3/3 x';
  await unfold(page, 'Position and link');
  await page.getByLabel('Paste a position').fill(position);
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByText('No moves yet.').waitFor();
  await page.getByRole('button', { name: 'Back to the game before' }).click();
  await list.nth(1).waitFor();
  await page.goto(`${app.url}/#games?name=hex`);
  await page.getByRole('group', { name: 'Hex board' }).waitFor();
  await page.getByRole('button', { name: 'Back to the game before' }).click();
  await page.getByRole('group', { name: 'Tic Tac Toe board' }).waitFor();
  await list.nth(1).waitFor();
  await close(page);
});

test('a value that does not fit the rules is told, and the board stays', async () => {
  const page = await app.open('games?name=hex');
  const width = page.getByLabel('Width');
  for (const value of ['999', '0', '-3']) {
    await width.fill(value);
    await width.press('Enter');
    await message(page, `a board of ${value} x 11 cells: expected between 1 and 1024 cells`);
    await page.waitForFunction(() => document.querySelector('input[type=number]').value === '11');
  }
  await width.fill('5');
  await width.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.board-side .cell').length === 55);
  await page.getByText('expected between').waitFor({ state: 'detached' });
  await close(page, REFUSED);
  for (const link of ['games?name=hex&set=width%3D999', 'games?name=nosuch', 'games?name=%2F%2F', 'games?name=..']) {
    const bad = await app.open(link);
    await bad.locator('.panel .notice.bad').waitFor();
    await bad.locator('.game-board .target').first().waitFor();
    assert.doesNotMatch(bad.url(), /999|nosuch|%2F|\.\./);
    await close(bad, /status of 40[04]/);
  }
});

test('rules that were typed are there after another table, and rules of one\u2019s own after another game', async () => {
  const page = await app.open('games?name=tic-tac-toe');
  await unfold(page, 'Rules');
  const text = page.locator('.rule-editor textarea');
  await page.locator('.rule-editor .laws li').first().waitFor();
  await text.fill(`${await text.inputValue()}\n# mine\n`);
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.locator('.puzzle-board').waitFor();
  await page.getByRole('tab', { name: 'Games' }).click();
  await unfold(page, 'Rules');
  await page.waitForFunction(() => document.querySelector('.rule-editor textarea')?.value.includes('# mine'));
  await page.getByRole('button', { name: 'Play these rules' }).click();
  const list = page.getByLabel('Which game');
  await page.waitForFunction(() => document.querySelector('.choice select').value === 'own');
  await list.selectOption('hex');
  await page.getByRole('group', { name: 'Hex board' }).waitFor();
  await list.selectOption('own');
  await page.getByRole('group', { name: 'Tic Tac Toe board' }).waitFor();
  await page.waitForFunction(() => document.querySelector('.rule-editor textarea')?.value.includes('# mine'));
  await close(page);
});

test('pieces look as the rules call them: figures, crowns, dominoes, sides of boxes', async () => {
  const seen = async (link, selector, count) => {
    const page = await app.open(`games?${link}`);
    const found = page.locator(`.board-side ${selector}`);
    await found.first().waitFor({ state: 'attached' });
    assert.equal(await found.count(), count, `${link} ${selector}`);
    assert.equal(await page.locator('.board-side .token').getByText(/^[a-z]$/).count(), 0, link);
    await close(page);
  };
  // Whatever the bot answers meanwhile, it does not change these numbers.
  await seen('name=capablanca', '.figure', 44);
  await seen('name=los-alamos', '.figure', 24);
  await seen('name=amazons&moves=d1-d5%2Fh5+d10-d7%2Fh7', '.arrow', 2);
  await seen('name=english-draughts&position=k3/4/4/4/4/4/4/3M+black+quiet%3D0', '.crown', 1);
  await seen('name=dots-and-boxes&set=width%3D2&set=height%3D1&moves=a2+b1+b3+c2', '.box', 1);
  await seen('name=domineering&moves=a1,a2+b1,c1', '.domino[width="176"], .board-side .domino[height="176"]', 2);
});

test('the last move is read out', async () => {
  const page = await app.open('games?name=tic-tac-toe&moves=a1+b2');
  await page.getByText('Last move: b2').waitFor({ state: 'attached' });
  await close(page);
});
