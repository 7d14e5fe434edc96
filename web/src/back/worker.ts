// The worker that runs a module. It is told the module and the network of the engine first, and then one question after the
// other.

interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  network(): number;
  ask(path: number): void;
}

const KINDS = ['news', 'answer', 'error'] as const;

let module: WebAssembly.Module;
let network: ArrayBuffer;
let program: Exports | undefined;

const imports = {
  page: {
    now: () => performance.now(),
    tell: (kind: number, text: number, length: number) => {
      const bytes = new Uint8Array(program!.memory.buffer, text, length);
      postMessage({ kind: KINDS[kind], text: new TextDecoder().decode(bytes) });
    },
  },
};

/** Puts bytes into the room of the module. */
function write(program: Exports, ...parts: Uint8Array[]) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let at = program.reserve(length);
  for (const part of parts) {
    new Uint8Array(program.memory.buffer, at, part.length).set(part);
    at += part.length;
  }
}

function begun(): Exports {
  const program = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
  write(program, new Uint8Array(network));
  if (!program.network()) throw new Error('the network of the engine is broken');
  return program;
}

addEventListener('message', ({ data }) => {
  if (data.module) {
    ({ module, network } = data);
    return;
  }
  try {
    program ??= begun();
    const path = new TextEncoder().encode(data.path);
    const body = new TextEncoder().encode(data.question);
    write(program, path, body);
    program.ask(path.length);
  } catch (error) {
    // A module that broke down is in no state to go on.
    program = undefined;
    const message = `the program broke down over this question; please report it (${error})`;
    postMessage({ kind: 'error', text: JSON.stringify({ error: { code: 'internal', message } }) });
  }
});
