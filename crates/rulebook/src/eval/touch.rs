//! Moves whose whole effect is known from one chosen cell, as lists of words to change.

use super::bits::Bits;
use super::code::FamilyCode;
use super::end::{Cause, EndCode};
use super::run::Machine;
use crate::ground::fold::Known;
use crate::ground::form::ChangeKind;
use crate::ground::node::Node;

/// More ends than this are not told apart.
pub const MOST_ENDS: usize = 16;
/// More words than this are not changed by one such move.
pub const MOST: usize = 4;

/// What the moves of a family do, by the cell that was chosen last.
#[derive(Clone, Debug)]
pub struct Touches<B> {
    /// By cell.
    pub effects: Vec<Effect>,
    width: std::marker::PhantomData<B>,
}

/// What one move does.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    pub touches: [Touch; MOST],
    pub length: u8,
    /// The ends that the move can bring about, a bit for each.
    pub ends: u16,
    /// The ends that it can bring about only if it takes something away.
    pub ends_by_taking: u16,
    /// The ends of the other player that it may have brought about.
    pub disturbs: u16,
    /// The one content that comes to a cell, and that cell.
    pub placed: Option<(u8, u16)>,
}

/// A change of one word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touch {
    pub word: u16,
    pub clear: u64,
    pub set: u64,
    /// What it takes away where nothing is put instead.
    pub takes: u64,
}

impl<B: Bits> Touches<B> {
    /// The effects of a family, if the last choice says it all.
    pub fn new(
        machine: &Machine<B>,
        family: &FamilyCode<B>,
        ends: &[EndCode<B>],
        theirs: &[EndCode<B>],
    ) -> Option<Touches<B>> {
        let last = family.choices.last()?;
        if machine.layout.stacks.is_some() || ends.len() > MOST_ENDS || theirs.len() > MOST_ENDS {
            return None;
        }
        let arena = &machine.arena;
        let Some(Node::Var(var)) = arena.nodes().get(last.register) else { return None };
        let mut effects = Vec::new();
        for cell in 0..arena.board().places() {
            effects.push(effect(machine, family, *var, cell)?);
        }
        for effect in &mut effects {
            for at in 0..usize::from(effect.length) {
                let touch = &mut effect.touches[at];
                touch.takes = if touch.set == 0 { touch.clear } else { 0 };
            }
            let mut without = effect.clone();
            without
                .touches
                .iter_mut()
                .filter(|touch| touch.takes > 0)
                .for_each(|touch| touch.clear = 0);
            effect.disturbs = caused(theirs, effect);
            effect.ends = caused(ends, &without);
            effect.ends_by_taking = caused(ends, effect) & !effect.ends;
        }
        Some(Touches { effects, width: std::marker::PhantomData })
    }
}

fn effect<B: Bits>(
    machine: &Machine<B>,
    family: &FamilyCode<B>,
    var: u8,
    chosen: usize,
) -> Option<Effect> {
    let arena = &machine.arena;
    let mut effect = Effect::default();
    let mut placed = Vec::new();
    let mut cells = [None; 64];
    cells[usize::from(var)] = Some(chosen);
    for change in &family.changes {
        let ChangeKind::PutOn { cell, content, .. } = change.kind else { return None };
        let Node::Content(content) = arena.node(content) else { return None };
        if change.guard.is_some()
            || arena.reads_position(cell)
            || arena.variables(cell) & !(1 << var) != 0
        {
            return None;
        }
        let Known::Cell(cell) = arena.known(cell, &mut cells) else { return None };
        let Some(cell) = cell else { continue };
        let (at, bit) = (cell / 64, 1u64 << (cell % 64));
        for plane in &change.leaves {
            effect.touch((usize::from(*plane) - 1) * B::WORDS + at, bit, 0)?;
        }
        if content > 0 {
            effect.touch((usize::from(content) - 1) * B::WORDS + at, 0, bit)?;
            placed.push((content, cell as u16));
        }
    }
    if let [one] = placed[..] {
        effect.placed = Some(one);
    }
    Some(effect)
}

impl Effect {
    /// Adds a change, which comes after those before.
    fn touch(&mut self, word: usize, clear: u64, set: u64) -> Option<()> {
        let length = usize::from(self.length);
        let known = self.touches[..length].iter().position(|touch| usize::from(touch.word) == word);
        let at = known.unwrap_or(length);
        if at == MOST || word > usize::from(u16::MAX) {
            return None;
        }
        self.length = self.length.max(at as u8 + 1);
        let touch = &mut self.touches[at];
        touch.word = word as u16;
        touch.clear = (touch.clear | clear) & !set;
        touch.set = touch.set & !clear | set;
        Some(())
    }
}

/// The ends that an effect can bring about, a bit for each.
fn caused<B: Bits>(ends: &[EndCode<B>], effect: &Effect) -> u16 {
    let caused =
        |end: &EndCode<B>| !end.no_move && end.causes.iter().any(|cause| may(cause, effect));
    ends.iter().enumerate().filter(|(_, end)| caused(end)).fold(0, |bits, (at, _)| bits | 1 << at)
}

/// Whether the effect can be a cause.
fn may<B: Bits>(cause: &Cause<B>, effect: &Effect) -> bool {
    let touches = &effect.touches[..usize::from(effect.length)];
    let of = |content: usize| {
        let plane = (content - 1) * B::WORDS..content * B::WORDS;
        touches.iter().filter(move |touch| plane.contains(&usize::from(touch.word)))
    };
    let meets = |content: usize, cells: &B, bits: fn(&&super::touch::Touch) -> u64| {
        of(content).any(|touch| {
            bits(&touch) & cells.word(usize::from(touch.word) - (content - 1) * B::WORDS) != 0
        })
    };
    match cause {
        Cause::Any => true,
        Cause::Comes(content, cells) => meets(*content, cells, |touch| touch.set),
        Cause::Goes(content, cells) => meets(*content, cells, |touch| touch.clear),
        Cause::LastGoes(content) => {
            of(*content).any(|touch| touch.clear != 0) && of(*content).all(|touch| touch.set == 0)
        }
    }
}
