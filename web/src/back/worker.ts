// The worker that runs the module. It is told the module first, and then one question after the other.

interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  ask(path: number): void;
}

const KINDS = ['news', 'answer', 'error'] as const;

let module: WebAssembly.Module;
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

addEventListener('message', ({ data }) => {
  if (data.module) {
    module = data.module;
    return;
  }
  try {
    program ??= new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    const path = new TextEncoder().encode(data.path);
    const body = new TextEncoder().encode(data.question);
    const at = program.reserve(path.length + body.length);
    const room = new Uint8Array(program.memory.buffer, at, path.length + body.length);
    room.set(path);
    room.set(body, path.length);
    program.ask(path.length);
  } catch (error) {
    // A module that broke down is in no state to go on.
    program = undefined;
    const message = `the program broke down over this question; please report it (${error})`;
    postMessage({ kind: 'error', text: JSON.stringify({ error: { code: 'internal', message } }) });
  }
});
