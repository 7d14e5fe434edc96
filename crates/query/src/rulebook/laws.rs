//! A rulebook's game for the solver: what shapes and statements mean in the bits of its laws.

use super::linear::linear;
use super::{RuleAtom, RuleRules, RuleShape, RuleStart};
use crate::laws::{Laws, WeightedCount};
use crate::sketch::Formula;
use zugwerk_game::Notation;
use zugwerk_logic::{Bit, Constraints, Encoder, Folding, Law, Line, Model, Unknowns};
use zugwerk_rulebook::laws::{self, Bits, Cases, Ending, Ply};
use zugwerk_rulebook::{Move, State};

/// The fact that something stands on a cell.
const STANDS: &str = "what stands on a cell";

/// A pass, in questions that have one.
const PASS: &str = "nobody passes when the game is over";

impl RuleRules {
    /// The laws; asked for only where there are some.
    fn laws(&self) -> laws::Laws<'_> {
        match laws::Laws::new(self.game.ground()) {
            Ok(laws) => laws,
            Err(why) => unreachable!("a game without laws is not for the solver: {why}"),
        }
    }

    /// A comparison of numbers of pieces, by what the moves of a line from a known start have changed: a solver sees
    /// through that, and not through counters of all cells.
    fn counted_by_moves(
        &self,
        c: &mut impl Unknowns,
        laws: &laws::Laws,
        line: &Line<Bits, Ply>,
        atom: &RuleAtom,
    ) -> Option<Bit> {
        if line.plies.is_empty() {
            return None;
        }
        let (counted, comparison, number) = self.counting(atom)?;
        let mut weights = vec![0i32; self.game.ground().words.contents.len()];
        for (class, weight) in counted {
            weights[class] = i32::try_from(weight).ok()?;
        }
        let mut sum = 0;
        for (plane, weight) in laws.layout().planes(&line.boards[0]).iter().zip(&weights) {
            for bit in plane.iter().filter(|_| *weight != 0) {
                sum += i64::from(bit.value()?) * i64::from(*weight);
            }
        }
        let mut sum = Cases::known(i32::try_from(sum).ok()?);
        for (before, ply) in line.steps() {
            let change = laws.change(c, before, ply, &weights)?;
            sum = sum.combine(c, &change, |one, two| one + two);
        }
        Some(sum.any(c, |sum| comparison.holds(i64::from(sum), number)))
    }
}

impl Laws for RuleRules {
    type Board = Bits;
    type Ply = Ply;
    type Start = RuleStart;
    type Fixed = (usize, Option<Move>);
    type Hint = ();

    fn known(&self, start: &RuleStart) -> Option<State> {
        start.holes.is_empty().then(|| start.state.clone())
    }

    fn start_at(&self, state: &State) -> RuleStart {
        RuleStart { text: self.text(state), state: state.clone(), holes: Vec::new() }
    }

    fn board(&self, state: &State) -> Bits {
        self.laws().layout().known(&self.game, state)
    }

    fn unknown_board(&self, c: &mut impl Unknowns, start: &RuleStart) -> Bits {
        let laws = self.laws();
        c.law(Law::new("one thing stands on a cell"));
        let known = laws.layout().known(&self.game, &start.state);
        laws.layout().with_holes(c, &known, &start.holes)
    }

    fn relaxed_board(&self, encoder: &mut Encoder, start: &RuleStart) -> Bits {
        let board = self.unknown_board(encoder, start);
        let (bits, there) = self.laws().layout().relaxed(encoder, &board);
        for (cell, bit) in there {
            encoder.law(Law::about(STANDS, cell as u32));
            encoder.hold(bit);
        }
        bits
    }

    fn filled(&self, start: &RuleStart, board: &Bits, model: &Model) -> Option<State> {
        match start.holes.is_empty() {
            true => Some(start.state.clone()),
            false => self.laws().layout().filled(&self.game, board, model),
        }
    }

    fn filling(&self, start: &RuleStart, board: &Bits, model: &Model) -> Vec<Bit> {
        let laws = self.laws();
        let of_cell = |cell: &usize| {
            let bits = laws.layout().cell(board, *cell);
            bits.iter().copied().find(|bit| model.is_true(*bit))
        };
        start.holes.iter().filter_map(of_cell).collect()
    }

    fn step(
        &self,
        c: &mut impl Unknowns,
        line: &Line<Bits, Ply>,
        shape: Option<&RuleShape>,
        folding: Folding,
        _: Option<&()>,
    ) -> (Ply, Bits) {
        if shape.is_some_and(RuleShape::is_pass) {
            let (laws, board) = (self.laws(), line.last());
            let over = laws.over(c, board);
            c.law(Law::new(PASS));
            c.hold(!over);
            return (Ply::pass(), laws.passing(board));
        }
        let fits = |text: &str| shape.is_none_or(|shape| shape.fits(text));
        self.laws().step(c, line.last(), &fits, folding)
    }

    fn restrict(&self, c: &mut impl Unknowns, line: &Line<Bits, Ply>, shape: &RuleShape) {
        if let Some((_, ply, _)) = line.last_step().filter(|_| !shape.is_pass()) {
            ply.restrict(c, |text| shape.fits(text));
        }
    }

    fn fixed(&self, state: &State, chosen: Option<Move>) -> (usize, Option<Move>) {
        (self.game.turn(state), chosen)
    }

    fn candidates(&self, board: &Bits, shape: &RuleShape) -> Vec<(usize, Option<Move>)> {
        if shape.is_pass() {
            return vec![(0, None)];
        }
        let possible = self.laws().possible(board, &|text| shape.fits(text));
        possible.into_iter().map(|(side, chosen)| (side, Some(chosen))).collect()
    }

    fn fixed_move(
        &self,
        c: &mut impl Unknowns,
        board: &Bits,
        (side, chosen): (usize, Option<Move>),
    ) -> (Bit, Ply, Bits) {
        let laws = self.laws();
        let Some(chosen) = chosen else {
            return (!laws.over(c, board), Ply::pass(), laws.passing(board));
        };
        let (legal, after) = match laws.fixed_move(c, board, (side, chosen), false) {
            Some(found) => found,
            None => (Bit::FALSE, board.clone()),
        };
        (legal, Ply::known(side, chosen), after)
    }

    fn any_move(&self, c: &mut impl Unknowns, board: &Bits) -> Bit {
        let laws = self.laws();
        let over = laws.over(c, board);
        !over
    }

    fn chosen(&self, ply: &Ply, model: &Model) -> Vec<Bit> {
        ply.chosen(model)
    }

    fn read_move(&self, state: &State, ply: &Ply, model: &Model) -> Option<Option<Move>> {
        if ply.is_pass() {
            return Some(None);
        }
        let (side, chosen) = ply.read(model)?;
        let chosen = Some(chosen);
        let legal = crate::search::Rules::moves(self, state, None);
        (side == self.game.turn(state) && legal.contains(&chosen)).then_some(chosen)
    }

    fn statement(&self, c: &mut impl Unknowns, line: &Line<Bits, Ply>, atom: &RuleAtom) -> Bit {
        let (laws, board) = (self.laws(), line.last());
        if let Some(bit) = self.counted_by_moves(c, &laws, line, atom) {
            return bit;
        }
        let second = board.all()[laws.layout().turn];
        match atom {
            RuleAtom::Legal => Bit::TRUE,
            RuleAtom::Over => laws.over(c, board),
            RuleAtom::Stuck => laws.stuck(c, board),
            RuleAtom::Draw => laws.ended(c, board, Ending::Draw),
            RuleAtom::Won(player) => laws.ended(c, board, Ending::Won(*player)),
            RuleAtom::Turn(player) => {
                if *player == 1 {
                    second
                } else {
                    !second
                }
            }
            RuleAtom::Stated(by_turn) => {
                let mut bits = [Bit::FALSE; 2];
                for ((bit, said), is_turn) in
                    bits.iter_mut().zip(by_turn.iter()).zip([!second, second])
                {
                    if is_turn != Bit::FALSE {
                        let holds = laws.formula(c, said.arena(), said.root(), board);
                        *bit = c.and(&[is_turn, holds]);
                    }
                }
                c.or(&bits)
            }
        }
    }

    fn any_board(&self, c: &mut impl Unknowns, start: &RuleStart, other: bool) -> Bits {
        let turn = self.game.turn(&start.state);
        let players = self.game.ground().sides.len();
        let turn = if other && players == 2 { 1 - turn } else { turn };
        self.laws().unknown(c, turn)
    }

    fn loose_move(
        &self,
        c: &mut impl Unknowns,
        board: &Bits,
        (side, chosen): (usize, Option<Move>),
    ) -> Option<(Bit, Bits)> {
        self.laws().fixed_move(c, board, (side, chosen?), true)
    }

    /// The pieces, by content.
    fn classes(&self, board: &Bits) -> Vec<Vec<Bit>> {
        self.laws().layout().planes(board)
    }

    fn counting(&self, atom: &RuleAtom) -> Option<WeightedCount> {
        let RuleAtom::Stated(by_turn) = atom else { return None };
        let contents = self.game.ground().words.contents.len();
        let mut forms = by_turn.iter().map(|said| linear(said.arena(), said.root(), contents));
        let (weights, comparison, number) = forms.next()??;
        // Whoever is to move, it must be the same.
        let same = (weights.clone(), comparison, number);
        if !forms.all(|form| form.as_ref() == Some(&same)) {
            return None;
        }
        let counted = weights.into_iter().enumerate().filter(|(_, weight)| *weight != 0);
        Some((counted.collect(), comparison, number))
    }

    fn bits(&self, board: &Bits) -> Vec<Bit> {
        board.all().to_vec()
    }

    fn begins(&self, start: &RuleStart, board: &Bits) -> Bit {
        let second = board.all()[self.laws().layout().turn];
        if self.game.turn(&start.state) == 1 { second } else { !second }
    }

    fn fixed_in(&self, ply: &Ply, model: &Model) -> Option<(usize, Option<Move>)> {
        ply.read(model).map(|(side, chosen)| (side, Some(chosen)))
    }

    fn changes(&self, c: &mut impl Unknowns, board: &Bits) -> Option<Vec<(Bit, Bits)>> {
        let laws = self.laws();
        if self.in_parts { laws.changes(c, board) } else { Some(laws.loose_moves(c, board)) }
    }

    fn alternates(&self) -> bool {
        self.game.ground().sides.len() == 2 && !self.laws().may_move_again() && !self.in_parts
    }

    fn over(&self) -> Formula<RuleAtom> {
        Formula::Atom(RuleAtom::Over)
    }

    fn is_hole(&self, shape: &RuleShape) -> bool {
        shape.is_hole()
    }

    fn any_shape(&self) -> RuleShape {
        RuleShape::any()
    }

    fn is_any(&self, shape: &RuleShape) -> bool {
        shape.is_any()
    }

    fn first_move(&self, start: &RuleStart) -> (u16, bool) {
        (1, self.game.turn(&start.state) == 1)
    }

    fn is_given(&self, _: &RuleStart, law: &Law, _: bool) -> bool {
        [laws::ONE_MOVE, laws::CHANGE].contains(&law.name) || self.laws().is_about_turns(law)
    }

    fn fact(&self, law: &Law) -> Option<u8> {
        (law.name == STANDS).then_some(0)
    }

    fn facts(&self, start: &RuleStart, facts: &[Law]) -> Vec<String> {
        let words = &self.game.ground().words;
        let stands = |law: &Law| {
            let cell = law.subject as usize;
            let content = self.game.stack(&start.state, cell).last().copied()?;
            let content = &words.contents[usize::from(content) - 1];
            let owner =
                content.owner.map_or(String::new(), |owner| words.players[owner].clone() + " ");
            Some(format!("{owner}{} on {}", words.kinds[content.kind], words.board.name(cell)))
        };
        facts.iter().filter_map(stands).collect()
    }

    fn sentence(&self, law: &Law) -> String {
        self.laws().sentence(law).unwrap_or(law.name).to_string()
    }

    fn missing(&self, start: &RuleStart, shape: &RuleShape) -> Vec<String> {
        match self.known(start) {
            Some(state) if !shape.is_hole() && !shape.is_pass() => {
                let judged = self.game.judge(&state, &shape.words()).ok();
                let judged = judged.filter(|judged| !judged.legal);
                let sentence = |law: String| format!("by the rules, {law}");
                let laws = judged.map_or(Vec::new(), |judged| judged.laws);
                laws.into_iter().map(sentence).collect()
            }
            _ => Vec::new(),
        }
    }

    fn start_in_words(&self, start: &RuleStart) -> String {
        match start.holes.is_empty() {
            true if start.state == self.game.start_position() => "the usual start".to_string(),
            true => start.text.clone(),
            false => "a start of this kind".to_string(),
        }
    }

    fn text(&self, state: &State) -> String {
        self.game.write_state(state)
    }

    fn why_not(&self, state: &State, shape: &RuleShape, word: &str) -> String {
        if shape.is_pass() {
            return format!("{word}: {PASS}");
        }
        let judged = [word.to_string(), shape.words()]
            .into_iter()
            .find_map(|text| self.game.judge(state, &text).ok().filter(|judged| !judged.legal));
        match judged {
            Some(judged) => format!("{word}: {}", judged.why),
            None => format!("{word} is not a legal move in {}", self.text(state)),
        }
    }
}
