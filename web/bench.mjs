// How fast the program is in a browser's engine (here Node's), beside the same program on the machine: nodes of the
// engine for each second of the processor, on one thread.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const [file, program] = process.argv.slice(2);
const DEPTH = 18;
const PLACES = [
  {},
  { moves: ['e4', 'c5', 'Nf3', 'd6', 'd4', 'cxd4', 'Nxd4', 'Nf6', 'Nc3', 'a6'] },
  { fen: 'r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9' },
  { fen: '8/5pk1/6p1/1p1P3p/1P2P2P/4KP2/8/8 w - - 0 1' },
];
const question = (place) => JSON.stringify({ place, depth: DEPTH, hash: 16 });

/** Nodes, and seconds of the processor, in WebAssembly. */
function inModule() {
  let told = [];
  const page = {
    now: () => performance.now(),
    tell: (_, at, length) => told.push(Buffer.from(exports.memory.buffer, at, length).toString()),
  };
  const started = performance.now();
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), { page });
  const ask = (path, body) => {
    told = [];
    const bytes = Buffer.from(path + body);
    // The memory may have grown by the time that the room is known.
    const at = exports.reserve(bytes.length);
    Buffer.from(exports.memory.buffer, at, bytes.length).set(bytes);
    exports.ask(path.length);
    return told;
  };
  const network = readFileSync(file.replace(/[^/]*$/, 'network.bin'));
  const room = exports.reserve(network.length);
  Buffer.from(exports.memory.buffer, room, network.length).set(network);
  exports.network();
  ask('/chess/position', '{}');
  const first = performance.now() - started;
  ask('/chess/analyse', question(PLACES[0]));
  const before = process.cpuUsage();
  let nodes = 0;
  for (const place of PLACES) {
    const done = ask('/chess/analyse', question(place)).map((text) => text && JSON.parse(text)).find((news) => news.type === 'done');
    nodes += done.nodes;
  }
  const { user, system } = process.cpuUsage(before);
  return { nodes, seconds: (user + system) / 1e6, first };
}

/** The same by the program. */
async function onMachine() {
  const server = spawn(program, ['serve', '--addr', '127.0.0.1:0', '--json', '--hash', '16'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  const { url } = JSON.parse(line);
  const used = () => {
    const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  const ask = async (place) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1/chess/analyse`, { method: 'POST', headers, body: question(place) });
    const text = await answer.text();
    return Number(/"type":"done".*?"nodes":(\d+)/.exec(text)[1]);
  };
  await ask(PLACES[0]);
  const before = used();
  let nodes = 0;
  for (const place of PLACES) nodes += await ask(place);
  const seconds = used() - before;
  server.kill('SIGTERM');
  return { nodes, seconds };
}

// In turns, since other work on the machine disturbs both; the middle one of each is told.
const rounds = [];
for (let round = 0; round < 3; round += 1) rounds.push({ there: inModule(), here: await onMachine() });
const speed = ({ nodes, seconds }) => nodes / seconds;
const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const [there, here] = ['there', 'here'].map((where) => middle(rounds.map((round) => speed(round[where]))));
const counts = new Set(rounds.flatMap((round) => [round.there.nodes, round.here.nodes]));
const thousands = (number) => `${(number / 1000).toFixed(0)} 000`;
console.log(`first answer after ${middle(rounds.map((round) => round.there.first)).toFixed(0)} ms`);
console.log(`WebAssembly ${thousands(there)} nodes a second of the processor`);
console.log(`the machine ${thousands(here)} nodes a second of the processor`);
console.log(`ratio ${(there / here).toFixed(2)}, ${[...counts].join(' and ')} nodes`);
if (counts.size > 1) {
  console.error('the two do not search the same tree');
  process.exit(1);
}
