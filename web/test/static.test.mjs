// The page without a server: everything answers, it opens without a network, and a search ends when it is not wanted.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { close, isStatic, start } from './browser.mjs';
import { firefoxPath, startFirefox } from './firefox.mjs';

const only = { skip: !isStatic && 'ZUGWERK_STATIC names no folder' };
let app;
before(async () => (app = isStatic ? await start() : null));
after(() => app?.stop());

const status = (page) => page.locator('.panel > .notice').first();

test('analysis starts, deepens, stops, and goes on elsewhere', only, async () => {
  const page = await app.open('chess');
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.getByText(/depth ([5-9]|\d\d)/).waitFor();
  await page.getByLabel('Type a move').fill('e4');
  await page.getByLabel('Type a move').press('Enter');
  await page.locator('.moves').getByText('e4').waitFor();
  await page.locator('.engine-lines b').first().waitFor();
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await page.locator('.engine-lines').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Play Black' }).isVisible();
  await close(page);
});

test('problems, sketches, puzzles and rulebooks answer, and a long search is cancelled', only, async () => {
  const page = await app.open('problems');
  await page.getByRole('button', { name: 'Two rooks' }).click();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/searched completely/).waitFor();
  await page.getByRole('button', { name: 'Three pawns' }).click();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('.notice.good').waitFor();
  await page.getByLabel('Ask with a').selectOption('problem');
  await page.getByLabel('Position (FEN)').fill('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  await page.getByLabel('Stipulation').fill('#7');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText('Working').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Working').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Games' }).click();
  await page.getByText('Yellow to move.').waitFor();
  await page.locator('.game-board .target').first().click();
  await page.locator('.moves li:not(.faint)').nth(1).waitFor();
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.puzzle-cell.news').first().waitFor();
  await close(page);
});

test('a report and a new puzzle are the work of several workers', only, async () => {
  const page = await app.open('puzzles');
  await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 4 }));
  await page.reload();
  await page.getByLabel('Kind').selectOption('kuromasu');
  await page.getByLabel('Difficulty').selectOption('medium');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText(/A new puzzle \(medium\)/).waitFor({ timeout: 60_000 });
  const moves = 'e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6,e1g1,f8e7,f1e1,b7b5,a4b3,d7d6,c2c3,e8g8,h2h3,c6a5';
  await page.goto(`${app.url}/#chess?moves=${moves}`);
  await page.getByText('Game report').click();
  await page.getByRole('button', { name: 'Evaluate the game' }).click();
  await page.locator('.totals').waitFor();
  assert.ok(page.workers().length >= 3, `${page.workers().length} workers`);
  await page.getByRole('button', { name: 'Evaluate the game' }).waitFor({ timeout: 60_000 });
  const { plies } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk/chess/report')));
  assert.deepEqual(plies.map(({ ply }) => ply), Array.from({ length: 19 }, (_, ply) => ply));
  await close(page);
});

test('the page opens and plays without a network', only, async () => {
  const page = await app.open('chess');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && !!(await caches.match('zugwerk.wasm')) && !!(await caches.match('network.bin')));
  await page.context().setOffline(true);
  await page.reload();
  await status(page).getByText('White to move').waitFor();
  await page.getByRole('button', { name: 'Play Black' }).click();
  await page.locator('.moves .move').first().waitFor();
  await close(page);
});

test('it is small, and what it is made of is all there', only, () => {
  const folder = process.env.ZUGWERK_STATIC;
  const weigh = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
  const files = readdirSync(folder);
  for (const name of ['chess.wasm', 'zugwerk.wasm', 'network.bin', 'page.js', 'offline.js']) assert.ok(files.includes(name), name);
  // A build for developers has all names in it.
  if (readFileSync(join(folder, 'zugwerk.wasm')).length > 10_000_000) return;
  // What the page needs before it can play chess, the network of the engine with it.
  const first = files.filter((name) => name !== 'zugwerk.wasm').reduce((sum, name) => sum + weigh(name), 0);
  assert.ok(first <= 1_500_000, `${first} bytes`);
});

test('it answers in Firefox', { skip: only.skip || (!firefoxPath && 'there is no Firefox here') }, async () => {
  const page = await startFirefox();
  try {
    await page.go(`${app.url}/#chess`);
    await page.until("document.querySelector('.panel > .notice')?.textContent === 'White to move'");
    await page.look("document.querySelector('.square-cells [tabindex=\"0\"]').focus()");
    await page.press('ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter');
    await page.until("document.querySelector('.moves .move')?.textContent === 'e4'");
    await page.until("document.querySelector('.panel > .notice')?.textContent === 'Black to move'");
  } finally {
    await page.stop();
  }
});
