// German for the puzzles: their laws, and the sentences that the program puts together from them.

/** What each kind of puzzle is about. */
export const ABOUT: Record<string, string> = {
  'lamps light up the board': 'Lampen beleuchten das Brett',
  'water finds its level': 'Wasser steht überall gleich hoch',
  'a cave in the rock': 'eine Höhle im Fels',
  'a set of dominoes, hidden in numbers': 'ein Satz Dominosteine, in Zahlen versteckt',
  'groups of equal numbers, each as large as its number': 'Gruppen gleicher Zahlen, jede so groß wie ihre Zahl',
  'numbers in order': 'Zahlen in der richtigen Ordnung',
  'every piece turns about its dot': 'jedes Stück dreht sich um seinen Punkt',
  'bridges between islands': 'Brücken zwischen Inseln',
  'shade cells in rooms': 'Felder in Räumen schwärzen',
  'shade cells so that no number stays twice in a row or column': 'Felder schwärzen, bis keine Zahl zweimal in einer Zeile oder Spalte steht',
  'a crossword of sums': 'ein Kreuzworträtsel aus Summen',
  'sums, products, differences and quotients': 'Summen, Produkte, Differenzen und Quotienten',
  'shade cells so that every number counts the white cells it sees': 'Felder schwärzen, bis jede Zahl die weißen Felder zählt, die sie sieht',
  'a tetromino in every room': 'ein Tetromino in jedem Raum',
  'one loop through white and black pearls': 'eine Schleife durch weiße und schwarze Perlen',
  'every number counts the shaded cells around it': 'jede Zahl zählt die schwarzen Felder um sich herum',
  'paint by numbers': 'Malen nach Zahlen',
  'shaded dominoes': 'schwarze Dominosteine',
  'islands of white cells in a sea of black ones': 'weiße Inseln in einem schwarzen Meer',
  'pieces of one size': 'Stücke von gleicher Größe',
  'equal numbers keep their distance': 'gleiche Zahlen halten Abstand',
  'a rectangle for every number': 'ein Rechteck für jede Zahl',
  'houses of every height, seen from outside': 'Häuser jeder Höhe, von außen gesehen',
  'a diagonal in every cell': 'eine Diagonale in jedem Feld',
  'one loop along the sides of cells': 'eine Schleife entlang der Feldränder',
  'stars that keep apart': 'Sterne, die Abstand halten',
  'every digit once in every row, column and box': 'jede Ziffer einmal in jeder Zeile, Spalte und jedem Kasten',
  'zeros and ones in balance': 'Nullen und Einsen im Gleichgewicht',
  'a connected wall around the numbers': 'eine zusammenhängende Mauer um die Zahlen',
  'a tent for every tree': 'ein Zelt für jeden Baum',
  'one loop around shaded cells': 'eine Schleife um schwarze Felder',
};

/** The laws, in the words of the rulebooks. */
export const LAWS: Record<string, string> = {
  'a cell with a clue is neither shaded nor on the loop': 'ein Feld mit einem Hinweis ist weder schwarz noch auf der Schleife',
  'a cell with a number is white': 'ein Feld mit einer Zahl ist weiß',
  'a cell with a number lies in the cave': 'ein Feld mit einer Zahl liegt in der Höhle',
  'a cell with numbers is not shaded': 'ein Feld mit Zahlen ist nicht schwarz',
  'a given digit stays': 'eine vorgegebene Ziffer bleibt',
  'a given height stays': 'eine vorgegebene Höhe bleibt',
  'a given number stays': 'eine vorgegebene Zahl bleibt',
  'a number counts the black cells of its room': 'eine Zahl zählt die schwarzen Felder ihres Raumes',
  'a number counts the bridges of its island': 'eine Zahl zählt die Brücken ihrer Insel',
  'a number counts the cells of the cave that it sees along its row and column, itself included':
    'eine Zahl zählt die Felder der Höhle, die sie in Zeile und Spalte sieht, sich selbst mitgezählt',
  'a number counts the diagonals that end there': 'eine Zahl zählt die Diagonalen, die dort enden',
  'a number counts the lamps beside it': 'eine Zahl zählt die Lampen neben sich',
  'a number counts the lines around its cell': 'eine Zahl zählt die Linien um ihr Feld',
  'a number counts the shaded cells in the direction of its arrow': 'eine Zahl zählt die schwarzen Felder in Richtung ihres Pfeils',
  'a number counts the shaded cells of the nine around it, itself included':
    'eine Zahl zählt die schwarzen unter den neun Feldern um sich, sich selbst mitgezählt',
  'a number counts the sides of its cell that are borders, the frame included':
    'eine Zahl zählt die Ränder ihres Feldes, die Grenzen sind, den Rahmen mitgezählt',
  'a number counts the white cells that it sees along its row and column, itself included':
    'eine Zahl zählt die weißen Felder, die sie in Zeile und Spalte sieht, sich selbst mitgezählt',
  'a number outside counts the houses that can be seen from there': 'eine Zahl außen zählt die Häuser, die man von dort sieht',
  'a room of n cells holds the numbers from 1 to n': 'ein Raum aus n Feldern enthält die Zahlen von 1 bis n',
  'a wall holds no digit': 'auf einer Mauer steht keine Ziffer',
  'all islands are connected': 'alle Inseln sind verbunden',
  'all rock is connected to the frame': 'aller Fels hängt mit dem Rahmen zusammen',
  'all shaded cells are connected': 'alle schwarzen Felder hängen zusammen',
  'all white cells are connected': 'alle weißen Felder hängen zusammen',
  'the line goes straight before and after a black pearl':
    'die Linie geht vor und nach einer schwarzen Perle geradeaus',
  'the line turns before or after a white pearl':
    'die Linie biegt vor oder nach einer weißen Perle ab',
  'between two equal numbers n of a row or column lie at least n cells':
    'zwischen zwei gleichen Zahlen n einer Zeile oder Spalte liegen mindestens n Felder',
  'bridges do not cross': 'Brücken kreuzen sich nicht',
  'bridges run straight from island to island': 'Brücken führen gerade von Insel zu Insel',
  'every cell belongs to exactly one domino': 'jedes Feld gehört zu genau einem Dominostein',
  'every cell is lit': 'jedes Feld ist beleuchtet',
  'every domino of the set lies on the board exactly once': 'jeder Dominostein des Satzes liegt genau einmal auf dem Brett',
  'every group of equal numbers has that many cells': 'jede Gruppe gleicher Zahlen hat ebenso viele Felder',
  'every island has a bridge': 'jede Insel hat eine Brücke',
  'every island has exactly one number, which is its size': 'jede Insel hat genau eine Zahl, und die ist ihre Größe',
  'every other cell holds a digit from 1 to 9': 'in jedem anderen Feld steht eine Ziffer von 1 bis 9',
  'every other cell is either shaded or on the loop': 'jedes andere Feld ist entweder schwarz oder auf der Schleife',
  'every piece has exactly one dot and is symmetric about it': 'jedes Stück hat genau einen Punkt und ist um ihn symmetrisch',
  'every piece has the same number of cells': 'alle Stücke haben gleich viele Felder',
  'every piece is a rectangle with exactly one number, which is its area':
    'jedes Stück ist ein Rechteck mit genau einer Zahl, und die ist sein Flächeninhalt',
  'every room has four shaded cells': 'jeder Raum hat vier schwarze Felder',
  'every room has its stars': 'jeder Raum hat seine Sterne',
  'every room has two shaded cells': 'jeder Raum hat zwei schwarze Felder',
  'every row and column has as many zeros as ones': 'jede Zeile und Spalte hat so viele Nullen wie Einsen',
  'every row and column has its stars': 'jede Zeile und Spalte hat ihre Sterne',
  'every shaded cell has exactly one shaded neighbour': 'jedes schwarze Feld hat genau einen schwarzen Nachbarn',
  'every tree has a tent of its own beside it, and there are no other tents':
    'jeder Baum hat sein eigenes Zelt neben sich, und andere Zelte gibt es nicht',
  'no digit stands twice in a box': 'keine Ziffer steht zweimal in einem Kasten',
  'no digit stands twice in a row or column': 'keine Ziffer steht zweimal in einer Zeile oder Spalte',
  'no digit stands twice in a run': 'keine Ziffer steht zweimal in einer Reihe',
  'where the puzzle asks for it, no digit stands twice on a main diagonal': 'wo das Rätsel es verlangt: keine Ziffer steht zweimal auf einer Hauptdiagonale',
  'no height stands twice in a row or column': 'keine Höhe steht zweimal in einer Zeile oder Spalte',
  'no lamp shines on another': 'keine Lampe leuchtet auf eine andere',
  'no lamp stands on a wall': 'auf einer Mauer steht keine Lampe',
  'no number stands twice among the white cells of a row or column':
    'keine Zahl steht zweimal auf den weißen Feldern einer Zeile oder Spalte',
  'no square of two by two cells is shaded': 'kein Quadrat aus zwei mal zwei Feldern ist schwarz',
  'no straight line of white cells goes through three rooms': 'keine gerade Linie weißer Felder geht durch drei Räume',
  'no tent stands on a tree': 'auf einem Baum steht kein Zelt',
  'no three equal digits stand side by side': 'keine drei gleichen Ziffern stehen nebeneinander',
  'no two black cells touch by a side': 'keine zwei schwarzen Felder haben eine Seite gemeinsam',
  'where the puzzle asks for it, no two rows or columns are equal': 'wo das Rätsel es verlangt: keine zwei Zeilen oder Spalten sind gleich',
  'no two shaded cells touch by a side': 'keine zwei schwarzen Felder haben eine Seite gemeinsam',
  'no two stars touch, not even by a corner': 'keine zwei Sterne berühren sich, auch nicht über Eck',
  'no two tents touch, not even by a corner': 'keine zwei Zelte berühren sich, auch nicht über Eck',
  'tetrominoes of the same shape do not touch': 'Tetrominos von gleicher Form berühren sich nicht',
  'the cave is connected': 'die Höhle hängt zusammen',
  'the diagonals form no loop': 'die Diagonalen bilden keine Schleife',
  'the digits of a cage have this difference': 'die Ziffern eines Käfigs haben diese Differenz',
  'the digits of a cage have this product': 'die Ziffern eines Käfigs haben dieses Produkt',
  'the digits of a cage have this quotient': 'die Ziffern eines Käfigs haben diesen Quotienten',
  'the digits of a cage have this sum': 'die Ziffern eines Käfigs haben diese Summe',
  'the digits of a run add up to the number above it': 'die Ziffern einer Reihe ergeben zusammen die Zahl darüber',
  'the digits of a run add up to the number before it': 'die Ziffern einer Reihe ergeben zusammen die Zahl davor',
  'the line forms one loop': 'die Linie bildet eine Schleife',
  'the line passes straight through every white pearl': 'die Linie geht gerade durch jede weiße Perle',
  'the line passes through every black pearl and turns there': 'die Linie geht durch jede schwarze Perle und biegt dort ab',
  'the lines form one loop': 'die Linien bilden eine Schleife',
  'where the puzzle asks for it, the loop passes through every corner': 'wo das Rätsel es verlangt: die Schleife geht durch jede Ecke',
  'the number above a column counts its tents': 'die Zahl über einer Spalte zählt ihre Zelte',
  'the number above a column counts its water': 'die Zahl über einer Spalte zählt ihr Wasser',
  'the number beside a row counts its tents': 'die Zahl neben einer Zeile zählt ihre Zelte',
  'the number beside a row counts its water': 'die Zahl neben einer Zeile zählt ihr Wasser',
  'the numbers above a column are the lengths of its black runs, in order':
    'die Zahlen über einer Spalte sind die Längen ihrer schwarzen Blöcke, der Reihe nach',
  'the numbers are the lengths of the shaded runs around their cell': 'die Zahlen sind die Längen der schwarzen Blöcke um ihr Feld',
  'the numbers beside a row are the lengths of its black runs, in order':
    'die Zahlen neben einer Zeile sind die Längen ihrer schwarzen Blöcke, der Reihe nach',
  'the sea has no square of two by two cells': 'im Meer gibt es kein Quadrat aus zwei mal zwei Feldern',
  'the sea is connected': 'das Meer hängt zusammen',
  'the shaded cells of a room form a tetromino': 'die schwarzen Felder eines Raumes bilden ein Tetromino',
  'the sign between two cells says which is less': 'das Zeichen zwischen zwei Feldern sagt, was kleiner ist',
  'water fills a tank from below, and has one level where it is joined':
    'Wasser füllt einen Behälter von unten und steht gleich hoch, wo es zusammenhängt',
  'where the puzzle asks for it, water has one level in the whole tank': 'wo das Rätsel es verlangt: Wasser steht im ganzen Behälter gleich hoch',
};

/** What a place may be, by the name of what is filled in. */
export const LAYERS: Record<string, string> = {
  black: 'schwarz',
  border: 'eine Grenze',
  domino: 'ein Dominostein',
  lamp: 'eine Lampe',
  line: 'eine Linie',
  star: 'ein Stern',
  tent: 'ein Zelt',
  water: 'Wasser',
};

/** The words around facts and laws, the longer before the shorter that they contain. */
const WORDS: [RegExp, string][] = [
  [/^there is no solution: these contradict each other: /, 'es gibt keine Lösung: das widerspricht sich: '],
  [/^nothing more follows: there are several solutions$/, 'mehr folgt nicht: es gibt mehrere Lösungen'],
  [/^no solution has all of this together: /, 'keine Lösung hat all dies zusammen: '],
  [/^a mistake: in every solution /, 'ein Fehler; in jeder Lösung gilt: '],
  [/^where the puzzle asks for it, $/, 'wo das Rätsel es verlangt: '],
  [/^solved$/, 'gelöst'],
  [/^interrupted$/, 'abgebrochen'],
  [/^the time was up before it was known whether there are more solutions$/, 'die Zeit war um, ehe bekannt war, ob es weitere Lösungen gibt'],
  [/^the time was up before an answer was found$/, 'die Zeit war um, ehe eine Antwort gefunden wurde'],
  [/^the puzzle takes more memory than is allowed$/, 'das Rätsel braucht mehr Speicher, als erlaubt ist'],
  [/^the time was up$/, 'die Zeit war um'],
  [/^the memory was full$/, 'der Speicher war voll'],
  [/^there are as many solutions as were wanted$/, 'es gibt so viele Lösungen, wie gewünscht waren'],
  [/^the allowed number of conflicts was reached$/, 'die erlaubte Zahl von Konflikten war erreicht'],
  [/, for anything else contradicts these together: /g, ', denn alles andere widerspricht diesen zusammen: '],
  [/\. Suppose /g, '. Angenommen, '],
  [/(^|[;:] )then /g, '$1dann folgt: '],
  [/; so /g, '; also: '],
  [/, for /g, ', denn '],
  [/(^|[;:] )but /g, '$1aber '],
  [/, against /g, ', gegen '],
  [/\bwhat is known of (\d+) places/g, 'was von $1 Stellen bekannt ist'],
  [/\(at (\d+) places\)/g, '(an $1 Stellen)'],
  [/ or /g, ' oder '],
  [/: a contradiction/g, ': ein Widerspruch'],
  [/ is at most /g, ' ist höchstens '],
  [/ does not belong to /g, ' gehört nicht zu '],
  [/ belongs to /g, ' gehört zu '],
  [/ zu the dot at /g, ' zu dem Punkt bei '],
  [/\bthe dot at /g, 'der Punkt bei '],
  [/\bthe edge between /g, 'der Rand zwischen '],
  [/\bthe top edge of /g, 'der obere Rand von '],
  [/\bthe bottom edge of /g, 'der untere Rand von '],
  [/\bthe left edge of /g, 'der linke Rand von '],
  [/\bthe right edge of /g, 'der rechte Rand von '],
  [/\bthe corner between /g, 'die Ecke zwischen '],
  [/\bthe top left corner of /g, 'die obere linke Ecke von '],
  [/\bthe top right corner of /g, 'die obere rechte Ecke von '],
  [/\bthe bottom left corner of /g, 'die untere linke Ecke von '],
  [/\bthe bottom right corner of /g, 'die untere rechte Ecke von '],
  [/\bthe room of /g, 'der Raum von '],
  [/\bthe board\b/g, 'das Brett'],
  [/ and /g, ' und '],
  [/\brow (\d)/g, 'Zeile $1'],
  [/\bcolumn (\d)/g, 'Spalte $1'],
  [/\broom (\d)/g, 'Raum $1'],
];

/** The sentences of Kuromasu, the whole ones before their parts. */
const KUROMASU: [RegExp, string][] = [
  [/^Every cell has its colour\.$/, 'Jede Zelle hat ihre Farbe.'],
  [/^There are several solutions, and they agree on no other cell\.$/, 'Es gibt mehrere Lösungen, und sie stimmen in keiner weiteren Zelle überein.'],
  [/^There is no solution\. These contradict each other: /, 'Es gibt keine Lösung. Das widerspricht sich: '],
  [/ is wrong: the only solution has the other colour there\./g, ' ist falsch: die einzige Lösung hat dort die andere Farbe.'],
  [/ are wrong: the only solution has the other colours there\./g, ' sind falsch: die einzige Lösung hat dort die anderen Farben.'],
  [/ is wrong: no solution has that colour there\./g, ' ist falsch: keine Lösung hat dort diese Farbe.'],
  [/ are wrong together: no solution has all these colours\./g, ' sind zusammen falsch: keine Lösung hat alle diese Farben.'],
  [/(\d+) others/g, '$1 andere'],
  [/^Cells with a clue are white: /, 'Zellen mit einer Zahl sind weiß: '],
  [/ is black, and black cells never touch: /, ' ist schwarz, und schwarze Zellen berühren sich nie: '],
  [/^A black (\S+) would cut the board in two: /, 'Ein schwarzes $1 würde das Brett zerschneiden: '],
  [/^A black (\S+) would cut white cells off, together with /, 'Ein schwarzes $1 würde weiße Zellen abschneiden, zusammen mit '],
  [/^If (\S+) were black \(then (.+?), as shown\): /, 'Wäre $1 schwarz (dann, wie gezeigt: $2): '],
  [/^If (\S+) were white \(then (.+?), as shown\): /, 'Wäre $1 weiß (dann, wie gezeigt: $2): '],
  [/\. So then /, '. Dann also: '],
  [/ were (black|white), ((?!these).+?) could not be kept/, ' were $1, ginge das nicht: $2'],
  [/\bif (\S+) were black: /g, 'wäre $1 schwarz: '],
  [/\bif (\S+) were white: /g, 'wäre $1 weiß: '],
  [/^If (\S+) were black: /, 'Wäre $1 schwarz: '],
  [/^If (\S+) were white: /, 'Wäre $1 weiß: '],
  [/; and then (.+?) cannot be reached/g, '; und dann geht $1 nicht mehr auf'],
  [/; but also /g, '; aber auch: '],
  [/, which cannot be(?=[.; ])/g, ', was nicht sein kann'],
  [/; so (?=r\d)/g, '; also: '],
  [/\(beside /g, '(neben '],
  [/\(or white cells are cut off, with /g, '(sonst sind weiße Zellen abgeschnitten, mit '],
  [/\(or the board is cut in two\)/g, '(sonst ist das Brett zerschnitten)'],
  [/(\d+) other numbers/g, '$1 andere Zahlen'],
  [/^If (\S+) were black, /, 'Wäre $1 schwarz, '],
  [/^If (\S+) were white, /, 'Wäre $1 weiß, '],
  [/these could not all be kept: /, 'ginge nicht alles davon: '],
  [/\. So /, '. Also: '],
  [/ \(given what is known of (\d+) cells\)/, ' (wegen $1 bekannter Zellen)'],
  [/, given what is known of (\d+) cells around it/, ', wegen $1 bekannter Zellen ringsum'],
  [/\(given /g, '(wegen '],
  [/, given /g, ', wegen '],
  [/^The clue in /, 'Die Zahl in '],
  [/the clue in /g, 'die Zahl in '],
  [/^The (\d+) in /, 'Die $1 in '],
  [/the (\d+) in (\S+) sees (\d+)/g, 'die $1 in $2 sieht $3'],
  [/the (\d+) in /g, 'die $1 in '],
  [/must reach (.+?) and end (.+?)(?=[,:])/, 'muss $1 weiter reichen und $2 enden'],
  [/must reach (.+?)(?=[,:])/, 'muss $1 weiter reichen'],
  [/must end (.+?)(?=[,:])/, 'muss $1 enden'],
  [/\bup\b/g, 'nach oben'],
  [/\bdown\b/g, 'nach unten'],
  [/\bleft\b/g, 'nach links'],
  [/\bright\b/g, 'nach rechts'],
  [/no two black cells touch/g, 'keine zwei schwarzen Zellen berühren sich'],
  [/all white cells are connected/g, 'alle weißen Zellen hängen zusammen'],
  [/the clue cell (\S+) is white/g, 'die Zelle $1 mit einer Zahl ist weiß'],
  [/the black cells (\S+) and (\S+) touch/, 'die schwarzen Zellen $1 und $2 berühren sich'],
  [/ has a clue but is black/, ' hat eine Zahl, ist aber schwarz'],
  [/ and (\d+) more/, ' und $1 weitere'],
  [/ is cut off from the other white cells/, ' ist von den anderen weißen Zellen abgeschnitten'],
  [/ are cut off from the other white cells/, ' sind von den anderen weißen Zellen abgeschnitten'],
  [/(\d+) cells are /g, '$1 Zellen sind '],
  [/ is (?=black|white)/g, ' ist '],
  [/ are (?=black|white)/g, ' sind '],
  [/\bblack\b/g, 'schwarz'],
  [/\bwhite\b/g, 'weiß'],
  [/ and /g, ' und '],
];

/** A hint, an end or a broken rule of Kuromasu in German. */
export const kuromasuSentence = (text: string): string => {
  const german = (line: string) => KUROMASU.reduce((said, [pattern, words]) => said.replace(pattern, words), line);
  return text.split('\n').map(german).join('\n');
};

/** “kein Stern”, “nicht schwarz”. */
const not = (words: string) => (words.startsWith('ein') ? `k${words}` : `nicht ${words}`);

const BY_LENGTH = Object.keys(LAWS).sort((a, b) => b.length - a.length);

/** A step, or how the steps ended, in German. */
export function puzzleSentence(text: string): string {
  // The laws first, under signs that no other rule touches: their words are those of the sentences too.
  const laws: string[] = [];
  let rest = text;
  for (const law of BY_LENGTH) {
    rest = rest.split(law).join(`\u0001${laws.length}\u0002`);
    laws.push(LAWS[law]);
  }
  const [, absent = ''] = /^not ([a-z]+)$/.exec(text) ?? [];
  if (LAYERS[absent]) return not(LAYERS[absent]);
  for (const [pattern, words] of WORDS) rest = rest.replace(pattern, words);
  rest = rest.replace(/ is (not )?(?:a )?([a-z]+)\b/g, (whole, isNot, layer) => {
    const words = LAYERS[layer];
    return words ? ` ist ${isNot ? not(words) : words}` : whole;
  });
  rest = rest.replace(/ is (not )?(?=[\d\\/])/g, (_, not) => (not ? ' ist nicht ' : ' ist '));
  return rest.replace(/\u0001(\d+)\u0002/g, (_, at) => laws[Number(at)]);
}
