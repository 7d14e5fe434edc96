// Bundles the page into dist/ and writes a compressed copy of each file beside it. With --static, the page that
// needs no server, beside the modules that answer its questions: --static MODULES FOLDER.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

const at = process.argv.indexOf('--static');
/** The folder with the modules of WebAssembly. */
const module = at < 0 ? undefined : process.argv[at + 1];
const folder = module ? process.argv[at + 2] : 'dist';
const version = /^version = "(.+)"/m.exec(readFileSync('../Cargo.toml', 'utf8'))[1];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const options = {
  outdir: folder,
  bundle: true,
  minify: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
  define: { VERSION: JSON.stringify(version), IN_BROWSER: String(!!module) },
};
await build({
  ...options,
  entryPoints: { page: 'src/main.tsx' },
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'dataurl' },
  alias: { 'back-end': module ? './src/back/module.ts' : './src/back/network.ts' },
});
for (const name of ['index.html', 'icon.svg']) copyFileSync(`src/${name}`, `${folder}/${name}`);
if (module) {
  for (const name of ['chess.wasm', 'zugwerk.wasm']) copyFileSync(`${module}/${name}`, `${folder}/${name}`);
  copyFileSync('../crates/engine/network.bin', `${folder}/network.bin`);
  copyFileSync('src/back/zugwerk.webmanifest', `${folder}/zugwerk.webmanifest`);
  copyFileSync('src/back/404.html', `${folder}/404.html`);
  await build({ ...options, entryPoints: { worker: 'src/back/worker.ts' }, format: 'iife' });
  // Nothing but our own files, as the server demands it for its page.
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
  const head = `</title>\n    <meta http-equiv="content-security-policy" content="${policy}" />\n    <link rel="manifest" href="zugwerk.webmanifest" />`;
  const index = readFileSync('src/index.html', 'utf8').replace('</title>', head);
  writeFileSync(`${folder}/index.html`, index);
  // The worker that keeps the page for times without a network knows which files there are, by what is in them.
  const files = readdirSync(folder).sort();
  const hash = createHash('sha256');
  for (const name of files) hash.update(readFileSync(`${folder}/${name}`));
  await build({
    ...options,
    entryPoints: { offline: 'src/back/offline.ts' },
    format: 'iife',
    define: { ...options.define, FILES: JSON.stringify(['./', ...files]), BUILD: JSON.stringify(hash.digest('hex').slice(0, 12)) },
  });
}
// The modules of a build for tests are not worth weighing.
if (module?.endsWith('static-test')) process.exit();
const sizes = { gzip: 0, brotli: 0 };
/** Without the module that only other tables than chess need. */
const first = { gzip: 0, brotli: 0 };
const told = (size) => `${(size / 1000).toFixed(1)} kB`;
for (const name of readdirSync(folder).sort()) {
  const plain = readFileSync(`${folder}/${name}`);
  const gzip = gzipSync(plain, { level: 9 });
  if (!module) writeFileSync(`${folder}/${name}.gz`, gzip);
  sizes.gzip += gzip.length;
  if (!module) continue;
  const brotli = brotliCompressSync(plain).length;
  sizes.brotli += brotli;
  if (name !== 'zugwerk.wasm') {
    first.gzip += gzip.length;
    first.brotli += brotli;
  }
  console.log(`${name.padEnd(20)} ${told(gzip.length).padStart(10)} by gzip ${told(brotli).padStart(10)} by Brotli`);
}
const weight = ({ gzip, brotli }) => `${told(gzip)} compressed by gzip${module ? `, ${told(brotli)} by Brotli` : ''}`;
if (module) console.log(`before the first move ${weight(first)}; the rest when another table is opened`);
console.log(`the page weighs ${weight(sizes)}`);
