//! Sharing out the time: how long to think about this move, and when to stop at the latest.

use crate::control::Control;
use crate::limits::Limits;
use std::time::Duration;

/// The times of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// No new iteration is begun after this, stretched or shortened by what the search sees.
    pub soft: Option<Duration>,
    /// The search is broken off after this, counted from when the own clock runs.
    pub hard: Option<Duration>,
}

/// Moves that the time is shared out over where the control does not say.
const HORIZON: u32 = 26;

impl Clock {
    /// `overhead` is the time that each move may lose on its way to the opponent.
    pub fn new(limits: &Limits, overhead: Duration) -> Clock {
        let mut clock = Clock { soft: None, hard: None };
        if let Some(game) = limits.clock {
            // Whatever the control promises, the move must be on the board before the time left ends.
            let reserve = overhead.min(game.left / 2);
            let left = game.left - reserve;
            let moves = game.moves_to_go.unwrap_or(HORIZON).clamp(1, 50);
            // A reserve that is not shared out: a busy machine may keep the engine waiting for longer
            // than the increment, and a player that lives from its increment alone loses then.
            let later = overhead.mul_f64(f64::from(moves.min(10)));
            let share = left.saturating_sub(later.min(left.mul_f64(0.8))) / moves;
            let soft = share + game.increment.mul_f64(0.75);
            let most = if moves == 1 { 0.85 } else { 0.35 };
            let hard = (soft * 5).min(left.mul_f64(most));
            clock.hard = Some(hard);
            clock.soft = Some(soft.min(hard));
        }
        if let Some(time) = limits.move_time {
            let hard = time.saturating_sub(overhead.min(time / 2));
            clock.hard = Some(clock.hard.map_or(hard, |other| other.min(hard)));
        }
        clock
    }

    /// Whether the search must be broken off.
    pub fn is_out_of_time(&self, control: &Control) -> bool {
        self.hard.is_some_and(|hard| !control.is_pondering() && control.elapsed_on_clock() >= hard)
    }

    /// Whether an iteration should not be begun, with the soft limit stretched by `factor`.
    pub fn is_enough(&self, control: &Control, factor: f64) -> bool {
        // Time spent pondering counts as thought, but not against the hard limit.
        self.soft.is_some_and(|soft| {
            !control.is_pondering() && control.elapsed() >= soft.mul_f64(factor)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::GameClock;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn never_plans_more_than_there_is(left in 0u64..10_000_000, increment in 0u64..100_000, moves in proptest::option::of(0u32..200), overhead in 0u64..5_000) {
            let ms = Duration::from_millis;
            let game = GameClock { left: ms(left), increment: ms(increment), moves_to_go: moves };
            let clock = Clock::new(&Limits { clock: Some(game), ..Limits::default() }, ms(overhead));
            let (soft, hard) = (clock.soft.unwrap(), clock.hard.unwrap());
            prop_assert!(soft <= hard && hard <= ms(left));
            prop_assert!(hard + ms(overhead.min(left / 2)) <= ms(left));
        }
    }

    #[test]
    fn a_fixed_time_is_used_up_to_the_overhead() {
        let ms = Duration::from_millis;
        let clock = Clock::new(&Limits::time(ms(30_000)), ms(30));
        assert_eq!(clock, Clock { soft: None, hard: Some(ms(29_970)) });
    }
}
