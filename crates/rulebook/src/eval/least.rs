//! How many pieces there must be before an end can be reached: five in a row take five, a chain from side to side as
//! many as the board is wide. While there are fewer, nobody need look.

use super::bits::Bits;
use super::emit::{Emitter, Have};
use super::end::{EndCode, Test};
use super::engine::{Engine, Moment};
use super::run::Machine;
use super::tables::Tables;
use crate::ground::node::{Id, Node};

/// A content (from number 1 on), and the fewest pieces of it with which something can hold.
pub type Least = (usize, u32);

/// The fewest pieces with which a formula can hold, as far as rows in it say.
pub fn least_of_rows<B: Bits>(machine: &mut Machine<B>, formula: Id) -> Vec<Least> {
    let planes = machine.layout.planes;
    let emitter = Emitter::new(machine, Have::default());
    let least = of_formula(&emitter, formula, planes);
    least.into_iter().enumerate().filter(|(_, least)| *least > 0).collect()
}

/// By content.
fn of_formula<B: Bits>(emitter: &Emitter<B>, id: Id, planes: usize) -> Vec<u32> {
    let both = |a: Id, b: Id, join: fn(u32, u32) -> u32| -> Vec<u32> {
        let (a, b) = (of_formula(emitter, a, planes), of_formula(emitter, b, planes));
        a.into_iter().zip(b).map(|(a, b)| join(a, b)).collect()
    };
    match emitter.machine.arena.node(id) {
        Node::And(a, b) => both(a, b, u32::max),
        Node::Or(a, b) => both(a, b, u32::min),
        _ => {
            let mut least = vec![0; planes + 1];
            if let Some(((set, length, _), _)) = emitter.rows(id)
                && let Node::Plane(content @ 1..) = emitter.machine.arena.node(set)
            {
                least[usize::from(content)] = length as u32;
            }
            least
        }
    }
}

/// The cells of the shortest walk over neighbours from one set to another; more than there are where there is none.
pub fn shortest_walk<B: Bits>(tables: &Tables<B>, [near, far]: [B; 2]) -> u32 {
    let (mut reached, mut cells) = (near, 1);
    while reached.and(far).is_none() {
        let more = reached.or(tables.spread(reached, crate::ground::node::Nearness::Sides));
        if more == reached {
            return tables.all.count() + 1;
        }
        (reached, cells) = (more, cells + 1);
    }
    cells
}

impl<B: Bits> Engine<B> {
    /// Whether there are too few pieces for an end, even if there were `more` of each content.
    #[inline]
    pub fn has_too_few(&self, m: &Moment<B>, end: &EndCode<B>, more: u32) -> bool {
        end.least.iter().any(|(content, least)| {
            B::load(&m.words[(content - 1) * B::WORDS..]).count() + more < *least
        })
    }

    /// The ends, a bit each, that one more piece cannot bring about.
    pub fn out_of_reach(&self, m: &Moment<B>, mover: usize) -> u16 {
        let ends = self.sides[mover].code.ends.iter().take(super::touch::MOST_ENDS).enumerate();
        let is_far = |end: &EndCode<B>| match end.test {
            Test::NoneOf(0) => {
                let taken = |word: usize| {
                    let planes = 0..self.layout.planes;
                    planes.fold(0, |taken, plane| taken | m.words[plane * B::WORDS + word])
                };
                let empty = self.all.iter().enumerate().map(|(at, all)| all & !taken(at));
                empty.map(u64::count_ones).sum::<u32>() > 1
            }
            _ => self.has_too_few(m, end, 1),
        };
        ends.filter(|(_, end)| is_far(end)).fold(0, |bits, (at, _)| bits | 1 << at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Settings, ground};
    use std::sync::Arc;
    use zugwerk_game::Rng;

    /// Random games: where the formula of an end holds there are pieces enough, and one piece less was enough to look.
    fn attack(name: &str, settings: &[(&str, i64)]) -> usize {
        let book = crate::bundled::read(crate::bundled::text(name).unwrap()).unwrap();
        let settings: Settings =
            settings.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        let engine = Engine::<u64>::new(Arc::new(ground(&book, &settings).unwrap()));
        let (mut scratch, mut rng, mut held) = (engine.scratch(), Rng::new(5), 0);
        for _ in 0..300 {
            let mut state = engine.start(&mut scratch);
            while state.head.end == 0 {
                let mut moves: Vec<super::super::Move> = Vec::new();
                let mover = usize::from(state.head.turn);
                let far = engine.look(&state, &mut scratch, |m| {
                    engine.generate(m, 0, &mut moves);
                    engine.out_of_reach(m, mover)
                });
                if moves.is_empty() {
                    break;
                }
                state = engine.play(&state, moves[rng.below(moves.len())], &mut scratch);
                engine.look(&state, &mut scratch, |m| {
                    let side = &engine.sides[mover];
                    for (at, end) in side.code.ends.iter().enumerate() {
                        let registers = &mut m.scratch.depths[0][mover];
                        side.machine.run(&end.formula.program, m.words, registers);
                        if registers.numbers[end.formula.root as usize] != 0 && !end.no_move {
                            assert!(!engine.has_too_few(m, end, 0), "{name}: end {at}");
                            assert!(far & 1 << at == 0, "{name}: end {at}");
                            held += usize::from(!end.least.is_empty());
                        }
                    }
                });
            }
        }
        held
    }

    #[test]
    fn ends_are_never_reached_with_fewer() {
        assert!(attack("tic-tac-toe", &[]) > 100);
        assert!(attack("tic-tac-toe", &[("width", 4), ("height", 3), ("length", 2)]) > 100);
        assert!(attack("gomoku", &[("width", 5), ("height", 4), ("length", 3)]) > 100);
        assert!(attack("connect-four", &[("width", 4), ("height", 4)]) > 100);
        assert!(attack("hex", &[("width", 3), ("height", 2)]) > 100);
        assert!(attack("hex", &[("width", 2), ("height", 5)]) > 100);
        assert!(attack("yavalath", &[("side", 4)]) > 100);
        assert!(attack("pentago", &[]) > 100);
    }
}
