// Pictures of every table, for the README.
import { clickMove, start } from './browser.mjs';

const folder = process.argv[2];
const app = await start();
const shoot = async (page, name) => {
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${folder}/${name}.png` });
};
const size = { viewport: { width: 1180, height: 820 } };

{
  const page = await app.open('chess', size);
  await page.getByText('Position and PGN').click();
  await page
    .getByLabel('Paste a FEN or PGN')
    .fill('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O Nxe4) 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.getByText(/depth (1[0-9]|[2-9]\d)/).waitFor({ timeout: 60_000 });
  await page.getByText('Position and PGN').click();
  await shoot(page, 'chess');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(500);
  await shoot(page, 'phone');
  await page.context().close();
}
{
  const page = await app.open('chess', { ...size, colorScheme: 'dark' });
  await page.getByLabel('Time').selectOption('10+5');
  await page.getByRole('button', { name: 'Play White' }).click();
  await page.waitForTimeout(300);
  for (const [at, move] of ['d2d4', 'c2c4'].entries()) {
    await clickMove(page, move);
    await page.locator('.moves .move').nth(2 * at + 1).waitFor();
    await page.waitForTimeout(500);
  }
  await shoot(page, 'play');
  await page.context().close();
}
{
  const page = await app.open('problems', size);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText(/searched completely|stopped/).waitFor();
  await page.getByRole('button', { name: 'Next move' }).click();
  await page.waitForTimeout(500);
  await shoot(page, 'problems');
  await page.getByRole('button', { name: 'Against every reply' }).click();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('.answer-tree').waitFor();
  await page.getByRole('button', { name: 'Next move' }).click();
  await page.waitForTimeout(500);
  await shoot(page, 'sketches');
  await page.context().close();
}
{
  const page = await app.open('games?name=othello&moves=d3+c5+e6', size);
  await page.locator('.moves li:not(.faint)').nth(3).waitFor();
  await page.getByText('All games').click();
  await page.locator('.gallery .token').first().waitFor();
  await page.waitForTimeout(3000);
  await shoot(page, 'games');
  await page.context().close();
}
{
  const position = 'rr,,rr,,rr,r/,,,br,,/,rbb,,,,/,,rrb,,,/,bbrb,,,bb,/bb,,,bbr,,b';
  const page = await app.open(`games?${new URLSearchParams({ name: 'deathstacks', position })}`, size);
  await page.getByText('All games').click();
  await page.getByRole('button', { name: /^c3/ }).focus();
  await page.keyboard.press('3');
  await page.locator('.way').first().waitFor();
  await shoot(page, 'deathstacks');
  await page.context().close();
}
{
  const page = await app.open('puzzles', size);
  await page.getByLabel('Kind').selectOption('kuromasu');
  await page.getByLabel('Width').selectOption('10');
  await page.getByLabel('Height').selectOption('10');
  await page.getByLabel('Difficulty').selectOption('medium');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText(/A new puzzle/).waitFor({ timeout: 120_000 });
  for (let step = 0; step < 14; step += 1) {
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.advice').waitFor();
    const next = page.getByRole('button', { name: 'Do it' });
    if (step < 13 && (await next.count())) await next.click();
    await page.waitForTimeout(150);
  }
  await shoot(page, 'kuromasu');
  await page.context().close();
}
{
  const slither = 'puzzle slitherlink 8x8\nclue\n..13.323\n2....23.\n3...2..1\n312.....\n..3.3.3.\n.111.022\n1..3...2\n.332.3..\n';
  const page = await app.open(`puzzles/slitherlink?${new URLSearchParams({ p: slither })}`, size);
  await page.locator('.puzzle-board').waitFor();
  for (let step = 0; step < 8; step += 1) {
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.advice').waitFor();
    if (step < 7) await page.getByRole('button', { name: 'Do it' }).click();
    await page.waitForTimeout(150);
  }
  await shoot(page, 'puzzles');
  await page.context().close();
}
await app.stop();
