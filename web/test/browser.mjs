// Starts the program and a browser, and opens pages that complain about every console error and every
// request to another host. Where ZUGWERK_STATIC names a folder, its files are served and there is no program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Starts the program at an address, with more arguments. */
export async function serve(address, more) {
  const program = process.env.ZUGWERK ?? '../target/debug/zugwerk';
  const server = spawn(program, ['serve', '--addr', address, '--json', ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  return { server, url: JSON.parse(line).url };
}

/** Whether the page is its own program. */
export const isStatic = !!process.env.ZUGWERK_STATIC;
/** For tests that are about the program over the network. */
export const needsServer = { skip: isStatic && 'there is no server' };

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/** Serves the files of a folder, as any host of plain files does. */
async function serveFolder(folder) {
  const server = createServer((request, answer) => {
    const path = new URL(request.url, 'http://host').pathname;
    try {
      const file = readFileSync(join(folder, path === '/' ? 'index.html' : path));
      answer.setHeader('content-type', KINDS[extname(path)] ?? (path === '/' ? 'text/html' : 'application/octet-stream'));
      answer.end(file);
    } catch {
      answer.statusCode = 404;
      answer.end('not found');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

export async function start(...more) {
  let { server, url } = isStatic ? await serveFolder(process.env.ZUGWERK_STATIC) : await serve('127.0.0.1:0', more);
  const browser = await chromium.launch({
    executablePath: process.env.ZUGWERK_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    url,
    browser,
    /** A new tab; `complaints` collects what no page may do. */
    async open(table = '', options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const complaints = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('request', (request) => {
        const foreign = !request.url().startsWith(url) && !/^(data|blob):/.test(request.url());
        if (foreign) complaints.push(`request: ${request.url()}`);
      });
      await page.goto(`${url}/#${table}`);
      await page.getByRole('tablist').waitFor();
      return Object.assign(page, { complaints });
    },
    /** Ends the program in the middle of whatever it does. */
    async halt() {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
    /** Starts it again where it was. */
    async resume() {
      ({ server } = await serve(new URL(url).host, more));
    },
    /** How many searches run. */
    async searches() {
      return (await (await fetch(`${url}/healthz`)).json()).searches;
    },
    async stop() {
      await browser.close();
      if (isStatic) {
        server.closeAllConnections();
        return server.close();
      }
      server.kill('SIGTERM');
      const [code] = server.exitCode === null ? await once(server, 'exit') : [server.exitCode];
      assert.equal(code, 0, 'the server ends cleanly');
    },
  };
}

/** Closes the tab; fails if the page misbehaved. `allowed` are refused requests that the test provokes. */
export async function close(page, allowed = /$^/) {
  assert.deepEqual(page.complaints.filter((complaint) => !allowed.test(complaint)), []);
  await page.context().close();
}

/** A refused request shows up in the console of Chromium; tests of bad input expect it. */
export const REFUSED = /the server responded with a status of 400/;

/** Fails on serious violations of accessibility. */
export async function checkAccessibility(page) {
  // By the debugger's way, which the page's security policy does not concern.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(' | ')}`),
    [],
  );
}

/** Waits until a square of the chess board says what stands on it and the program has said what can be played. */
export async function boardReady(page, ...cells) {
  for (const name of cells) await page.getByRole('gridcell', { name, exact: true }).waitFor({ state: 'attached' });
  await page.locator('.chessboard[aria-busy=false]').waitFor();
}

/** Holds the answers to what is asked at `path` back until `release` is called; `asked` tells that something was. */
export async function slowly(page, path) {
  let [release, tell] = [];
  const released = new Promise((resolve) => (release = resolve));
  const asked = new Promise((resolve) => (tell = resolve));
  await page.route(path, async (route) => {
    tell();
    await released;
    await route.continue().catch(() => undefined);
  });
  return { asked, release };
}

/** Follows hints until a puzzle is solved, which it may be before every cell is filled: then the last hint goes by itself. */
export async function followHints(page) {
  const solved = page.getByText(/^Solved! \d/).first();
  const doIt = page.getByRole('button', { name: 'Do it' });
  for (let step = 0; step < 80 && !(await solved.count()); step += 1) {
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await doIt.or(solved).first().click();
    await doIt.waitFor({ state: 'detached' });
  }
  await solved.waitFor();
}

/** Opens a fold of the panel. A table moves while it is being set up: press and release may fall on two places, and nothing opens. */
export async function unfold(page, title) {
  const summary = page.locator(`summary:text-is("${title}"):visible`);
  for (let click = 0; click < 10; click += 1) {
    await summary.click();
    if (await summary.evaluate((it) => it.parentElement.open)) return;
  }
  assert.fail(`"${title}" does not open`);
}

/** The middle of a square of the chess board on the screen. */
export async function square(page, name, flipped = false) {
  const box = await page.locator('cg-board').boundingBox();
  let column = 'abcdefgh'.indexOf(name[0]);
  let row = 8 - Number(name[1]);
  if (flipped) [column, row] = [7 - column, 7 - row];
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

/** Plays a move by two clicks. */
export async function clickMove(page, move) {
  for (const name of [move.slice(0, 2), move.slice(2, 4)]) {
    const { x, y } = await square(page, name);
    await page.mouse.click(x, y);
  }
}

/** Drags a piece from one square to another. */
export async function drag(page, from, to) {
  const start = await square(page, from);
  const end = await square(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}
