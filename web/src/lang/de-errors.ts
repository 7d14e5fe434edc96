// German for what is wrong with a position, a move or a game that somebody wrote.
import { mistake } from './de-mistakes';

const side = (name: string) => (name === 'white' ? 'Weiß' : name === 'black' ? 'Schwarz' : name);
const coloured = (name: string, ending: string) => (name === 'white' ? `weiße${ending}` : `schwarze${ending}`);

const TWINS: [RegExp, (...parts: string[]) => string][] = [
  [/^expected one of (.+), not (.+)$/, (words, what) => `erwartet eines von ${words}, nicht ${what}`],
  [/^expected a change$/, () => 'erwartet eine Änderung'],
  [/^expected (?:a square|two squares) at the end$/, () => 'am Ende fehlt ein Feld'],
  [/^expected a square like e4, not (.+)$/, (what) => `erwartet ein Feld wie e4, nicht ${what}`],
  [/^expected a piece like Q, not (.+)$/, (what) => `erwartet eine Figur wie Q, nicht ${what}`],
  [/^expected pieces like Qe8$/, () => 'erwartet Figuren wie Qe8'],
  [/^expected white or black, not (.+)$/, (what) => `erwartet white oder black, nicht ${what}`],
  [/^expected 90, 180 or 270, not (.+)$/, (what) => `erwartet 90, 180 oder 270, nicht ${what}`],
  [/^expected (.+) after mirror$/, (pairs) => `erwartet nach mirror ${pairs.replace(' or ', ' oder ')}`],
];

const EN_PASSANT: [RegExp, (...parts: string[]) => string][] = [
  [/^expected a square on rank (\d)$/, (rank) => `erwartet ein Feld auf der Reihe ${rank}`],
  [/^the square is not empty$/, () => 'das Feld ist nicht leer'],
  [/^no (\w+) pawn on (..) has just made a double step$/, (color, at) => `kein ${coloured(color, 'r')} Bauer auf ${at} hat eben einen Doppelschritt gemacht`],
  [/^a piece on (..) stands where the pawn came from$/, (at) => `auf ${at}, woher der Bauer kam, steht eine Figur`],
  [/^the check cannot come from a double step$/, () => 'das Schach kann nicht von einem Doppelschritt kommen'],
];

/** Each way in which the program says it, and how that is said here. */
export const ERRORS: [RegExp, (...parts: string[]) => string][] = [
  [/^(a board of .+): expected (.+)$/, (what, range) => `${mistake(what) ?? what}: erwartet ${mistake(range) ?? range}`],
  [/^Not met: (.+)$/, (move) => `Nicht beantwortet: ${move}`],
  [/^Undecided: (.+)$/, (move) => `Offen geblieben: ${move}`],
  [/^Nothing is played: (white|black) could take the king$/, (color) => `Es wird nichts gespielt: ${side(color)} könnte den König schlagen`],
  [/^twin, word (\d+): (.+)$/, (word, why) => `Zwilling, Wort ${word}: ${said(why, TWINS)}`],
  [/^nothing stands on (..)$/, (at) => `auf ${at} steht nichts`],
  [/^the piece on (..) would go off the board$/, (at) => `die Figur auf ${at} ginge vom Brett`],
  [/^expected at most (\d+) twins$/, (most) => `erwartet höchstens ${most} Zwillinge`],
  [/^line (\d+): the FEN tag: (.+)$/, (line, why) => `Zeile ${line}: die FEN-Angabe: ${said(why, ERRORS)}`],
  [/^line (\d+): (.+)$/, (line, why) => `Zeile ${line}: ${said(why, [...PGN, ...ERRORS])}`],
  [/^the FEN is empty: .+$/, () => 'die FEN ist leer: erwartet mindestens die Aufstellung der Figuren'],
  [/^the placement has (\d+) ranks, expected 8 separated by "\/"$/, (count) => `die Aufstellung hat ${count} ${count === '1' ? 'Reihe' : 'Reihen'}, erwartet 8, durch „/“ getrennt`],
  [/^(\d+) ranks?, expected 8 separated by slashes$/, (count) => `${count} Reihen, erwartet 8, durch Schrägstriche getrennt`],
  [/^rank (\d) has (\d+) squares, expected 8$/, (rank, count) => `Reihe ${rank} hat ${count} Felder, erwartet 8`],
  [/^rank (\d) has (.+), expected one of PNBRQKpnbrqk or a digit 1 to 8$/, (rank, what) => `Reihe ${rank} hat ${what}, erwartet eines von PNBRQKpnbrqk oder eine Ziffer von 1 bis 8`],
  [/^rank (\d) has two digits in a row$/, (rank) => `Reihe ${rank} hat zwei Ziffern hintereinander`],
  [/^the side to move is (.+), expected w or b$/, (what) => `am Zug ist ${what}, erwartet w oder b`],
  [/^the castling rights are (.+), expected .+$/, (what) => `die Rochaderechte sind ${what}, erwartet - oder einige von KQkq oder die Linien der Türme`],
  [/^the en-passant square is (.+), expected .+$/, (what) => `das Feld für en passant ist ${what}, erwartet - oder ein Feld wie e3`],
  [/^the halfmove clock is (.+), expected .+$/, (what) => `der Halbzugzähler ist ${what}, erwartet eine Zahl von 0 bis 9999`],
  [/^the move number is (.+), expected .+$/, (what) => `die Zugnummer ist ${what}, erwartet eine Zahl von 1 bis 9999`],
  [/^after the FEN comes (.+), expected its end$/, (what) => `nach der FEN kommt ${what}, erwartet ihr Ende`],
  [/^no (white|black) king$/, (color) => `kein ${coloured(color, 'r')} König`],
  [/^(\d+) (white|black) kings, expected one$/, (count, color) => `${count} ${coloured(color, '')} Könige, erwartet einer`],
  [/^a (white|black) pawn on (..): no pawn can stand on the first or last rank$/, (color, at) => `ein ${coloured(color, 'r')} Bauer auf ${at}: auf der ersten und letzten Reihe kann kein Bauer stehen`],
  [/^(\d+) (white|black) pawns, at most 8 are possible$/, (count, color) => `${count} ${coloured(color, '')} Bauern, höchstens 8 sind möglich`],
  [/^(\d+) (white|black) pieces, at most (\d+) are possible$/, (count, color, most) => `${count} ${coloured(color, '')} Figuren, höchstens ${most} sind möglich`],
  [/^(\d+) (white|black) pieces beyond the first set with (\d+) pawns: .+$/, (count, color, pawns) => `${count} ${coloured(color, '')} Figuren mehr als am Anfang bei ${pawns} Bauern: mehr Umwandlungen als fehlende Bauern`],
  [/^(white|black) can capture the king: (white|black) is in check but (?:white|black) is to move$/, (color, other) => `${side(color)} kann den König schlagen: ${side(other)} steht im Schach, doch ${side(color)} ist am Zug`],
  [/^(white|black) is in check from (\d+) pieces at once, at most two are possible$/, (color, count) => `${side(color)} steht im Schach von ${count} Figuren zugleich, höchstens zwei sind möglich`],
  [/^(white|black) is in check from (..) and (..), which no single move can cause$/, (color, a, b) => `${side(color)} steht im Schach von ${a} und ${b}, was kein einzelner Zug bewirken kann`],
  [/^(white|black) may castle with (..), but there is no .+ rook$/, (color, at) => `${side(color)} darf mit ${at} rochieren, doch dort steht kein Turm`],
  [/^(white|black) may castle, but its king is not on its back rank$/, (color) => `${side(color)} darf rochieren, doch der König steht nicht auf seiner Grundreihe`],
  [/^(white|black) may castle with two rooks on the same side of its king$/, (color) => `${side(color)} darf mit zwei Türmen auf derselben Seite des Königs rochieren`],
  [/^castling with a king on (..) and a rook on (..) is Chess960, which was not asked for$/, (king, rook) => `die Rochade mit König auf ${king} und Turm auf ${rook} ist Chess960, das nicht verlangt war`],
  [/^en passant on (..): (.+)$/, (at, why) => `en passant auf ${at}: ${said(why, EN_PASSANT)}`],
  [/^(.+) is not a move: expected something like .+$/, (what) => `${what} ist kein Zug: erwartet etwas wie Nf3, exd5, O-O oder e8=Q`],
  [/^(.+) is not a move: expected two squares like .+$/, (what) => `${what} ist kein Zug: erwartet zwei Felder wie e2e4, und bei einer Umwandlung die Figur wie in e7e8q`],
  [/^(.+) is not a legal move here$/, (what) => `${what} ist hier kein regelrechter Zug`],
  [/^bad FEN: (\d+) rows? separated by '\/'; expected 6$/, (count) => `falsche FEN: ${count} Reihen, durch „/“ getrennt; erwartet 6`],
  [/^bad FEN: row (\d+) has (\d+) squares? separated by ','; expected 6$/, (row, count) => `falsche FEN: Reihe ${row} hat ${count} Felder, durch „,“ getrennt; erwartet 6`],
  [/^(\S+) may mean (.+)$/, (what, all) => `${what} kann ${all.replaceAll(' or ', ' oder ')} bedeuten`],
];

const PGN: [RegExp, (...parts: string[]) => string][] = [
  [/^a variation is never closed$/, () => 'eine Variante wird nie geschlossen'],
  [/^a comment is never closed$/, () => 'ein Kommentar wird nie geschlossen'],
  [/^a \) without its \($/, () => 'eine ) ohne ihre ('],
  [/^a variation before the first move$/, () => 'eine Variante vor dem ersten Zug'],
  [/^an annotation before the first move$/, () => 'ein Zeichen vor dem ersten Zug'],
  [/^more than (\d+) (moves in one game|tags|variations inside each other)$/, (count, what) => `mehr als ${count} ${what === 'tags' ? 'Angaben' : what.startsWith('moves') ? 'Züge in einer Partie' : 'Varianten ineinander'}`],
  [/^\$ without a number up to 255$/, () => '$ ohne eine Zahl bis 255'],
];

function said(text: string, patterns: [RegExp, (...parts: string[]) => string][]): string {
  for (const [pattern, say] of patterns) {
    const parts = pattern.exec(text);
    if (parts) return say(...parts.slice(1));
  }
  return mistake(text) ?? text;
}
