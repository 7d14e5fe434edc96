// Why a sketch cannot be filled in, in German: the laws of chess and Death Stacks, and the sentences made of them.
import { phrase } from './de';
import { ruleSentence } from './de-games';

/** The laws by their names, as they stand in sketches too (`without "…"`). */
export const SKETCH_LAWS: Record<string, string> = {
  'the side to move moves one of its own pieces': 'wer am Zug ist, zieht eine eigene Figur',
  'a pawn moves one step ahead, two from where it began, or takes one step diagonally':
    'ein Bauer zieht einen Schritt vor, vom Anfangsfeld auch zwei, oder schlägt einen Schritt schräg',
  'a knight moves by a leap of two squares and one to the side': 'ein Springer springt zwei Felder vor und eines zur Seite',
  'a bishop moves on diagonals only': 'ein Läufer zieht nur auf Diagonalen',
  'a rook moves on ranks and files only': 'ein Turm zieht nur auf Reihen und Linien',
  'a queen moves on ranks, files and diagonals only': 'eine Dame zieht nur auf Reihen, Linien und Diagonalen',
  'a king moves one step, or castles': 'ein König zieht einen Schritt oder rochiert',
  'no piece but the knight jumps over others': 'nur der Springer springt über andere Figuren',
  'no piece takes one of its own side': 'keine Figur schlägt eine der eigenen Seite',
  'a king is never taken': 'ein König wird nie geschlagen',
  'a pawn steps straight ahead only to an empty square': 'ein Bauer zieht nur auf ein leeres Feld geradeaus',
  'a pawn moves diagonally only to take': 'ein Bauer zieht nur schräg, um zu schlagen',
  'a pawn on the last rank is promoted, and nothing else is': 'ein Bauer auf der letzten Reihe wird umgewandelt, und sonst nichts',
  'castling needs a king and a rook that have not moved': 'zur Rochade gehören ein König und ein Turm, die nicht gezogen haben',
  'castling needs empty squares between king and rook': 'zur Rochade gehören leere Felder zwischen König und Turm',
  'the king does not castle out of check or through it': 'der König rochiert nicht aus dem Schach und nicht durch eines',
  'no move leaves its own king in check': 'kein Zug lässt den eigenen König im Schach',
  'a side in check does not pass': 'wer im Schach steht, setzt nicht aus',
  'what a move does to the board': 'was ein Zug auf dem Brett bewirkt',
  'one piece moves at a time': 'es zieht eine Figur auf einmal',
  'what a legal position is': 'was eine regelrechte Stellung ist',
  "a move takes stones of a stack of the mover's own": 'ein Zug nimmt Steine von einem eigenen Stapel',
  'a move takes one stone or more, and no more than there are': 'ein Zug nimmt einen Stein oder mehr, und nicht mehr, als es sind',
  'the stones taken along go one square for each of them, in one direction, and turn back at the edge':
    'die mitgenommenen Steine gehen für jeden von ihnen ein Feld, in einer Richtung, und kehren am Rand um',
  'a move must change the board': 'ein Zug muss das Brett verändern',
  'who owns a stack of more than four stones must move from such a stack':
    'wer einen Stapel von mehr als vier Steinen besitzt, muss von einem solchen ziehen',
  'at most four stones may stay where a move begins': 'höchstens vier Steine dürfen bleiben, wo ein Zug beginnt',
  'some stones of one stack go to one square': 'Steine eines Stapels gehen auf ein Feld',
  'there are at most twelve stones of each colour': 'es gibt höchstens zwölf Steine jeder Farbe',
  'the rights to castle are those of the start': 'die Rochaderechte sind die des Anfangs',
  'the last move before it was a double step': 'der letzte Zug davor war ein Doppelschritt',
  'the last move before it was no double step': 'der letzte Zug davor war kein Doppelschritt',
};

const coloured = (color: string) => ({ white: 'weiße', black: 'schwarze', red: 'rote', blue: 'blaue' })[color] ?? color;
const NAMES: Record<string, [string, string]> = {
  pawn: ['r', 'Bauer'],
  knight: ['r', 'Springer'],
  bishop: ['r', 'Läufer'],
  rook: ['r', 'Turm'],
  queen: ['', 'Dame'],
  king: ['r', 'König'],
  piece: ['', 'Figur'],
};
const some = (article: string, color: string, name: string) => {
  const [ending, noun] = NAMES[name] ?? ['', name];
  return `${ending ? article : `${article}e`} ${coloured(color)}${ending} ${noun}`;
};
const START: Record<string, string> = {
  'the usual start': 'der üblichen Anfangsstellung',
  'a legal start of this kind': 'einem regelrechten Anfang dieser Art',
  'a start of this kind': 'einem Anfang dieser Art',
};
const start = (text: string) => START[text] ?? text;
const ordinal = (text: string) => `${({ first: '1', second: '2', third: '3' } as Record<string, string>)[text] ?? text.replace(/th$/, '')}.`;

/** How the program says it, and how that is said here. */
export const SKETCH_REASONS: [RegExp, (...parts: string[]) => string][] = [
  [/^by the laws, (.+)$/, (law) => `nach den Regeln: ${SKETCH_LAWS[law] ?? law}`],
  [/^by the rules, never "(.+)"$/, (rule) => `nach den Regeln niemals: ${ruleSentence(rule)}`],
  [/^by the rules, condition (\d+) of "(.+)"$/, (number, rule) => `nach den Regeln die ${number}. Bedingung von: ${ruleSentence(rule)}`],
  [/^by the rules, it ends: "(.+)"$/, (rule) => `nach den Regeln ist es zu Ende: ${ruleSentence(rule)}`],
  [/^by the rules, (.+)$/, (rule) => `nach den Regeln: ${ruleSentence(rule)}`],
  [/^this move does not give (check|mate)$/, (what) => `dieser Zug setzt nicht ${what === 'mate' ? 'matt' : 'Schach'}`],
  [/^a (white|black) (\w+) stands on (..)$/, (color, name, at) => `auf ${at} steht ${some('ein', color, name)}`],
  [/^no (white|black) (\w+) stands on (..)$/, (color, name, at) => `auf ${at} steht ${some('kein', color, name)}`],
  [/^no (white|black) (\w+) stands there$/, (color, name) => `dort steht ${some('kein', color, name)}`],
  [/^there is no (white|black) (\w+)$/, (color, name) => `es gibt ${some('kein', color, name).replace(/^kein (\S+)r /, 'keinen $1n ')}`],
  [/^these (white|black) pieces stand at the start: (.+)$/, (color, names) => `am Anfang stehen diese ${coloured(color)}n Figuren: ${names}`],
  [/^the line begins (.+)$/, (line) => `die Zugfolge beginnt ${line}`],
  [/^the sketch wants a start with (.+)$/s, (text) => `die Skizze verlangt einen Anfang mit ${text}`],
  [/^the sketch expects (.+) at the end$/s, (text) => `die Skizze erwartet am Ende ${text}`],
  [/^the sketch wants a position with (.+)$/s, (text) => `die Skizze verlangt eine Stellung mit ${text}`],
  [/^the sketch wants the goal "(.+)"$/s, (text) => `die Skizze verlangt das Ziel: ${ruleSentence(text)}`],
  [/^what the events do to the start$/, () => 'was die Ereignisse aus dem Anfang machen'],
  [/^(.+) (?:does|do) not hold there$/s, (text) => `dort gilt nicht: ${text}`],
  [/^it would hold without (.+)$/s, (rules) => `es gälte ohne ${rules.replace(/" and "/g, '" und "')}`],
  [
    /^with a law that forbids every event that breaks it, (\d+) positions? can be reached(?:, and the goal (?:still in (\d+) events|(no more)))?$/,
    (count, run, none) =>
      `mit einer Regel, die jedes Ereignis verbietet, das es bricht, sind ${count} Stellungen erreichbar${run ? `, und das Ziel noch in ${run} Ereignissen` : none ? ', und das Ziel nicht mehr' : ''}`,
  ],
  [/^the (?:first )?line ends with (.+)$/, (text) => `die Folge endet mit ${text}`],
  [/^the sketch wants (.+) as (\S+) move of the line$/s, (word, at) => `die Skizze verlangt ${word} als ${ordinal(at)} Zug der Folge`],
  [/^the sketch wants (.+)$/s, (text) => `die Skizze verlangt ${text}`],
  [/^the position is (.+)$/, (text) => `die Stellung ist ${({ 'the usual start': 'die übliche Anfangsstellung' } as Record<string, string>)[text] ?? text}`],
  [/^the line has one legal move, from (.+)$/, (text) => `die Folge hat einen regelrechten Zug, von ${start(text)} aus`],
  [
    /^the line has (\d+) legal plies, from (.+?)(, or fewer where the game ends)?$/,
    (plies, text, fewer) => `die Folge hat ${plies} regelrechte Halbzüge, von ${start(text)} aus${fewer ? ', oder weniger, wo die Partie endet' : ''}`,
  ],
  [/^(\S+) stands on (..)$/, (stones, at) => `auf ${at} steht ${phrase(stones)}`],
];
