// Questions that several workers can answer side by side. Threads of WebAssembly need a standard library that is built for
// them, which the stable Rust does not have: so a search is one thread, and only what falls apart by itself is shared.

interface ReportQuestion {
  place: { moves: string[] };
}

/** So few plies are not worth a worker of their own. */
const LEAST_PLIES = 6;

/** The parts of a question for up to `hands` workers: the question itself where it does not fall apart. */
export function sharesOf(path: string, question: unknown, hands: number): unknown[] {
  if (path === '/chess/report') return partsOfGame(question as ReportQuestion, hands);
  // A puzzle of the wanted difficulty is found by trying: whoever has luck first.
  if (/^\/puzzles\/\w+\/generate$/.test(path)) {
    const { seed } = question as { seed: number };
    return Array.from({ length: hands }, (_, hand) => ({ ...(question as object), seed: (seed + hand * 0x1000_0001) % 2 ** 31 }));
  }
  return [question];
}

function partsOfGame(question: ReportQuestion, hands: number): unknown[] {
  const plies = question.place.moves.length + 1;
  const count = Math.max(1, Math.min(hands, Math.floor(plies / LEAST_PLIES)));
  const from = (part: number) => Math.floor((part * plies) / count);
  return Array.from({ length: count }, (_, part) => ({ ...question, first: from(part), last: from(part + 1) - 1 }));
}
