// Names of openings. The table is our own: the codes of the Encyclopaedia of Chess Openings and the usual
// English names, each with the moves that define it. A position has the name of the longest line that leads to
// it, by whatever order of moves.
import { placement, playSan, START_POSITION, type Position } from './position';

const TABLE = `
A00 Polish Opening: b4
A00 Grob Opening: g4
A00 Van Geet Opening: Nc3
A00 Mieses Opening: d3
A00 Saragossa Opening: c3
A00 Hungarian Opening: g3
A00 Anderssen Opening: a3
A00 Van't Kruijs Opening: e3
A00 Barnes Opening: f3
A00 Clemenz Opening: h3
A00 Ware Opening: a4
A00 Amar Opening: Nh3
A00 Durkin Opening: Na3
A01 Nimzo-Larsen Attack: b3
A01 Nimzo-Larsen Attack, Modern Variation: b3 e5
A01 Nimzo-Larsen Attack, Classical Variation: b3 d5
A02 Bird's Opening: f4
A02 From's Gambit: f4 e5
A03 Bird's Opening, Dutch Variation: f4 d5
A04 Réti Opening: Nf3
A05 Réti Opening, King's Indian: Nf3 Nf6
A06 Réti Opening: Nf3 d5
A07 King's Indian Attack: Nf3 d5 g3
A08 King's Indian Attack: Nf3 d5 g3 c5 Bg2
A09 Réti Gambit: Nf3 d5 c4
A10 English Opening: c4
A10 English Opening, Anglo-Dutch: c4 f5
A11 English Opening, Caro-Kann System: c4 c6
A13 English Opening, Agincourt Defence: c4 e6
A15 English Opening, Anglo-Indian Defence: c4 Nf6
A16 English Opening, Queen's Knight Variation: c4 Nf6 Nc3
A17 English Opening, Hedgehog System: c4 Nf6 Nc3 e6
A18 English Opening, Mikėnas-Carls Variation: c4 Nf6 Nc3 e6 e4
A20 English Opening, King's English: c4 e5
A21 English Opening, Reversed Sicilian: c4 e5 Nc3
A22 English Opening, Two Knights: c4 e5 Nc3 Nf6
A25 English Opening, Closed: c4 e5 Nc3 Nc6
A28 English Opening, Four Knights: c4 e5 Nc3 Nc6 Nf3 Nf6
A30 English Opening, Symmetrical: c4 c5
A34 English Opening, Symmetrical, Normal Variation: c4 c5 Nc3
A40 Queen's Pawn Game: d4
A40 Englund Gambit: d4 e5
A40 Modern Defence: d4 g6
A40 Horwitz Defence: d4 e6
A40 Polish Defence: d4 b5
A40 English Defence: d4 e6 c4 b6
A41 Old Indian, Wade Defence: d4 d6 Nf3 Bg4
A41 Rat Defence: d4 d6
A43 Old Benoni Defence: d4 c5
A45 Indian Defence: d4 Nf6
A45 Trompowsky Attack: d4 Nf6 Bg5
A46 Indian Defence, Knights Variation: d4 Nf6 Nf3
A46 Torre Attack: d4 Nf6 Nf3 e6 Bg5
A47 Queen's Indian, Marienbad System: d4 Nf6 Nf3 b6
A48 London System, East Indian: d4 Nf6 Nf3 g6 Bf4
A50 Indian Defence, Normal: d4 Nf6 c4
A51 Budapest Defence: d4 Nf6 c4 e5
A51 Fajarowicz Gambit: d4 Nf6 c4 e5 dxe5 Ne4
A53 Old Indian Defence: d4 Nf6 c4 d6
A56 Benoni Defence: d4 Nf6 c4 c5
A57 Benko Gambit: d4 Nf6 c4 c5 d5 b5
A58 Benko Gambit Accepted: d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6
A60 Modern Benoni: d4 Nf6 c4 c5 d5 e6
A65 Modern Benoni, King's Pawn Line: d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 e4
A80 Dutch Defence: d4 f5
A81 Dutch Defence, Fianchetto Attack: d4 f5 g3
A82 Staunton Gambit: d4 f5 e4
A84 Dutch Defence, Normal: d4 f5 c4
A87 Leningrad Dutch: d4 f5 c4 Nf6 g3 g6 Bg2 Bg7
A90 Classical Dutch: d4 f5 c4 Nf6 g3 e6 Bg2
A90 Stonewall Dutch: d4 f5 c4 Nf6 g3 e6 Bg2 d5
B00 King's Pawn Game: e4
B00 Nimzowitsch Defence: e4 Nc6
B00 Owen Defence: e4 b6
B00 St. George Defence: e4 a6
B00 Borg Defence: e4 g5
B01 Scandinavian Defence: e4 d5
B01 Scandinavian Defence, Main Line: e4 d5 exd5 Qxd5 Nc3 Qa5
B01 Scandinavian Defence, Modern Variation: e4 d5 exd5 Nf6
B01 Icelandic Gambit: e4 d5 exd5 Nf6 c4 e6
B02 Alekhine's Defence: e4 Nf6
B03 Alekhine's Defence: e4 Nf6 e5 Nd5 d4
B03 Alekhine's Defence, Four Pawns Attack: e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 f4
B04 Alekhine's Defence, Modern Variation: e4 Nf6 e5 Nd5 d4 d6 Nf3
B06 Modern Defence: e4 g6
B07 Pirc Defence: e4 d6 d4 Nf6
B07 Pirc Defence, Czech Variation: e4 d6 d4 Nf6 Nc3 c6
B08 Pirc Defence, Classical Variation: e4 d6 d4 Nf6 Nc3 g6 Nf3
B09 Pirc Defence, Austrian Attack: e4 d6 d4 Nf6 Nc3 g6 f4
B10 Caro-Kann Defence: e4 c6
B11 Caro-Kann, Two Knights Attack: e4 c6 Nc3 d5 Nf3 Bg4
B12 Caro-Kann Defence: e4 c6 d4 d5
B12 Caro-Kann, Advance Variation: e4 c6 d4 d5 e5
B12 Caro-Kann, Fantasy Variation: e4 c6 d4 d5 f3
B13 Caro-Kann, Exchange Variation: e4 c6 d4 d5 exd5 cxd5
B13 Caro-Kann, Panov Attack: e4 c6 d4 d5 exd5 cxd5 c4
B15 Caro-Kann, Main Line: e4 c6 d4 d5 Nc3
B16 Caro-Kann, Bronstein-Larsen Variation: e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Nxf6+ gxf6
B17 Caro-Kann, Karpov Variation: e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7
B18 Caro-Kann, Classical Variation: e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
B20 Sicilian Defence: e4 c5
B20 Sicilian, Wing Gambit: e4 c5 b4
B21 Sicilian, Smith-Morra Gambit: e4 c5 d4 cxd4 c3
B21 Sicilian, McDonnell Attack: e4 c5 f4
B22 Sicilian, Alapin Variation: e4 c5 c3
B23 Sicilian, Closed: e4 c5 Nc3
B23 Sicilian, Grand Prix Attack: e4 c5 Nc3 Nc6 f4
B27 Sicilian, Hyperaccelerated Dragon: e4 c5 Nf3 g6
B28 Sicilian, O'Kelly Variation: e4 c5 Nf3 a6
B29 Sicilian, Nimzowitsch Variation: e4 c5 Nf3 Nf6
B30 Sicilian, Old Sicilian: e4 c5 Nf3 Nc6
B30 Sicilian, Rossolimo Variation: e4 c5 Nf3 Nc6 Bb5
B32 Sicilian, Open: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4
B32 Sicilian, Löwenthal Variation: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5
B33 Sicilian, Sveshnikov Variation: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
B34 Sicilian, Accelerated Dragon: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
B36 Sicilian, Maróczy Bind: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4
B40 Sicilian, French Variation: e4 c5 Nf3 e6
B41 Sicilian, Kan Variation: e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
B44 Sicilian, Taimanov Variation: e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6
B45 Sicilian, Four Knights: e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Nf6
B50 Sicilian, Modern Variations: e4 c5 Nf3 d6
B51 Sicilian, Moscow Variation: e4 c5 Nf3 d6 Bb5+
B53 Sicilian, Chekhover Variation: e4 c5 Nf3 d6 d4 cxd4 Qxd4
B54 Sicilian, Open: e4 c5 Nf3 d6 d4 cxd4 Nxd4
B56 Sicilian, Classical Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
B57 Sicilian, Sozin Attack: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bc4
B60 Sicilian, Richter-Rauzer Attack: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bg5
B70 Sicilian, Dragon Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
B75 Sicilian, Dragon, Yugoslav Attack: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3
B80 Sicilian, Scheveningen Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6
B81 Sicilian, Keres Attack: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6 g4
B90 Sicilian, Najdorf Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
B90 Sicilian, Najdorf, English Attack: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3
B92 Sicilian, Najdorf, Opočenský Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2
B94 Sicilian, Najdorf, Main Line: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5
B97 Sicilian, Najdorf, Poisoned Pawn: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6
C00 French Defence: e4 e6
C00 French Defence: e4 e6 d4 d5
C00 French, King's Indian Attack: e4 e6 d3
C01 French, Exchange Variation: e4 e6 d4 d5 exd5 exd5
C02 French, Advance Variation: e4 e6 d4 d5 e5
C03 French, Tarrasch Variation: e4 e6 d4 d5 Nd2
C10 French, Paulsen Variation: e4 e6 d4 d5 Nc3
C10 French, Rubinstein Variation: e4 e6 d4 d5 Nc3 dxe4
C11 French, Classical Variation: e4 e6 d4 d5 Nc3 Nf6
C11 French, Steinitz Variation: e4 e6 d4 d5 Nc3 Nf6 e5
C12 French, MacCutcheon Variation: e4 e6 d4 d5 Nc3 Nf6 Bg5 Bb4
C15 French, Winawer Variation: e4 e6 d4 d5 Nc3 Bb4
C18 French, Winawer, Main Line: e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3
C20 King's Pawn Game: e4 e5
C20 Wayward Queen Attack: e4 e5 Qh5
C20 King's Head Opening: e4 e5 f3
C21 Centre Game: e4 e5 d4 exd4
C21 Danish Gambit: e4 e5 d4 exd4 c3
C22 Centre Game, Main Line: e4 e5 d4 exd4 Qxd4 Nc6
C23 Bishop's Opening: e4 e5 Bc4
C24 Bishop's Opening, Berlin Defence: e4 e5 Bc4 Nf6
C25 Vienna Game: e4 e5 Nc3
C26 Vienna Game, Falkbeer Variation: e4 e5 Nc3 Nf6
C27 Vienna Game, Frankenstein-Dracula Variation: e4 e5 Nc3 Nf6 Bc4 Nxe4
C29 Vienna Gambit: e4 e5 Nc3 Nf6 f4
C30 King's Gambit: e4 e5 f4
C30 King's Gambit Declined, Classical: e4 e5 f4 Bc5
C31 Falkbeer Countergambit: e4 e5 f4 d5
C33 King's Gambit Accepted: e4 e5 f4 exf4
C33 King's Gambit, Bishop's Gambit: e4 e5 f4 exf4 Bc4
C34 King's Knight's Gambit: e4 e5 f4 exf4 Nf3
C34 King's Gambit, Fischer Defence: e4 e5 f4 exf4 Nf3 d6
C37 Muzio Gambit: e4 e5 f4 exf4 Nf3 g5 Bc4 g4 O-O
C39 Kieseritzky Gambit: e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5
C40 King's Knight Opening: e4 e5 Nf3
C40 Latvian Gambit: e4 e5 Nf3 f5
C40 Elephant Gambit: e4 e5 Nf3 d5
C40 Damiano Defence: e4 e5 Nf3 f6
C41 Philidor Defence: e4 e5 Nf3 d6
C41 Philidor, Hanham Variation: e4 e5 Nf3 d6 d4 Nd7
C42 Petrov's Defence: e4 e5 Nf3 Nf6
C42 Petrov, Classical Attack: e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4
C42 Petrov, Cochrane Gambit: e4 e5 Nf3 Nf6 Nxe5 d6 Nxf7
C43 Petrov, Steinitz Attack: e4 e5 Nf3 Nf6 d4
C44 King's Knight Opening: e4 e5 Nf3 Nc6
C44 Ponziani Opening: e4 e5 Nf3 Nc6 c3
C44 Scotch Game: e4 e5 Nf3 Nc6 d4
C44 Scotch Gambit: e4 e5 Nf3 Nc6 d4 exd4 Bc4
C44 Göring Gambit: e4 e5 Nf3 Nc6 d4 exd4 c3
C45 Scotch Game: e4 e5 Nf3 Nc6 d4 exd4 Nxd4
C45 Scotch, Schmidt Variation: e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6
C45 Scotch, Classical Variation: e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5
C46 Three Knights Opening: e4 e5 Nf3 Nc6 Nc3
C47 Four Knights Game: e4 e5 Nf3 Nc6 Nc3 Nf6
C47 Four Knights, Halloween Gambit: e4 e5 Nf3 Nc6 Nc3 Nf6 Nxe5
C47 Four Knights, Scotch Variation: e4 e5 Nf3 Nc6 Nc3 Nf6 d4
C48 Four Knights, Spanish Variation: e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5
C50 Italian Game: e4 e5 Nf3 Nc6 Bc4
C50 Giuoco Piano: e4 e5 Nf3 Nc6 Bc4 Bc5
C50 Giuoco Pianissimo: e4 e5 Nf3 Nc6 Bc4 Bc5 d3
C50 Hungarian Defence: e4 e5 Nf3 Nc6 Bc4 Be7
C51 Evans Gambit: e4 e5 Nf3 Nc6 Bc4 Bc5 b4
C53 Giuoco Piano, Main Line: e4 e5 Nf3 Nc6 Bc4 Bc5 c3
C54 Giuoco Piano, Greco's Attack: e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4
C55 Two Knights Defence: e4 e5 Nf3 Nc6 Bc4 Nf6
C57 Two Knights, Knight Attack: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5
C57 Two Knights, Traxler Counterattack: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 Bc5
C57 Two Knights, Fried Liver Attack: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7
C58 Two Knights, Polerio Defence: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5
C60 Ruy Lopez: e4 e5 Nf3 Nc6 Bb5
C61 Ruy Lopez, Bird Variation: e4 e5 Nf3 Nc6 Bb5 Nd4
C62 Ruy Lopez, Steinitz Defence: e4 e5 Nf3 Nc6 Bb5 d6
C63 Ruy Lopez, Schliemann Defence: e4 e5 Nf3 Nc6 Bb5 f5
C64 Ruy Lopez, Classical Variation: e4 e5 Nf3 Nc6 Bb5 Bc5
C65 Ruy Lopez, Berlin Defence: e4 e5 Nf3 Nc6 Bb5 Nf6
C67 Ruy Lopez, Berlin Defence, Rio Gambit: e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4
C67 Ruy Lopez, Berlin Wall: e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8
C68 Ruy Lopez, Exchange Variation: e4 e5 Nf3 Nc6 Bb5 a6 Bxc6
C70 Ruy Lopez, Morphy Defence: e4 e5 Nf3 Nc6 Bb5 a6
C77 Ruy Lopez, Morphy Defence: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6
C78 Ruy Lopez, Arkhangelsk Variation: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O b5 Bb3 Bb7
C80 Ruy Lopez, Open Variation: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4
C84 Ruy Lopez, Closed: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
C88 Ruy Lopez, Closed: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3
C89 Ruy Lopez, Marshall Attack: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5
C92 Ruy Lopez, Closed, Main Line: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3
C94 Ruy Lopez, Breyer Variation: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8
C96 Ruy Lopez, Chigorin Variation: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5
D00 Queen's Pawn Game: d4 d5
D00 Blackmar-Diemer Gambit: d4 d5 e4 dxe4 Nc3
D00 London System: d4 d5 Bf4
D01 Richter-Veresov Attack: d4 d5 Nc3 Nf6 Bg5
D02 London System: d4 d5 Nf3 Nf6 Bf4
D02 Queen's Pawn Game, Zukertort Variation: d4 d5 Nf3
D04 Colle System: d4 d5 Nf3 Nf6 e3
D06 Queen's Gambit: d4 d5 c4
D06 Queen's Gambit, Baltic Defence: d4 d5 c4 Bf5
D06 Queen's Gambit, Marshall Defence: d4 d5 c4 Nf6
D07 Queen's Gambit, Chigorin Defence: d4 d5 c4 Nc6
D08 Albin Countergambit: d4 d5 c4 e5
D10 Slav Defence: d4 d5 c4 c6
D10 Slav, Exchange Variation: d4 d5 c4 c6 cxd5
D11 Slav, Modern Line: d4 d5 c4 c6 Nf3
D15 Slav, Three Knights: d4 d5 c4 c6 Nf3 Nf6 Nc3
D17 Slav, Czech Variation: d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
D20 Queen's Gambit Accepted: d4 d5 c4 dxc4
D26 Queen's Gambit Accepted, Classical: d4 d5 c4 dxc4 Nf3 Nf6 e3 e6
D30 Queen's Gambit Declined: d4 d5 c4 e6
D31 Queen's Gambit Declined, Queen's Knight: d4 d5 c4 e6 Nc3
D32 Tarrasch Defence: d4 d5 c4 e6 Nc3 c5
D35 Queen's Gambit Declined, Normal: d4 d5 c4 e6 Nc3 Nf6
D35 Queen's Gambit Declined, Exchange Variation: d4 d5 c4 e6 Nc3 Nf6 cxd5
D37 Queen's Gambit Declined, Three Knights: d4 d5 c4 e6 Nc3 Nf6 Nf3
D38 Ragozin Defence: d4 d5 c4 e6 Nc3 Nf6 Nf3 Bb4
D43 Semi-Slav Defence: d4 d5 c4 e6 Nc3 Nf6 Nf3 c6
D44 Semi-Slav, Botvinnik Variation: d4 d5 c4 e6 Nc3 Nf6 Nf3 c6 Bg5 dxc4
D45 Semi-Slav, Main Line: d4 d5 c4 e6 Nc3 Nf6 Nf3 c6 e3
D47 Semi-Slav, Meran Variation: d4 d5 c4 e6 Nc3 Nf6 Nf3 c6 e3 Nbd7 Bd3 dxc4
D50 Queen's Gambit Declined, Modern Variation: d4 d5 c4 e6 Nc3 Nf6 Bg5
D52 Cambridge Springs Defence: d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 Nf3 c6 e3 Qa5
D58 Tartakower Defence: d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6
D70 Neo-Grünfeld Defence: d4 Nf6 c4 g6 f3 d5
D80 Grünfeld Defence: d4 Nf6 c4 g6 Nc3 d5
D82 Grünfeld, Brinckmann Attack: d4 Nf6 c4 g6 Nc3 d5 Bf4
D85 Grünfeld, Exchange Variation: d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5
D96 Grünfeld, Russian Variation: d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3
E00 Catalan Opening: d4 Nf6 c4 e6 g3
E04 Catalan, Open Defence: d4 Nf6 c4 e6 g3 d5 Bg2 dxc4 Nf3
E06 Catalan, Closed: d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3
E10 Blumenfeld Countergambit: d4 Nf6 c4 e6 Nf3 c5 d5 b5
E11 Bogo-Indian Defence: d4 Nf6 c4 e6 Nf3 Bb4+
E12 Queen's Indian Defence: d4 Nf6 c4 e6 Nf3 b6
E15 Queen's Indian, Fianchetto Variation: d4 Nf6 c4 e6 Nf3 b6 g3
E20 Nimzo-Indian Defence: d4 Nf6 c4 e6 Nc3 Bb4
E20 Nimzo-Indian, Kmoch Variation: d4 Nf6 c4 e6 Nc3 Bb4 f3
E24 Nimzo-Indian, Sämisch Variation: d4 Nf6 c4 e6 Nc3 Bb4 a3 Bxc3+ bxc3
E30 Nimzo-Indian, Leningrad Variation: d4 Nf6 c4 e6 Nc3 Bb4 Bg5
E32 Nimzo-Indian, Classical Variation: d4 Nf6 c4 e6 Nc3 Bb4 Qc2
E40 Nimzo-Indian, Rubinstein System: d4 Nf6 c4 e6 Nc3 Bb4 e3
E60 King's Indian Defence: d4 Nf6 c4 g6
E61 King's Indian Defence: d4 Nf6 c4 g6 Nc3 Bg7
E62 King's Indian, Fianchetto Variation: d4 Nf6 c4 g6 Nc3 Bg7 Nf3 d6 g3
E70 King's Indian, Normal Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4
E73 King's Indian, Averbakh Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Be2 O-O Bg5
E76 King's Indian, Four Pawns Attack: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4
E80 King's Indian, Sämisch Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3
E90 King's Indian, Classical Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3
E92 King's Indian, Orthodox Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5
E97 King's Indian, Mar del Plata Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7
`;

export interface Opening {
  code: string;
  name: string;
}

let known: Map<string, Opening> | undefined;

/** The openings as their lines: code, name, moves. */
export function lines(): (Opening & { moves: string[] })[] {
  return TABLE.trim()
    .split('\n')
    .map((line) => {
      const [head, moves] = line.split(': ');
      return { code: head.slice(0, 3), name: head.slice(4), moves: moves.split(' ') };
    });
}

function table(): Map<string, Opening> {
  if (known) return known;
  known = new Map();
  for (const { code, name, moves } of lines()) {
    let position: Position | null = START_POSITION;
    for (const move of moves) position = position && playSan(position, move);
    if (position) known.set(placement(position), { code, name });
  }
  return known;
}

/** The opening of a game, from its positions: the last of them that has a name. */
export function openingOf(positions: Position[]): Opening | undefined {
  // Nothing after the first twenty moves is in the table.
  for (let at = Math.min(positions.length, 40) - 1; at > 0; at -= 1) {
    const found = table().get(placement(positions[at]));
    if (found) return found;
  }
  return undefined;
}
