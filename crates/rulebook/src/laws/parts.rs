//! What each part of a move can change by itself, on a position of which nothing is known: enough for what no change may
//! break, and also there where whole moves cannot be stated.

use super::Laws;
use super::layout::Bits;
use super::moves::changed;
use super::read::{Frame, Reader};
use super::value::Cases;
use crate::ground::form::{Change, Family};
use zugwerk_logic::{Bit, Constraints, Unknowns};

/// The most changes that are looked at.
pub const MOST_CHANGES: usize = 60_000;

impl Laws<'_> {
    /// Every change that a part of a move, or what happens after one, can make on a board: when, and the board after
    /// it. None where there are too many, or a limit was reached.
    pub fn changes(&self, c: &mut impl Unknowns, board: &Bits) -> Option<Vec<(Bit, Bits)>> {
        let mut found = Vec::new();
        for side in &self.ground.sides {
            let mut frame = Frame::new(board.clone());
            let mut reader = Reader { c: &mut *c, arena: &side.arena, layout: &self.layout };
            let parts = side.parts.iter().map(|part| (part.entry, &part.families));
            for (entry, families) in parts.chain([(0, &side.families)]) {
                for family in families {
                    self.entered(
                        &mut reader,
                        &mut frame,
                        (entry, 0),
                        &mut found,
                        &mut |r, f, found| of_family(r, f, family, 0, Bit::TRUE, found),
                    )?;
                }
            }
            for after in side.afters.iter().filter(|after| !after.changes.is_empty()) {
                let changes = &after.changes;
                self.entered(
                    &mut reader,
                    &mut frame,
                    (after.entry, 0),
                    &mut found,
                    &mut |r, f, found| {
                        let possible = Bit::TRUE;
                        made(r, f, changes, possible, found)
                    },
                )?;
            }
        }
        Some(found)
    }

    /// Gives the variables that come from earlier parts every value.
    fn entered<C: Constraints>(
        &self,
        reader: &mut Reader<C>,
        frame: &mut Frame,
        (entry, at): (usize, usize),
        found: &mut Vec<(Bit, Bits)>,
        then: &mut Then<C>,
    ) -> Option<()> {
        if at == entry {
            return then(reader, frame, found);
        }
        for cell in self.ground.words.board.cells() {
            frame.bind(at as u8, Cases::known(cell as i32));
            self.entered(reader, frame, (entry, at + 1), found, then)?;
        }
        Some(())
    }
}

type Then<'t, C> = dyn FnMut(&mut Reader<C>, &mut Frame, &mut Vec<(Bit, Bits)>) -> Option<()> + 't;

fn of_family<C: Constraints>(
    reader: &mut Reader<C>,
    frame: &mut Frame,
    family: &Family,
    at: usize,
    possible: Bit,
    found: &mut Vec<(Bit, Bits)>,
) -> Option<()> {
    let possible = match at {
        0 => {
            let gate = reader.truth(frame, family.gate);
            reader.c.and(&[possible, gate])
        }
        _ => possible,
    };
    if possible == Bit::FALSE {
        return Some(());
    }
    let Some(choice) = family.choices.get(at) else {
        return made(reader, frame, &family.changes, possible, found);
    };
    if reader.c.is_stopped() {
        return None;
    }
    let from = reader.set(frame, choice.from);
    for cell in (0..from.len()).filter(|cell| from[*cell] != Bit::FALSE) {
        frame.bind(choice.var, Cases::known(cell as i32));
        let possible = reader.c.and(&[possible, from[cell]]);
        of_family(reader, frame, family, at + 1, possible, found)?;
    }
    Some(())
}

fn made<C: Constraints>(
    reader: &mut Reader<C>,
    frame: &mut Frame,
    changes: &[Change],
    possible: Bit,
    found: &mut Vec<(Bit, Bits)>,
) -> Option<()> {
    let after = changed(reader, frame, changes);
    if after != frame.bits {
        found.push((possible, after));
    }
    (found.len() <= MOST_CHANGES).then_some(())
}
