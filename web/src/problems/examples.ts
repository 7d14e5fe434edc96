// Ready examples to click.

export const PROBLEMS = [
  { name: 'Mate in three', fen: '8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 0 1', stipulation: '#3' },
  { name: 'Back-rank mate', fen: '6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1', stipulation: '#1' },
  { name: 'Helpmate in five', fen: '8/8/8/8/k6N/4K3/1P2p2p/8 b - - 0 1', stipulation: 'h#5' },
  { name: 'Two rooks', fen: '7k/8/8/8/8/8/R7/1R2K3 w - - 0 1', stipulation: '#2' },
];

export const SKETCHES = [
  { name: 'Fool’s mate', text: 'game chess\nfrom start\nplay f2f3 ? g2g4 ?\nexpect mate\n' },
  { name: 'Mate in one', text: 'game chess\nfrom "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"\nplay ?\nexpect mate\n' },
  {
    name: 'Against every defence',
    text: 'game chess\nfrom "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"\nplay ? * ?\nexpect mate\n',
  },
];
