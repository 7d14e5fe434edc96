// Boards by keyboard, and a whole small game, in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from './browser.mjs';
import { firefoxPath, startFirefox } from './firefox.mjs';

test('boards by keyboard in Firefox', { skip: !firefoxPath && 'there is no Firefox here' }, async () => {
  const { server, url } = await serve('127.0.0.1:0', []);
  const page = await startFirefox();
  try {
    await page.go(`${url}/#chess`);
    await page.until("document.querySelector('.panel > .notice')?.textContent === 'White to move'");
    await page.look("document.querySelector('.square-cells [tabindex=\"0\"]').focus()");
    await page.press('ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter');
    await page.until("document.querySelector('.moves .move')?.textContent === 'e4'");
    assert.equal(await page.look('document.activeElement.dataset.square'), 'e4');
    assert.equal(await page.look("document.querySelector('piece.white.pawn') !== null"), true);

    await page.go(`${url}/#games?name=tic-tac-toe`);
    await page.until("document.querySelector('.game-board .target')");
    await page.look("document.querySelector('.game-board [tabindex=\"0\"]').focus()");
    await page.press('ArrowRight', 'ArrowDown', 'Enter');
    await page.until("document.querySelectorAll('.panel .moves li:not(.faint)').length >= 2");

    // Two lights of a puzzle of one solution: cells by keyboard, and it is noticed when it is solved.
    const puzzle = 'puzzle akari 3x1\nwall\n. 1 .\nclue\n. . .\n';
    await page.go(`${url}/#puzzles/akari?${new URLSearchParams({ p: puzzle })}`);
    await page.until("document.querySelector('.puzzle-board [tabindex=\"0\"]')");
    await page.look("document.querySelector('.puzzle-board [tabindex=\"0\"]').focus()");
    await page.press('Enter');
    await page.until("document.querySelectorAll('.filled-lamp').length === 1");
    await page.press('ArrowRight', 'ArrowRight');
    assert.equal(await page.look('document.activeElement.dataset.cell'), '2');
    await page.press('Enter');
    await page.until("document.querySelector('.panel > .notice')?.textContent.startsWith('Solved!')");

    await page.go(`${url}/#games?name=deathstacks`);
    await page.until("document.querySelector('.game-board .stone') && document.querySelector('.game-board .target')");
    await page.look("document.querySelector('.game-board [tabindex=\"0\"]').focus()");
    await page.press('2');
    await page.until("document.querySelector('.cell.landing')");
    await page.press('ArrowDown', 'ArrowDown', 'Enter');
    await page.until("document.querySelectorAll('.panel .moves li:not(.faint)').length >= 1");
  } finally {
    await page.stop();
    server.kill('SIGTERM');
  }
});
