import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { REFUSED, checkAccessibility, close, start } from './browser.mjs';

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
  await page.getByText('Rules', { exact: true }).click();
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
