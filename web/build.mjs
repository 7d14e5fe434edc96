// Bundles the page into dist/ and writes a compressed copy of each file beside it.
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
await build({
  entryPoints: { page: 'src/main.tsx' },
  outdir: 'dist',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'dataurl' },
  legalComments: 'none',
  logLevel: 'warning',
});
for (const name of ['index.html', 'icon.svg']) copyFileSync(`src/${name}`, `dist/${name}`);
let total = 0;
for (const name of readdirSync('dist').sort()) {
  const packed = gzipSync(readFileSync(`dist/${name}`), { level: 9 });
  writeFileSync(`dist/${name}.gz`, packed);
  total += packed.length;
}
console.log(`the page weighs ${(total / 1000).toFixed(1)} kB compressed`);
