// Why a position cannot come about and why it cannot be won, in German.

const side = (name: string) => (name === 'white' ? 'Weiß' : 'Schwarz');
const coloured = (name: string) => (name === 'white' ? 'weiße' : 'schwarze');
const FORCES: Record<string, string> = {
  'a knight alone': 'ein Springer allein kann nicht mattsetzen',
  'a bishop alone': 'ein Läufer allein kann nicht mattsetzen',
  'bishops on squares of one colour': 'Läufer auf Feldern einer Farbe können nicht mattsetzen',
};
const extent = (text: string) =>
  text
    .replace(/^(\d+) squares$/, '$1 Felder')
    .replace(/^ranks (\d) to (\d)$/, 'die Reihen $1 bis $2')
    .replace(/^files (\w) to (\w)$/, 'die Linien $1 bis $2')
    .replace(/ to /, ' bis ');

/** In few words, of a position before it. */
const SHORT: [RegExp, string][] = [
  [/too many white pieces/g, 'zu viele weiße Figuren'],
  [/too many black pieces/g, 'zu viele schwarze Figuren'],
  [/the white king was shut in/g, 'der weiße König war eingesperrt'],
  [/the black king was shut in/g, 'der schwarze König war eingesperrt'],
  [/the pawns cannot have passed/g, 'die Bauern können nicht aneinander vorbei sein'],
  [/the other side would be to move/g, 'die andere Seite wäre am Zug'],
  [/no move before it/g, 'kein Zug davor'],
  [/no two moves before it/g, 'keine zwei Züge davor'],
  [/ and (\d+) more$/, ' und $1 weitere'],
];

/** How the program says it, and how that is said here. */
export const RETRO_REASONS: [RegExp, (...parts: string[]) => string][] = [
  [
    /^(white|black) has (\d+) pawns and (\d+) pieces? that can only come from (?:a promotion|promotions)$/,
    (color, pawns, promoted) =>
      `${side(color)} hat ${pawns} Bauern und ${promoted} ${promoted === '1' ? 'Figur, die nur aus einer Umwandlung stammen kann' : 'Figuren, die nur aus Umwandlungen stammen können'}`,
  ],
  [/^the (white|black) king cannot have got past pawns that never moved$/, (color) => `der ${coloured(color)} König kann nicht an Bauern vorbei sein, die nie gezogen haben`],
  [
    /^nothing was taken, and where the pieces stand tells .*: so (white|black) would be to move$/,
    (color) => `nichts wurde geschlagen, und wo die Figuren stehen, sagt für jede Seite, ob sie eine gerade oder ungerade Zahl von Zügen gemacht hat: also wäre ${side(color)} am Zug`,
  ],
  [/^no move of (white|black) can have been the last$/, (color) => `kein Zug von ${side(color)} kann der letzte gewesen sein`],
  [
    /^every move of (white|black) that can have been the last leads back to a position that cannot come about: (.+)$/,
    (color, moves) =>
      `jeder Zug von ${side(color)}, der der letzte gewesen sein kann, führt zu einer Stellung zurück, die nicht entstehen kann: ${SHORT.reduce((text, [pattern, german]) => text.replace(pattern, german), moves)}`,
  ],
  [
    /^the pawns cannot have got past each other: white has (\d+) promoted and took (\d+), black has (\d+) promoted and took (\d+)$/,
    (white, taken, black, lost) =>
      `die Bauern können nicht aneinander vorbei sein: Weiß hat ${white} umgewandelt und ${taken} geschlagen, Schwarz hat ${black} umgewandelt und ${lost} geschlagen`,
  ],
  [
    /^no order of captures lets that many pawns through and leaves those on the board where they are$/,
    () => 'keine Folge von Schlägen lässt so viele Bauern durch und die auf dem Brett, wo sie sind',
  ],
  [/^(white|black) is mated$/, (color) => `${side(color)} ist matt`],
  [/^(white|black) is stalemated$/, (color) => `${side(color)} ist patt`],
  [/^a king is missing$/, () => 'ein König fehlt'],
  [
    /^the (white|black) king, which alone of its side can move, and the (white|black) king never stand so that there is a mate$/,
    (loser, winner) => `der ${coloured(loser)} König, der allein von seiner Seite ziehen kann, und der ${coloured(winner)} stehen nie so, dass es matt ist`,
  ],
  [
    /^only the (white|black) king can move, within walls that only the (white|black) king can open, and whenever it does, (white|black) has no move left$/,
    (winner, loser) => `nur der ${coloured(winner)} König kann ziehen, hinter Mauern, die nur der ${coloured(loser)} öffnen kann, und sobald der das tut, hat ${side(winner)} keinen Zug mehr`,
  ],
  [/^none of the (\d+) positions that can arise is a mate$/, (count) => `keine der ${count} Stellungen, die entstehen können, ist ein Matt`],
  [/^(white|black) has nothing but the king$/, (color) => `${side(color)} hat nichts als den König`],
  [
    /^(a knight alone|a bishop alone|bishops on squares of one colour) cannot mate against (a bare king|what the other side has)$/,
    (force, other) => `${FORCES[force]} gegen ${other === 'a bare king' ? 'einen bloßen König' : 'das, was die andere Seite hat'}`.replace(/ mattsetzen (.+)$/, ' $1 mattsetzen'),
  ],
  [/^the pawns on (.+) never move and are never taken$/, (squares) => `die Bauern auf ${squares} ziehen nie und werden nie geschlagen`],
  [/^the (white|black) king never leaves (.+)$/, (color, at) => `der ${coloured(color)} König verlässt ${at} nie`],
  [/^the (white|black) king never gets beyond (.+)$/, (color, where) => `der ${coloured(color)} König kommt nie über ${extent(where)} hinaus`],
  [/^there it cannot be mated by anything (white|black) can bring$/, (color) => `dort kann ihn nichts mattsetzen, was ${side(color)} heranbringen kann`],
  [/^on none of its (\d+) squares can the (white|black) king be mated$/, (count, color) => `auf keinem seiner ${count} Felder kann der ${coloured(color)} König mattgesetzt werden`],
  [/^the time was up$/, () => 'die Zeit war um'],
  [/^the memory was full$/, () => 'der Speicher war voll'],
  [/^interrupted$/, () => 'unterbrochen'],
];
