// Ready examples to click.
import { t } from '../lang';

export const PROBLEMS = [
  { name: 'Mate in three', fen: '8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 0 1', stipulation: '#3' },
  { name: 'Two rooks', fen: '6k1/8/8/1R6/8/8/8/5R1K w - - 0 1', stipulation: '#2' },
  { name: 'Back-rank mate', fen: '6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1', stipulation: '#1' },
  { name: 'Selfmate', fen: '8/8/8/8/6n1/5N1p/3Q3P/5k1K w - - 0 1', stipulation: 's#1' },
  { name: 'Helpmate', fen: '8/4K3/8/7k/8/4p3/4QB2/8 b - - 0 1', stipulation: 'h#2' },
  { name: 'Proof game', fen: 'rnbqkbnr/ppp2ppp/3P4/8/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1', stipulation: 'dia 2.5' },
] as const;

/** Sketches, each with what it is about. */
export const SKETCHES = [
  { name: 'Fool’s mate', about: 'The moves of Black are missing', text: 'game chess\nfrom start\nplay f2f3 ? g2g4 ?\nexpect mate\n' },
  {
    name: 'Against every reply',
    about: 'A strategy, not a line',
    text: 'game chess\nfrom "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1"\nplay ? * ?\nexpect mate\n',
  },
  {
    name: 'Three pawns',
    about: 'How does one position become the other?',
    text: 'game chess\nfrom "8/4p3/8/8/8/3p4/5P2/8 b - - 0 1"\nplay ? ? ?\nexpect position "8/8/4p3/8/8/5P2/3p4/8"\n',
  },
  {
    name: 'A hole in the position',
    about: 'Which black piece on a7?',
    text: 'game chess\nfrom "k1K5/?7/8/1N6/8/8/8/8 w - - 0 1"\nwhere count(black) = 2\nplay Nc7\nexpect mate\n',
  },
  {
    name: 'Why not castle?',
    about: 'Ask it with Debug',
    text: 'game chess\nfrom "r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1"\nplay O-O\nexpect legal\n',
  },
  {
    name: 'A tower of stones',
    about: 'Whatever Blue does, Red builds a tower on a4',
    text: 'game deathstacks\nfrom start\nplay ? * ?\nexpect a4 = red and height(a4) >= 3\n',
  },
] as const;

/** The text of an example, which begins with what it is about. */
export const sketchText = ({ about, text }: (typeof SKETCHES)[number]) => `# ${t(about)}\n${text}`;
