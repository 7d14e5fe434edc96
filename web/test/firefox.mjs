// A small hand for Firefox, over WebDriver BiDi: open a page, press keys, look.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';

const PATHS = [process.env.ZUGWERK_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The Firefox of this machine, or undefined. */
export const firefoxPath = PATHS.find((path) => path && existsSync(path));

const KEYS = { Enter: '\uE007', Tab: '\uE004', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015' };

/** How long it may take to start, in milliseconds. */
const START_LIMIT = 120_000;

export async function startFirefox() {
  const profile = mkdtempSync(join(tmpdir(), 'zugwerk-firefox-'));
  const browser = spawn(firefoxPath, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  // One that does not start fails the test instead of holding it up.
  const late = setTimeout(() => browser.kill('SIGKILL'), START_LIMIT);
  const address = await new Promise((resolve, reject) => {
    browser.stderr.on('data', (data) => {
      said += data;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    browser.on('exit', () => reject(new Error(`Firefox ended: ${said}`)));
  }).finally(() => clearTimeout(late));
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const open = new Map();
  socket.on('message', (data) => {
    const { id, type, result, message } = JSON.parse(data);
    const waits = open.get(id);
    if (!waits) return;
    open.delete(id);
    if (type === 'error') waits.reject(new Error(message));
    else waits.resolve(result);
  });
  let count = 0;
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      count += 1;
      open.set(count, { resolve, reject });
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  await send('session.new', { capabilities: {} });
  const { contexts } = await send('browsingContext.getTree', {});
  const { context } = contexts[0];
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } });

  /** What an expression gives in the page. */
  const look = async (expression) => {
    const params = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: true };
    const { type, result, exceptionDetails } = await send('script.evaluate', params);
    if (type === 'exception') throw new Error(exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  };
  return {
    look,
    go: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    /** Waits until an expression is true. */
    async until(expression) {
      for (let tries = 0; tries < 600; tries += 1) {
        if (await look(`!!(${expression})`)) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`it never came true: ${expression}`);
    },
    async press(...names) {
      const actions = names.flatMap((name) => {
        const value = KEYS[name] ?? name;
        return [{ type: 'keyDown', value }, { type: 'keyUp', value }];
      });
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async stop() {
      socket.close();
      const gone = new Promise((resolve) => browser.on('exit', resolve));
      browser.kill('SIGTERM');
      await gone;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
