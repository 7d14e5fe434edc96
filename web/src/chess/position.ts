// Just enough of chess to draw a move before the program has answered: pieces are put where a legal move puts
// them. What is legal is not known here.

export interface Position {
  /** Letters of FEN by square, a8 first, row by row; empty where nothing stands. */
  squares: string[];
  turn: 'w' | 'b';
  castling: string;
  enPassant: string;
  halfmoves: number;
  fullmove: number;
}

export function fromFen(fen: string): Position {
  const [board, turn = 'w', castling = '-', enPassant = '-', halfmoves = '0', fullmove = '1'] = fen.trim().split(/\s+/);
  const squares = board.split('/').flatMap((row) => [...row].flatMap((sign) => (/\d/.test(sign) ? Array(Number(sign)).fill('') : [sign])));
  return {
    // A link may hold anything.
    squares: Array.from({ length: 64 }, (_, at) => (/^[pnbrqk]$/i.test(squares[at] ?? '') ? squares[at] : '')),
    turn: turn === 'b' ? 'b' : 'w',
    castling,
    enPassant,
    halfmoves: Number(halfmoves) || 0,
    fullmove: Number(fullmove) || 1,
  };
}

export const START_POSITION = fromFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');

/** The pieces and whose turn it is, to tell positions apart. */
export function placement({ squares, turn }: Position): string {
  const rows = Array.from({ length: 8 }, (_, row) =>
    squares
      .slice(8 * row, 8 * row + 8)
      .map((sign) => sign || '1')
      .join('')
      .replace(/1+/g, (gap) => String(gap.length)),
  );
  return `${rows.join('/')} ${turn}`;
}

export function toFen(position: Position): string {
  const { castling, enPassant, halfmoves, fullmove } = position;
  return `${placement(position)} ${castling || '-'} ${enPassant} ${halfmoves} ${fullmove}`;
}

export const squareAt = (name: string) => 'abcdefgh'.indexOf(name[0]) + 8 * (8 - Number(name[1]));
export const squareName = (at: number) => 'abcdefgh'[at % 8] + (8 - Math.floor(at / 8));

/** The position after a legal move in UCI notation. */
export function play(position: Position, uci: string): Position {
  const squares = [...position.squares];
  const [from, to] = [squareAt(uci.slice(0, 2)), squareAt(uci.slice(2, 4))];
  const piece = squares[from];
  const white = position.turn === 'w';
  const isPawn = /p/i.test(piece);
  const target = squares[to];
  const isOwn = target && piece && (target === target.toUpperCase()) === (piece === piece.toUpperCase());
  let enPassant = '-';
  squares[from] = '';
  if (/k/i.test(piece) && (isOwn || Math.abs((to % 8) - (from % 8)) > 1)) {
    // Castling, written as the king's two steps or as the king taking the rook.
    const row = from - (from % 8);
    const short = to % 8 > from % 8;
    const rook = isOwn ? to : row + (short ? 7 : 0);
    squares[rook] = '';
    squares[row + (short ? 6 : 2)] = piece;
    squares[row + (short ? 5 : 3)] = white ? 'R' : 'r';
  } else {
    squares[to] = uci[4] ? (white ? uci[4].toUpperCase() : uci[4]) : piece;
    if (isPawn && squareName(to) === position.enPassant) squares[to + (white ? 8 : -8)] = '';
    if (isPawn && Math.abs(to - from) === 16) enPassant = squareName((from + to) / 2);
  }
  return {
    squares,
    turn: white ? 'b' : 'w',
    castling: rightsAfter(position.castling, [from, to], piece),
    enPassant,
    halfmoves: isPawn || (target && !isOwn) ? 0 : position.halfmoves + 1,
    fullmove: position.fullmove + (white ? 0 : 1),
  };
}

const CORNERS: Record<number, string> = { 0: 'q', 7: 'k', 56: 'Q', 63: 'K' };

function rightsAfter(castling: string, touched: number[], piece: string): string {
  const gone = touched.map((at) => CORNERS[at] ?? '').join('') + (piece === 'K' ? 'KQ' : piece === 'k' ? 'kq' : '');
  const left = [...castling].filter((right) => !gone.includes(right)).join('');
  return left || '-';
}

/** The position after a move in SAN, where it is clear which piece goes; pins are not looked at. */
export function playSan(position: Position, san: string): Position | null {
  const white = position.turn === 'w';
  const castles = /^O-O(-O)?/.exec(san);
  if (castles) {
    const row = white ? '1' : '8';
    return play(position, `e${row}${castles[1] ? 'c' : 'g'}${row}`);
  }
  const parts = /^([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=([QRBN]))?/.exec(san);
  if (!parts) return null;
  const [, letter, file, rank, target, promoted] = parts;
  const piece = white ? letter || 'P' : (letter || 'P').toLowerCase();
  const to = squareAt(target);
  const from = position.squares.findIndex(
    (sign, at) =>
      sign === piece &&
      (!file || squareName(at)[0] === file) &&
      (!rank || squareName(at)[1] === rank) &&
      reaches(position, at, to, san.includes('x')),
  );
  return from < 0 ? null : play(position, squareName(from) + target + (promoted ?? '').toLowerCase());
}

function reaches({ squares, turn }: Position, from: number, to: number, takes: boolean): boolean {
  const [x, y] = [(to % 8) - (from % 8), Math.floor(to / 8) - Math.floor(from / 8)];
  const [far, near] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
  const free = () => {
    const step = Math.sign(x) + 8 * Math.sign(y);
    for (let at = from + step; at !== to; at += step) if (squares[at]) return false;
    return true;
  };
  switch (squares[from].toLowerCase()) {
    case 'n':
      return far === 2 && near === 1;
    case 'k':
      return far === 1;
    case 'b':
      return far === near && free();
    case 'r':
      return near === 0 && free();
    case 'q':
      return (near === 0 || far === near) && free();
    default: {
      const ahead = turn === 'w' ? -y : y;
      if (takes) return Math.abs(x) === 1 && ahead === 1;
      return x === 0 && free() && (ahead === 1 || (ahead === 2 && Math.floor(from / 8) === (turn === 'w' ? 6 : 1)));
    }
  }
}

/** What each side has more of than the other, and by how many pawns White is ahead. */
export function material({ squares }: Position): { white: string; black: string; points: number } {
  const worth: Record<string, number> = { q: 9, r: 5, b: 3, n: 3, p: 1 };
  const more = { white: '', black: '', points: 0 };
  for (const [letter, points] of Object.entries(worth)) {
    const count = (sign: string) => squares.filter((other) => other === sign).length;
    const ahead = count(letter.toUpperCase()) - count(letter);
    more.points += ahead * points;
    if (ahead > 0) more.white += letter.repeat(ahead);
    else more.black += letter.repeat(-ahead);
  }
  return more;
}
